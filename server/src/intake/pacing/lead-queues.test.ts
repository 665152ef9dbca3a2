import { RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { expect, it } from 'vitest';
import { scheduledCalls } from '../../platform/database/schema.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { testWorlds } from '../../testing/world/world.ts';
import { createLeadQueues } from './lead-queues.ts';

withDatabase('the queue in a presence response', (open) => {
  const start = testWorlds(open);

  it('counts the leads that the agent may be offered', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    await world.db.delete(scheduledCalls);
    const queue = async (phone_id = 'first') => (await ann.present({ phone_id })).body['queue'];
    expect(await queue()).toMatchObject({ waiting: 0, next_due_at: null });
    await ann.present({ phone_id: 'first', leaving: true });
    for (const phone_number of ['+14155552601', '+14155552602']) await world.postLead({ phone_number });
    await world.postLead({ phone_number: '+14155552603', owner: 'agent2@demo.test' });
    const due = new Date(world.clock.now() + 60_000);
    await world.db.update(scheduledCalls).set({ due_at: due });
    await world.advance(2_000);
    expect(await queue('second')).toEqual({
      at: new Date(world.clock.now()).toISOString(),
      waiting: 2,
      next_due_at: due.toISOString(),
      after_missed_ring: false,
      off_shift_until: null,
    });
    expect((await ann.present({ phone_id: 'second', state: 'disposition' })).body).toMatchObject({
      queue: null,
    });
  });

  it('has the next lead a minute after a ring that the agent missed', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    await world.db.delete(scheduledCalls);
    await ann.present();
    await world.postLead({ phone_number: '+14155552601' });
    await world.waitForRing(ann.id);
    await world.advance(RING_TIMEOUT_MS);
    const missedAt = world.clock.now();
    await world.db.update(scheduledCalls).set({ due_at: new Date(missedAt + 30_000) });
    world.clock.advance(2_000);
    const queue = async () => (await ann.present()).body['queue'];
    expect(await queue()).toMatchObject({
      waiting: 1,
      next_due_at: new Date(missedAt + 60_000).toISOString(),
      after_missed_ring: true,
    });
  });

  it('costs two queries in two seconds, however many phones report', async () => {
    const world = await start();
    let queries = 0;
    const db = new Proxy(world.db, {
      get(target, name) {
        if (name === 'execute') queries += 1;
        return Reflect.get(target, name);
      },
    });
    const queueOf = createLeadQueues({ db, clock: world.clock, log: world.work.deps.log });
    const all = await Promise.all(Array.from({ length: 500 }, () => queueOf({ id: 1, account_id: 100 })));
    expect(all).toHaveLength(500);
    expect(queries).toBe(2);
    world.clock.advance(2_000);
    await queueOf({ id: 1, account_id: 100 });
    expect(queries).toBe(3);
  });

  it('is read once at a time, however slow the database is', async () => {
    const world = await start();
    let reads = 0;
    let answer = () => {};
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const db = new Proxy(world.db, {
      get(target, name) {
        if (name !== 'execute') return Reflect.get(target, name);
        reads += 1;
        return async (...query: Parameters<typeof target.execute>) => {
          await slow;
          return target.execute(...query);
        };
      },
    });
    const queueOf = createLeadQueues({ db, clock: world.clock, log: world.work.deps.log });
    const first = queueOf({ id: 1, account_id: 100 });
    world.clock.advance(60_000);
    const second = queueOf({ id: 1, account_id: 100 });
    answer();
    await Promise.all([first, second]);
    expect(reads).toBe(2);
  });

  it('is unknown, and the phone stays reachable, if it can’t be read', async () => {
    const world = await start();
    const db = new Proxy(world.db, {
      get(target, name) {
        if (name === 'execute') throw new Error('no connection');
        return Reflect.get(target, name);
      },
    });
    const queueOf = createLeadQueues({ db, clock: world.clock, log: world.work.deps.log });
    expect(await queueOf({ id: 1, account_id: 100 })).toBeNull();
  });
});
