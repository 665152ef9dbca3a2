import type { WRAP_UPS } from '@offhook/contract/agent/wrap-up';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { presenceCutoff } from '../platform/database/query-time.ts';
import { presence, profiles, teams, users } from '../platform/database/schema.ts';
import { readAgentStates } from '../reports/agent-states.ts';
import { callsWith, change, find, firstRow } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import type { Agent } from '../testing/world/edge.ts';
import { callIdOf, callUserIdOf, connectLead } from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

const LEAD = { phone_number: '+14155550100', fname: 'Grace', lname: 'Hopper' };
const NEXT_LEAD = { phone_number: '+14155550101' };
const SECONDS = 20;

async function setProfile({ db }: TestWorld, changes: Partial<typeof profiles.$inferInsert>): Promise<void> {
  const [team] = await find(db, teams, eq(teams.name, 'Sales'));
  await change(db, profiles, eq(profiles.team_id, team?.id ?? 0), changes);
}

/** Ends with Thank you on the agent's phone. */
async function talk(world: TestWorld, agent: Agent): Promise<number> {
  const { callId } = await connectLead(world, agent, LEAD);
  await agent.present({ state: 'oncall' });
  await agent.post(`/api/v1/calls/${callId}/hangup`);
  await agent.present({ state: 'thankyou' });
  await world.settle();
  return callId;
}

async function isRungByNextLead(world: TestWorld): Promise<boolean> {
  const { body } = await world.postLead(NEXT_LEAD);
  return (await world.callUsersOf(Number(body['call_id']))).length > 0;
}

async function boardOf(world: TestWorld, { id }: Agent) {
  const time = { now: world.clock.now(), presenceCutoff: presenceCutoff(world.clock) };
  const row = await firstRow(readAgentStates(world.db, 100, time, [eq(users.id, id)]));
  const { state, wrapUpEndsAt } = row;
  return { state, wrapUpEndsAt };
}

withDatabase('a team’s wrap-up', (open) => {
  const start = testWorlds(open);

  async function startWith(wrapUp: (typeof WRAP_UPS)[number]) {
    const [world, ann] = await start.waiting('agent@demo.test');
    await setProfile(world, { wrap_up: wrapUp, wrap_up_seconds: SECONDS });
    return [world, ann] as const;
  }

  it('is off by default: an agent on Thank you gets the next call', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    await talk(world, ann);
    expect((await ann.present({ state: 'thankyou' })).body).toMatchObject({ wrap_up: null });
    expect(await isRungByNextLead(world)).toBe(true);
  });

  it.each(['until_done', 'fixed'] as const)(
    '“%s” keeps calls away on Thank you, until Done',
    async (rule) => {
      const [world, ann] = await startWith(rule);
      await talk(world, ann);
      expect(await isRungByNextLead(world)).toBe(false);
      expect((await ann.present({ state: 'waiting' })).body).toMatchObject({ wrap_up: null });
      expect(await isRungByNextLead(world)).toBe(true);
    },
  );

  it('of fixed length ends by itself, and a due lead that waits rings within a second', async () => {
    const [world, ann] = await startWith('fixed');
    const callId = await talk(world, ann);
    const { body } = await ann.present({ state: 'thankyou' });
    expect(body).toMatchObject({ wrap_up: { call_id: callId, seconds_left: SECONDS } });
    const [row] = await find(world.db, users, eq(users.id, ann.id));
    expect(await boardOf(world, ann)).toEqual({
      state: 'wrapup',
      wrapUpEndsAt: row?.wrap_up_ends_at?.getTime(),
    });
    await setProfile(world, { delay_seconds: 5 });
    await world.postLead(NEXT_LEAD);
    for (let second = 1; second < SECONDS; second += 1) {
      await world.advance(1_000);
      await ann.present({ state: 'thankyou' });
    }
    expect(await callsWith(world.db, NEXT_LEAD.phone_number)).toEqual([]);
    await world.advance(1_000);
    expect(await callsWith(world.db, NEXT_LEAD.phone_number)).toMatchObject([{ status: 'ringing' }]);
    expect((await ann.present({ state: 'thankyou' })).body).toMatchObject({ wrap_up: null });
  });

  it('outlasts a reload and another device, and ends there by request', async () => {
    const [world, ann] = await startWith('until_done');
    const callId = await talk(world, ann);
    const wrapUp = { call_id: callId, seconds_left: null };
    const reloaded = await ann.present({ state: 'waiting', phone_id: 'reloaded' });
    expect(reloaded.body).toMatchObject({ wrap_up: wrapUp });
    const other = await ann.present({ state: 'waiting', phone_id: 'other', take_over: true });
    expect(other.body).toMatchObject({ wrap_up: wrapUp });
    expect(await isRungByNextLead(world)).toBe(false);
    expect(await ann.post('/api/v1/user/wrap-up/end')).toMatchObject({ status: 200 });
    const after = await ann.present({ state: 'waiting', phone_id: 'other' });
    expect(after.body).toMatchObject({ wrap_up: null });
    expect(await isRungByNextLead(world)).toBe(true);
  });

  it('ends on a page that has been waiting for a quarter of an hour and may not show it', async () => {
    const [world, ann] = await startWith('until_done');
    await talk(world, ann);
    const report = async () =>
      (await ann.present({ state: 'waiting', phone_id: 'reloaded' })).body['wrap_up'];
    const waitingFor = async (minutes: number) => {
      const changed_at = new Date(world.clock.now() - minutes * 60_000);
      await world.db.update(presence).set({ changed_at }).where(eq(presence.user_id, ann.id));
      return report();
    };
    await report();
    expect(await waitingFor(14)).not.toBeNull();
    expect(await isRungByNextLead(world)).toBe(false);
    expect(await waitingFor(15)).toBeNull();
    // The lead that came in between.
    expect(await boardOf(world, ann)).toMatchObject({ state: 'ringing' });
  });

  it('ends when the agent was away', async () => {
    const [world, ann] = await startWith('until_done');
    await talk(world, ann);
    await world.advance(3 * 60_000);
    const { body } = await ann.present({ state: 'waiting', phone_id: 'next-morning' });
    expect(body).toMatchObject({ wrap_up: null });
    expect(await isRungByNextLead(world)).toBe(true);
  });

  it('doesn’t stop a call that the agent asks for', async () => {
    const [world, ann] = await startWith('fixed');
    await talk(world, ann);
    expect(await ann.post('/api/v1/calls/twilio', LEAD)).toMatchObject({ status: 200 });
    await ann.present({ state: 'waiting', phone_id: 'reloaded' });
    expect(await world.waitForRing(ann.id)).toBeDefined();
  });

  async function ringInWrapUp() {
    const [world, ann] = await startWith('until_done');
    const callId = await talk(world, ann);
    expect(await ann.post('/api/v1/calls/twilio', LEAD)).toMatchObject({ status: 200 });
    const ring = await world.waitForRing(ann.id, 2);
    await ann.present({ state: 'ringing', call_user_id: callUserIdOf(ring) });
    return { world, ann, ring, wrapUp: { call_id: callId, seconds_left: null } };
  }

  it.each(['ignored', 'missed'] as const)('goes on as it was after a ring that is %s', async (status) => {
    const { world, ann, ring, wrapUp } = await ringInWrapUp();
    if (status === 'ignored') await ann.post(`/apps/webrtc/${callIdOf(ring)}/reject`);
    else await world.webhook(ring.statusPath, { CallSid: ring.sid, CallStatus: 'no-answer' });
    await world.settle();
    expect(await world.callUsersOf(callIdOf(ring))).toMatchObject([{ status }]);
    expect((await ann.present({ state: 'waiting' })).body).toMatchObject({ wrap_up: wrapUp });
    expect(await isRungByNextLead(world)).toBe(false);
    expect(await ann.post('/api/v1/user/wrap-up/end')).toMatchObject({ status: 200 });
    expect((await ann.present({ state: 'waiting' })).body).toMatchObject({ wrap_up: null });
  });

  it('ends with Done of the call that was accepted, even if the page reported only its ring', async () => {
    const { world, ann, ring } = await ringInWrapUp();
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    await ann.post(`/api/v1/calls/${callIdOf(ring)}/hangup`);
    await world.settle();
    expect((await ann.present({ state: 'waiting' })).body).toMatchObject({ wrap_up: null });
    expect(await isRungByNextLead(world)).toBe(true);
  });

  it('is cleared by a call of a team without one', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const isOver = new Date(world.clock.now());
    await change(world.db, users, ann.id, { wrap_up_call_id: 1, wrap_up_ends_at: isOver });
    await talk(world, ann);
    const [row] = await find(world.db, users, eq(users.id, ann.id));
    expect(row).toMatchObject({ wrap_up_call_id: null, wrap_up_ends_at: null });
  });
});
