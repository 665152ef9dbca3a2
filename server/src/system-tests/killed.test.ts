/** The process is killed between what it committed and what it had still to do: another one does it, once. */

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

/** As a process leaves it that is killed while it performs an effect whose request did not come through. */
async function isKilledAt(world: TestWorld, callId: number, kind: Effect['kind']): Promise<void> {
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

async function talking(start: ReturnType<typeof testWorlds>) {
  const [world, ann] = await start.waiting('agent@demo.test');
  return { world, ann, ...(await connectLead(world, ann, LEAD)) };
}

withDatabase('a server that is killed', (open) => {
  const start = testWorlds(open);

  it('after an accept leaves a lead that is dialled by the next, and an agent who is let in as before', async () => {
    const world = await start();
    world.provider.faults.push({ what: 'participant', fault: 'fail' });
    const ann = await world.waiting('agent@demo.test');
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    const ring = await world.takes(ann);
    await isKilledAt(world, callId, 'dial');
    expect(world.provider.asked('participant')).toHaveLength(2);
    expect((await world.webhook(ring.offer, { CallSid: ring.sid })).body).toBe(ring.answer);
    await world.settle();
    expect(world.provider.asked('participant')).toHaveLength(2);
  });

  it('after a hold leaves a lead whom the next puts on hold', async () => {
    const { world, ann, callId, lead } = await talking(start);
    world.provider.faults.push({ what: 'hold', fault: 'fail' });
    await ann.put(`/api/v1/calls/${callId}/hold`);
    await isKilledAt(world, callId, 'hold');
    const [, again, ...others] = world.provider.asked('hold', lead);
    expect(others).toEqual([]);
    expect(again?.fields).toMatchObject({ Hold: 'true' });
  });

  it('after a transfer was asked for leaves a target whom the next rings', async () => {
    const { world, ann, callId, callUserId } = await talking(start);
    const ben = await world.waiting('agent2@demo.test');
    world.provider.faults.push({ what: 'create', fault: 'fail' });
    await ann.post(`/api/v1/calls/${callId}/transfer`, { user_id: ben.id, call_user_id: callUserId });
    await isKilledAt(world, callId, 'ring');
    const ring = await world.rung(ben.id, 2);
    expect((await world.webhook(ring.offer, { CallSid: ring.sid })).body).toContain('</Conference>');
    expect(await world.call(callId)).toMatchObject({ agent_id: ben.id, status: 'in-progress' });
  });

  it('after a transfer was accepted leaves an agent whom the next lets go', async () => {
    const { world, ann, callId, callUserId, ring } = await talking(start);
    const ben = await world.waiting('agent2@demo.test');
    await ann.post(`/api/v1/calls/${callId}/transfer`, { user_id: ben.id, call_user_id: callUserId });
    const bens = await world.takes(ben);
    world.provider.faults.push({ what: 'update', fault: 'fail' });
    await reportJoined(world, callId, bens.sid);
    await isKilledAt(world, callId, 'endLeg');
    expect(world.provider.asked('update', ring.sid)).toHaveLength(2);
    expect(await world.call(callId)).toMatchObject({ agent_id: ben.id, status: 'in-progress' });
  });

  it('while callbacks are lost has every call right again with the comparison at its start', async () => {
    const { world, callId, ring, lead } = await talking(start);
    for (const sid of [ring.sid, lead]) setProviderCall(world, sid, { status: 'completed' });
    await world.restart();
    expect(await world.call(callId)).toMatchObject({ status: 'completed', vanished_at: null });
  });
});
