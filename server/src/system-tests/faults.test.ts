import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { callUsers, effects } from '../platform/database/schema.ts';
import { change } from '../testing/app/rows.ts';
import { onEachDatabase, withDatabase } from '../testing/database/database.ts';
import type { Fault } from '../testing/world/fake-provider.ts';
import { CALLER, connectCaller, setProviderCall } from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds, until } from '../testing/world/world.ts';

const LEAD = { phone_number: '+14155550100', fname: 'Grace' };
/** OFFHOOK_RACES sets the number of runs. */
const RUNS = Number(process.env['OFFHOOK_RACES'] ?? 3);

onEachDatabase('two agents who accept at the same time', (open) => {
  const start = testWorlds(open);

  it(`have one winner, ${RUNS} times, in either order`, async () => {
    const [world, ann, bob] = await start.as('agent@demo.test', 'agent2@demo.test');
    const wins = new Map<number, number>();
    for (let run = 1; run <= RUNS; run += 1) {
      await Promise.all([ann.present(), bob.present()]);
      const callId = Number(
        (await world.postLead({ phone_number: `+1415555${String(1000 + run)}` })).body['call_id'],
      );
      const rings = await Promise.all([world.waitForRing(ann.id, run), world.waitForRing(bob.id, run)]);
      if (run % 2 === 0) rings.reverse();
      const answers = await Promise.all(
        rings.map((ring) => world.webhook(ring.offerPath, { CallSid: ring.sid })),
      );
      const joined = answers.filter(({ body }) => body.includes('</Conference>'));
      expect(joined).toHaveLength(1);
      const rows = await world.callUsersOf(callId);
      expect(rows.map(({ status }) => status).sort()).toEqual(['accepted', 'withdrawn']);
      const winner = rows.find(({ status }) => status === 'accepted')?.user_id ?? 0;
      expect(rows.find(({ status }) => status === 'withdrawn')?.taken_by).toBe(winner);
      wins.set(winner, (wins.get(winner) ?? 0) + 1);
      await until('the lead to be dialed once', () => world.provider.requests('participant').length === run);
      await (winner === ann.id ? ann : bob).post(`/api/v1/calls/${callId}/hangup`);
    }
    expect(world.provider.requests('participant')).toHaveLength(RUNS);
    expect([...wins.values()].reduce((sum, count) => sum + count, 0)).toBe(RUNS);
  }, 120_000);
});

onEachDatabase('leads that arrive at the same time', (open) => {
  const start = testWorlds(open);

  it('never ring an agent twice at the same time, and number each agent’s calls without gaps', async () => {
    const [world, ann, bob] = await start.as('agent@demo.test', 'agent2@demo.test');
    await Promise.all([ann.present(), bob.present()]);
    const posted = await Promise.all(
      Array.from({ length: 30 }, (_, n) => world.postLead({ phone_number: `+1415555${2000 + n}` })),
    );
    expect(posted.every(({ status }) => status === 200)).toBe(true);
    const ringing = posted.filter(({ body }) => body['outcome'] === 'ringing now');
    expect(ringing.length).toBeGreaterThanOrEqual(1);
    expect(ringing.length).toBeLessThanOrEqual(2);
    expect(posted.filter(({ body }) => String(body['outcome']).startsWith('scheduled for'))).toHaveLength(
      30 - ringing.length,
    );
    for (const agent of [ann, bob]) {
      const rows = await world.db.select().from(callUsers).where(eq(callUsers.user_id, agent.id));
      expect(rows.filter(({ ended_at }) => ended_at === null)).toHaveLength(1);
      expect(rows.map(({ n }) => n).sort((a, b) => a - b)).toEqual(rows.map((_, index) => index + 1));
    }
  });
});

withDatabase('a provider failure', (open) => {
  const start = testWorlds(open);

  async function postLeadDespite(kind: string, fault: Fault) {
    const world = await start();
    world.provider.faults.push({ kind, fault });
    const ann = await world.waiting('agent@demo.test');
    const posted = await world.postLead(LEAD);
    return { world, ann, callId: Number(posted.body['call_id']) };
  }

  /** Makes pending retries due immediately. */
  const untilLegHasSid = (world: TestWorld, callId: number) =>
    until('the leg to get a SID', async () => {
      const found = (await world.legsOf(callId)).find(({ provider_sid }) => provider_sid);
      if (!found) {
        await change(world.db, effects, eq(effects.kind, 'ring'), { due_at: new Date(0) });
        await world.work.poll();
      }
      return found;
    });

  it('that loses the response to a create request is resolved by a lookup, without a second call', async () => {
    const { world, callId } = await postLeadDespite('create', 'loseResponse');
    const leg = await untilLegHasSid(world, callId);
    expect(world.provider.requests('create')).toHaveLength(1);
    expect(world.provider.requests('calls')).toHaveLength(1);
    expect(leg.provider_sid).toBe([...world.provider.calls.keys()][0]);
  });

  it('of a create request is resolved by a lookup and another create request', async () => {
    const { world, callId } = await postLeadDespite('create', 'fail');
    await untilLegHasSid(world, callId);
    expect(world.provider.calls.size).toBe(1);
  });

  it('that rejects a ring skips the agent, and the call records the reason', async () => {
    const { world, callId } = await postLeadDespite('create', 'reject');
    await until('the call to end', async () => (await world.call(callId)).ended_at);
    expect(await world.call(callId)).toMatchObject({
      status: 'missed',
      reasons: ['The voice provider rejected the call', 'No agent accepted the call'],
    });
  });

  it('that rejects the lead’s number ends the call and plays a tone to the agent', async () => {
    const { world, ann, callId } = await postLeadDespite('participant', 'reject');
    const ring = await world.acceptRing(ann);
    await until('the call to end', async () => (await world.call(callId)).ended_at);
    expect(await world.call(callId)).toMatchObject({ status: 'failed' });
    const tone = await until('the tone', () => world.provider.requests('update', ring.sid)[0]);
    expect(tone.fields['Twiml']).toContain('failed.wav');
  });
});

onEachDatabase('a process that dies', (open) => {
  const start = testWorlds(open);

  it('after a commit but before its effects has the effects performed once by another process', async () => {
    const [world] = await start.waiting('agent@demo.test');
    // Recreates the state after a process was killed between the commit and the request.
    world.provider.faults.push({ kind: 'create', fault: 'fail' });
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    await until('the first attempt', () => world.provider.requests('create').length === 1);
    await until('the effect to fail', async () =>
      (await world.effectsOf(callId)).some(({ kind, last_error }) => kind === 'ring' && last_error),
    );
    await change(world.db, effects, eq(effects.kind, 'ring'), {
      claimed_by: 'a dead process',
      claimed_until: new Date(world.clock.now() + 20_000),
      due_at: new Date(0),
    });
    await world.work.poll();
    expect(world.provider.requests('create')).toHaveLength(1);
    world.clock.advance(20_001);
    await world.work.poll();
    await until('the agent to be rung', () => world.provider.calls.size === 1);
    await world.work.poll();
    expect(world.provider.requests('create')).toHaveLength(2);
  });

  it('between a create request and its response has its call found by the next process', async () => {
    const [world] = await start.waiting('agent@demo.test');
    world.provider.faults.push({ kind: 'create', fault: 'loseResponse' });
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    await until('the first attempt', () => world.provider.calls.size === 1);
    await world.restart();
    await change(world.db, effects, eq(effects.kind, 'ring'), { due_at: new Date(0), claimed_until: null });
    await world.work.poll();
    await until('the leg to get a SID', async () => (await world.legsOf(callId))[0]?.provider_sid);
    expect(world.provider.requests('create')).toHaveLength(1);
  });

  it('during a conversation doesn’t end it, and missed callbacks are repaired', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { ring, callId } = await connectCaller(world, ann);
    const startedAt = new Date(Date.now() - 30_000);
    const times = { createdAt: startedAt, startedAt };
    for (const sid of [CALLER.CallSid, ring.sid]) setProviderCall(world, sid, times);
    await world.restart();
    await world.work.reconcile();
    expect(await world.call(callId)).toMatchObject({ status: 'in-progress', ended_at: null });
    for (const sid of [CALLER.CallSid, ring.sid])
      setProviderCall(world, sid, { ...times, status: 'completed' });
    await world.work.reconcile();
    expect(await world.call(callId)).toMatchObject({ status: 'completed', vanished_at: null });
  });

  it('together with the provider leaves each open call with one final status, dated to its last report', async () => {
    const [world, ann, bob] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ann.present();
    const { callId } = await connectCaller(world, ann);
    await bob.present();
    const ringing = Number((await world.postLead(LEAD)).body['call_id']);
    await world.waitForRing(bob.id);
    await until('the leg to get a SID', async () => (await world.legsOf(ringing))[0]?.provider_sid);
    world.provider.calls.clear();
    world.clock.advance(3_600_000);
    await world.restart();
    await world.work.reconcile();
    expect(await world.call(callId)).toMatchObject({ status: 'completed', vanished_at: null });
    expect((await world.call(callId)).seconds).toBeLessThan(30);
    expect(await world.call(ringing)).toMatchObject({ status: 'missed' });
    expect(
      (await world.callUsersOf(callId))
        .concat(await world.callUsersOf(ringing))
        .every(({ ended_at }) => ended_at),
    ).toBe(true);
  });
});
