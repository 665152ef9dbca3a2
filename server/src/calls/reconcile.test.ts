import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { insert } from '../platform/database/database.ts';
import { calls, legs } from '../platform/database/schema.ts';
import { ACCOUNT, change } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import { CALLER, connectCaller, setProviderCall } from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

const EVERY_MS = 30_000;

/** Requests to the provider about its calls. */
const asked = ({ provider }: TestWorld) => [
  provider.requests('callsWithStatus').length,
  provider.requests('call').length,
];

async function addTalks(world: TestWorld, count: number): Promise<void> {
  const at = new Date(world.clock.now());
  for (let n = 0; n < count; n += 1) {
    const call = await insert(world.db, calls, {
      account_id: ACCOUNT,
      type: 'lead',
      direction: 'outbound',
      status: 'in-progress',
      started_at: at,
    });
    for (const kind of ['agent', 'lead'] as const) {
      const sid = `CA${kind}${n}`;
      setProviderCall(world, sid);
      await insert(world.db, legs, {
        call_id: call.id,
        kind,
        provider_sid: sid,
        status: 'in-progress',
        created_at: at,
        answered_at: at,
      });
    }
  }
}

withDatabase('the comparison with the provider', (open) => {
  const start = testWorlds(open);
  /** Compares at most when the clock is advanced. */
  const startWith = () => start({ reconcileEveryMs: EVERY_MS });

  it('asks once about 100 talks, and not about legs that have just reported', async () => {
    const world = await startWith();
    await world.work.reconcileDue();
    await addTalks(world, 100);
    world.clock.advance(EVERY_MS);
    await world.work.reconcileDue();
    expect(asked(world)).toEqual([1, 0]);
    world.clock.advance(EVERY_MS);
    await change(world.db, legs, eq(legs.status, 'in-progress'), { joined_at: new Date(world.clock.now()) });
    await world.work.reconcileDue();
    expect(asked(world)).toEqual([1, 0]);
  });

  it('takes as many requests with three servers as with one', async () => {
    const world = await startWith();
    await world.work.reconcileDue();
    await addTalks(world, 2);
    // Asked about by itself, because it isn't in the provider's list.
    world.provider.calls.delete('CAlead1');
    setProviderCall(world, 'CAlead1', { status: 'ringing' });
    const counts: number[][] = [];
    for (const servers of [1, 3]) {
      world.provider.journal.length = 0;
      world.clock.advance(EVERY_MS);
      // They share only the database.
      await Promise.all(Array.from({ length: servers }, () => world.work.reconcileDue()));
      counts.push(asked(world));
    }
    expect(counts).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('isn’t prevented by a server whose clock was ahead', async () => {
    const world = await startWith();
    await world.work.reconcileDue();
    world.clock.setBack(3_600_000);
    await addTalks(world, 1);
    world.clock.advance(EVERY_MS);
    await world.work.reconcileDue();
    expect(asked(world)).toEqual([1, 0]);
  });

  it('ends a call within a minute of a lost hang-up, also if its other leg has just reported', async () => {
    const world = await startWith();
    const ann = await world.waiting('agent@demo.test');
    setProviderCall(world, CALLER.CallSid);
    const { ring, callId } = await connectCaller(world, ann);
    setProviderCall(world, ring.sid, { status: 'completed' });
    setProviderCall(world, CALLER.CallSid, { status: 'completed' });
    for (let seconds = 0; seconds < 60; seconds += 5) {
      world.clock.advance(5_000);
      const joined_at = new Date(world.clock.now());
      await change(world.db, legs, eq(legs.provider_sid, ring.sid), { joined_at });
      await world.work.reconcileDue();
    }
    expect(await world.call(callId)).toMatchObject({ status: 'completed', vanished_at: null });
  });

  it('compares all legs in a server’s first round, unless another server has done so since', async () => {
    const world = await startWith();
    await world.work.reconcileDue();
    await addTalks(world, 1);
    world.clock.advance(1_000);
    await change(world.db, legs, sql`true`, { joined_at: new Date(world.clock.now()) });
    await world.work.reconcileDue();
    expect(asked(world)).toEqual([0, 0]);
    await world.restart();
    await world.settle();
    expect(asked(world)).toEqual([1, 0]);
  });
});
