import { asc, eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { changeTeam, type TeamFields } from '../../accounts/settings/teams.ts';
import { insert } from '../../platform/database/database.ts';
import { leads, scheduledCalls, teams } from '../../platform/database/schema.ts';
import { ACCOUNT, change } from '../../testing/app/rows.ts';
import { openWholeApp } from '../../testing/app/whole-app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { testWorlds } from '../../testing/world/world.ts';

const FILES = '/api/v1/console/imports';
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const NOON = 720;
const CLOSED = 'It is outside the team’s hours.';
const QUEUED = 'Queued from import.';
const HEADING = 'phone_number,time_zone\n';

withDatabase('when the hours change, an imported lead that only waits for them', (open) => {
  const openWorld = testWorlds(open);

  async function openAtNoon() {
    const world = await openWorld();
    world.clock.advance(DAY - ((world.clock.now() - NOON * MINUTE) % DAY));
    const { app, signIn } = await openWholeApp(world);
    const headers = await signIn('admin@demo.test');
    const send = async (method: 'POST' | 'PUT', path: string, payload: object | string) => {
      const type = typeof payload === 'string' ? { 'content-type': 'text/csv' } : {};
      const response = await app.inject({
        method,
        url: `${FILES}${path}`,
        headers: { ...headers, ...type },
        payload,
      });
      await world.settle();
      expect(response.statusCode, response.body).toBeLessThan(300);
      // biome-ignore lint/suspicious/noExplicitAny: the test reads the id and the revision
      return response.json<any>().import;
    };
    const importLeads = async (plan: object, rows = 2, first = 0) => {
      const lines = Array.from({ length: rows }, (_, n) => `+1415555${2000 + first + n},UTC\n`);
      const { id } = await send('POST', '?name=spring.csv', `${HEADING}${lines.join('')}`);
      const { plan: changed } = await send('PUT', `/${id}/plan`, plan);
      await send('POST', `/${id}/start`, { revision: changed.revision });
      return id as number;
    };
    const setHours = async (schedule: TeamFields['schedule']) => {
      const at = world.clock.now();
      for (const { id } of await world.db.select().from(teams).where(eq(teams.account_id, ACCOUNT)))
        await world.db.transaction((tx) =>
          changeTeam({ tx, accountId: ACCOUNT, by: null, at }, { id, schedule }),
        );
      await world.settle();
    };
    /** Minutes from now, and why. */
    const waiting = async () => {
      const rows = await world.db
        .select()
        .from(scheduledCalls)
        .where(isNull(scheduledCalls.ended_at))
        .orderBy(asc(scheduledCalls.id));
      return rows.map(({ due_at, reason }) => [(due_at.getTime() - world.clock.now()) / MINUTE, reason]);
    };
    const dayFrom = (ms: number) => new Date(world.clock.now() + ms).toISOString().slice(0, 10);
    return { world, send, importLeads, setHours, waiting, dayFrom };
  }

  /** Open for two hours a day, from so many minutes after noon. */
  const hoursFrom = (minutes: number) => {
    const from = NOON + minutes;
    const pieces = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, to: from + 120 }));
    return { time_zone: 'UTC', pieces };
  };
  const twice = <T>(one: T): readonly T[] => [one, one];

  it('is called from the new hours on, at the same time as the others of its import', async () => {
    const { importLeads, setHours, waiting } = await openAtNoon();
    await setHours(hoursFrom(300));
    await importLeads({ calls: 'now' });
    expect(await waiting()).toEqual(twice([300, CLOSED]));
    await setHours(hoursFrom(120));
    expect(await waiting()).toEqual(twice([120, CLOSED]));
    await setHours(null);
    // One at a time: the first was called at once, and waits for its retry.
    expect(await waiting()).toEqual([
      [0, QUEUED],
      [60, 'No agent is available'],
    ]);
  });

  it('keeps the time from which its import calls', async () => {
    const { importLeads, setHours, waiting, dayFrom } = await openAtNoon();
    await setHours(hoursFrom(300));
    // Tomorrow at 10:00, when the team is closed.
    await importLeads({ calls: 'at', call_date: dayFrom(DAY), call_minute: 600 });
    expect(await waiting()).toEqual(twice([1_440 + 300, CLOSED]));
    await setHours(hoursFrom(60));
    expect(await waiting()).toEqual(twice([1_440 + 60, CLOSED]));
    await setHours(null);
    expect(await waiting()).toEqual(twice([1_440 - 120, QUEUED]));
  });

  it('stays if its import is paused, until it is resumed', async () => {
    const { world, send, importLeads, setHours, waiting } = await openAtNoon();
    await setHours(hoursFrom(300));
    const id = await importLeads({ calls: 'now' });
    // As if more rows were left.
    await world.db.execute(`update lead_imports set status = 'running', ended_at = null where id = ${id}`);
    await send('POST', `/${id}/pause`, {});
    await setHours(hoursFrom(120));
    expect(await waiting()).toEqual(twice([300, CLOSED]));
    await send('POST', `/${id}/resume`, {});
    expect(await waiting()).toEqual(twice([120, CLOSED]));
  });

  it('stays if its import was canceled or didn’t call, or if the call was requested since', async () => {
    const { world, send, importLeads, setHours, waiting } = await openAtNoon();
    await setHours(hoursFrom(300));
    const undone = await importLeads({ calls: 'now' });
    await send('POST', `/${undone}/undo`, {});
    await importLeads({ calls: 'none' }, 1, 10);
    expect(await waiting()).toEqual([]);
    const [lead] = await world.db.select().from(leads).where(eq(leads.phone_number, '+14155552010'));
    const [team] = await world.db
      .select()
      .from(teams)
      .where(eq(teams.account_id, ACCOUNT))
      .orderBy(teams.id)
      .limit(1);
    const due = new Date(world.clock.now() + 300 * MINUTE);
    const { id } = await insert(world.db, scheduledCalls, {
      account_id: ACCOUNT,
      lead_id: lead?.id ?? 0,
      team_id: team?.id ?? 0,
      due_at: due,
      reason: CLOSED,
      requested_at: new Date(world.clock.now()),
    });
    await setHours(null);
    expect(await waiting()).toEqual([[300, CLOSED]]);
    await change(world.db, scheduledCalls, id, { ended_at: due });
  });
});
