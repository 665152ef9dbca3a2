/** If a process is killed between a commit and its effects, another process performs them once. */

import { and, eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Effect } from '../platform/core/effects.ts';
import { effects } from '../platform/database/schema.ts';
import { change } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import { connectLead, reportJoined, setProviderCall } from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

const LEAD = { phone_number: '+14155550100', fname: 'Grace' };
const CLAIM_MS = 20_000;

/** Recreates the state after a process was killed during an effect whose request failed. */
async function killDuring(world: TestWorld, callId: number, kind: Effect['kind']): Promise<void> {
  const rows = and(eq(effects.call_id, callId), eq(effects.kind, kind), isNull(effects.done_at));
  expect(await world.db.select().from(effects).where(rows)).toMatchObject([
    { last_error: expect.any(String) },
  ]);
  await change(world.db, effects, rows, {
    claimed_by: 'a dead process',
    claimed_until: new Date(world.clock.now() + CLAIM_MS),
  });
  await world.restart();
  await world.advance(CLAIM_MS + 1);
}

async function startConversation(start: ReturnType<typeof testWorlds>) {
  const [world, ann] = await start.waiting('agent@demo.test');
  return { world, ann, ...(await connectLead(world, ann, LEAD)) };
}

withDatabase('a server that is killed', (open) => {
  const start = testWorlds(open);

  it('after an accept has the lead dialed by the next server, and the agent joins as before', async () => {
    const world = await start();
    world.provider.faults.push({ kind: 'participant', fault: 'fail' });
    const ann = await world.waiting('agent@demo.test');
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    const ring = await world.acceptRing(ann);
    await killDuring(world, callId, 'dial');
    expect(world.provider.requests('participant')).toHaveLength(2);
    expect((await world.webhook(ring.offerPath, { CallSid: ring.sid })).body).toBe(ring.answer);
    await world.settle();
    expect(world.provider.requests('participant')).toHaveLength(2);
  });

  it('after a hold has the lead put on hold by the next server', async () => {
    const { world, ann, callId, lead } = await startConversation(start);
    world.provider.faults.push({ kind: 'hold', fault: 'fail' });
    await ann.put(`/api/v1/calls/${callId}/hold`);
    await killDuring(world, callId, 'hold');
    const [, again, ...others] = world.provider.requests('hold', lead);
    expect(others).toEqual([]);
    expect(again?.fields).toMatchObject({ Hold: 'true' });
  });

  it('after a transfer request has the target rung by the next server', async () => {
    const { world, ann, callId, callUserId } = await startConversation(start);
    const ben = await world.waiting('agent2@demo.test');
    world.provider.faults.push({ kind: 'create', fault: 'fail' });
    await ann.post(`/api/v1/calls/${callId}/transfer`, { user_id: ben.id, call_user_id: callUserId });
    await killDuring(world, callId, 'ring');
    const ring = await world.waitForRing(ben.id, 2);
    expect((await world.webhook(ring.offerPath, { CallSid: ring.sid })).body).toContain('</Conference>');
    expect(await world.call(callId)).toMatchObject({ agent_id: ben.id, status: 'in-progress' });
  });

  it('after a transfer was accepted has the agent released by the next server', async () => {
    const { world, ann, callId, callUserId, ring } = await startConversation(start);
    const ben = await world.waiting('agent2@demo.test');
    await ann.post(`/api/v1/calls/${callId}/transfer`, { user_id: ben.id, call_user_id: callUserId });
    const bensRing = await world.acceptRing(ben);
    world.provider.faults.push({ kind: 'update', fault: 'fail' });
    await reportJoined(world, callId, bensRing.sid);
    await killDuring(world, callId, 'endLeg');
    expect(world.provider.requests('update', ring.sid)).toHaveLength(2);
    expect(await world.call(callId)).toMatchObject({ agent_id: ben.id, status: 'in-progress' });
  });

  it('while callbacks are lost has every call corrected by the reconciliation at startup', async () => {
    const { world, callId, ring, lead } = await startConversation(start);
    for (const sid of [ring.sid, lead]) setProviderCall(world, sid, { status: 'completed' });
    await world.restart();
    expect(await world.call(callId)).toMatchObject({ status: 'completed', vanished_at: null });
  });
});
