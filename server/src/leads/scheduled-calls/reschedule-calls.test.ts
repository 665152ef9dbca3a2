import { and, eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { changeRules } from '../../accounts/settings/rules.ts';
import { changeTeam, type TeamFields } from '../../accounts/settings/teams.ts';
import { insert } from '../../platform/database/database.ts';
import { accounts, calls, leads, profiles, scheduledCalls, teams } from '../../platform/database/schema.ts';
import { ACCOUNT, callsWith, change, find, scheduledCallsWith, userOf } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';

const PHONE = '+14155552600';
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const NOON = 720;
const CLOSED = 'It is outside the team’s hours.';

withDatabase('when a team’s hours or the calling rules change', (open) => {
  const start = testWorlds(open);
  const only = async ({ db }: TestWorld, phone = PHONE) => (await scheduledCallsWith(db, phone))[0];
  const salesOf = async ({ db }: TestWorld) => {
    const [team] = await find(db, teams, and(eq(teams.account_id, ACCOUNT), eq(teams.name, 'Sales')));
    if (!team) throw new Error('the demo has a team Sales');
    return team;
  };
  const context = ({ clock }: TestWorld) => ({ accountId: ACCOUNT, by: null, at: clock.now() });
  async function setHours(world: TestWorld, schedule: TeamFields['schedule']) {
    const { id } = await salesOf(world);
    await world.db.transaction((tx) => changeTeam({ tx, ...context(world) }, { id, schedule }));
    await world.settle();
  }
  /** Open for two hours a day, from so many minutes after noon. */
  const hoursFrom = (minutes: number) => {
    const from = NOON + minutes;
    const pieces = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, to: from + 120 }));
    return { time_zone: 'UTC', pieces };
  };
  async function startAtNoon() {
    const world = await start();
    world.clock.advance(DAY - ((world.clock.now() - NOON * MINUTE) % DAY));
    return world;
  }

  it('a lead that arrived outside the hours rings as soon as the team opens', async () => {
    const world = await startAtNoon();
    const ann = await world.agent('agent@demo.test');
    await ann.present();
    await setHours(world, hoursFrom(300));
    await world.postLead({ phone_number: PHONE });
    expect(await only(world)).toMatchObject({ reason: CLOSED });
    await setHours(world, null);
    expect((await only(world))?.due_at.getTime() ?? 0).toBeLessThanOrEqual(world.clock.now());
    await ann.present();
    await world.settle();
    await world.waitForRing(ann.id);
    expect((await callsWith(world.db, PHONE)).map(({ status }) => status)).toEqual(['offline', 'ringing']);
  });

  it('it waits for the new hours, and for a day that is no longer a holiday', async () => {
    const world = await startAtNoon();
    await setHours(world, hoursFrom(300));
    await world.postLead({ phone_number: PHONE });
    await setHours(world, hoursFrom(120));
    const { due_at, reason } = (await only(world)) ?? {};
    expect([due_at?.getTime(), reason]).toEqual([world.clock.now() + 120 * MINUTE, CLOSED]);
    const date = due_at?.toISOString().slice(0, 'YYYY-MM-DD'.length) ?? '';
    const setHolidays = async (holidays: { date: string; name: string }[]) => {
      await world.db.transaction((tx) => changeRules({ tx, ...context(world) }, { holidays }));
      await world.settle();
      return (await only(world))?.due_at;
    };
    expect((await setHolidays([{ date, name: 'Founders’ Day' }]))?.getTime()).toBeGreaterThan(
      due_at?.getTime() ?? 0,
    );
    expect(await setHolidays([])).toEqual(due_at);
  });

  it('a retry is still due after its own time', async () => {
    const world = await startAtNoon();
    // The retry would be due ten minutes after the end of the hours.
    await setHours(world, hoursFrom(-30));
    await world.db.update(profiles).set({ retry_minutes: [100] });
    await world.postLead({ phone_number: PHONE });
    expect(await only(world)).toMatchObject({ retry: 1, reason: CLOSED });
    const [missed] = await callsWith(world.db, PHONE);
    await setHours(world, null);
    expect((await only(world))?.due_at.getTime()).toBe((missed?.ended_at?.getTime() ?? 0) + 100 * MINUTE);
  });

  it('callbacks and calls that were requested for a time stay', async () => {
    const world = await startAtNoon();
    const ann = await userOf(world.db, 'agent@demo.test');
    await setHours(world, hoursFrom(300));
    await world.postLead({ phone_number: PHONE });
    const team = await salesOf(world);
    const row = await only(world);
    if (!row) throw new Error('no call is scheduled');
    await change(world.db, scheduledCalls, row.id, { callback_by: ann.id, callback_for: ann.id });
    const other = await insert(world.db, leads, {
      account_id: ACCOUNT,
      phone_number: '+14155552601',
      label: 'A lead',
    });
    const requested = await insert(world.db, scheduledCalls, {
      account_id: ACCOUNT,
      lead_id: other.id,
      team_id: team.id,
      due_at: row.due_at,
      reason: CLOSED,
      requested_at: row.requested_at,
    });
    await setHours(world, null);
    const left = await world.db.select().from(scheduledCalls).where(isNull(scheduledCalls.ended_at));
    expect(left.map(({ id, due_at }) => [id, due_at])).toEqual([
      [row.id, row.due_at],
      [requested.id, row.due_at],
    ]);
  });

  it('all leads of a long list get new times, batch by batch', async () => {
    const world = await startAtNoon();
    const { id: team_id } = await salesOf(world);
    await change(world.db, accounts, ACCOUNT, { calling_from_minute: 0, calling_to_minute: 1440 });
    const base = { account_id: ACCOUNT, team_id };
    const due = world.clock.now() + 300 * MINUTE;
    for (let n = 0; n < 101; n += 1) {
      const lead = await insert(world.db, leads, {
        account_id: ACCOUNT,
        phone_number: `+1415556${String(n).padStart(4, '0')}`,
        label: 'A lead',
      });
      const call = await insert(world.db, calls, {
        ...base,
        lead_id: lead.id,
        type: 'lead',
        direction: 'outbound',
        status: 'offline',
        ended_at: new Date(world.clock.now()),
      });
      await insert(world.db, scheduledCalls, {
        ...base,
        lead_id: lead.id,
        previous_call_id: call.id,
        due_at: new Date(due + n * MINUTE),
        reason: CLOSED,
        requested_at: new Date(world.clock.now()),
      });
    }
    await setHours(world, hoursFrom(120));
    const rows = await world.db.select().from(scheduledCalls).where(isNull(scheduledCalls.ended_at));
    const moved = rows.filter(({ due_at }, n) => due_at.getTime() !== due + n * MINUTE);
    expect([rows.length, moved.length]).toEqual([101, 101]);
  });
});
