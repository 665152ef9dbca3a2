import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { calls, callUsers, profiles, scheduledCalls, teams } from '../../platform/database/schema.ts';
import { callsWith, find, firstRow } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { type TestWorld, testWorlds, until } from '../../testing/world/world.ts';
import { createPacing } from './pacing.ts';

withDatabase('pacing by free agents', (open) => {
  const start = testWorlds(open);
  const PHONES = ['+14155552601', '+14155552602', '+14155552603'] as const;
  const OTHERS = ['+14155552604', '+14155552605'] as const;

  const openRing = async ({ db }: TestWorld, userId: number) =>
    (await find(db, callUsers, and(eq(callUsers.user_id, userId), isNull(callUsers.ended_at))))[0];

  it('offers the next lead when an agent’s phone reports that it is ready, without a poll', async () => {
    const world = await start({ settles: false });
    const ann = await world.agent('agent@demo.test');
    await world.postLead({ phone_number: PHONES[0] });
    await until('the recorded attempt', async () => (await callsWith(world.db, PHONES[0]))[0]?.ended_at);
    world.clock.advance(60 * 60_000);
    await ann.present();
    await until('a ring', () => openRing(world, ann.id));
    expect((await callsWith(world.db, PHONES[0])).at(-1)).toMatchObject({ retry: 1, status: 'ringing' });
    await world.settle();
  });

  it('offers the next lead when an agent ignores a ring, without a poll', async () => {
    const world = await start({ settles: false });
    const ann = await world.agent('agent@demo.test');
    for (const phone_number of PHONES) {
      await world.postLead({ phone_number });
      world.clock.advance(1_000);
    }
    for (const phone of PHONES)
      await until('the recorded attempt', async () => (await callsWith(world.db, phone))[0]?.ended_at);
    world.clock.advance(60 * 60_000);
    await ann.present();
    const called: number[] = [];
    for (const phone of PHONES) {
      const callId = await until(`a ring after ${called.length}`, async () => {
        const ring = await openRing(world, ann.id);
        return ring !== undefined && !called.includes(ring.call_id) && ring.call_id;
      });
      called.push(callId);
      expect((await callsWith(world.db, phone)).at(-1)?.id).toBe(callId);
      await ann.post(`/apps/webrtc/${callId}/reject`);
    }
    await world.settle();
  });

  it('uses up one lead’s attempt a minute while the only free agent misses every ring', async () => {
    const world = await start();
    const ann = await world.agent('agent@demo.test');
    for (const phone_number of PHONES) await world.postLead({ phone_number });
    await world.advance(60 * 60_000);
    const attempts = async () => {
      const all = await Promise.all(PHONES.map((phone) => callsWith(world.db, phone)));
      return all.flat().filter(({ planned_for }) => planned_for !== null).length;
    };
    const before = await attempts();
    await ann.present();
    // Each ring ends unacknowledged, and the phone reports on.
    for (let seconds = 0; seconds < 50; seconds += 2) {
      await world.advance(2_000);
      await ann.present();
    }
    expect((await attempts()) - before).toBe(1);
    await world.advance(12_000);
    expect((await attempts()) - before).toBe(2);
  });

  it('leaves leads alone while the provider’s calls per second are spent', async () => {
    const world = await start();
    await world.postLead({ phone_number: PHONES[0] });
    world.clock.advance(60 * 60_000);
    let hasRoom = false;
    const pacing = createPacing({ ...world.work.deps, mayRing: () => hasRoom });
    expect(await pacing.poll()).toBe(0);
    hasRoom = true;
    expect(await pacing.poll()).toBe(1);
  });

  it('starts no call for which the provider’s calls per second don’t suffice', async () => {
    const world = await start({ callsPerSecond: 1 });
    await world.db.update(profiles).set({ mode: 'round_robin' });
    for (const phone_number of PHONES) await world.postLead({ phone_number });
    for (const email of ['agent@demo.test', 'agent2@demo.test']) await (await world.agent(email)).present();
    await world.db.update(scheduledCalls).set({ due_at: new Date(world.clock.now()) });
    const ringing = async () => (await find(world.db, callUsers, isNull(callUsers.ended_at))).length;
    await world.settle();
    expect(await ringing()).toBe(1);
    await world.advance(1_000);
    expect(await ringing()).toBe(2);
  });

  it('serves the team that was served longest ago when the provider’s calls per second are scarce', async () => {
    const world = await start();
    const ann = await world.agent('agent@demo.test');
    const support = await firstRow(find(world.db, teams, eq(teams.name, 'Support')));
    for (const phone_number of PHONES) await world.postLead({ phone_number });
    for (const phone_number of OTHERS) await world.postLead({ phone_number, team_id: support.id });
    let asked = 0;
    const pacing = createPacing({
      ...world.work.deps,
      mayRing: () => {
        asked += 1;
        return asked === 1;
      },
    });
    world.clock.advance(60 * 60_000);
    for (let round = 0; round < 4; round += 1) {
      asked = 0;
      await pacing.agentsFree([ann.id]);
      await pacing.poll();
      world.clock.advance(60_000);
    }
    const rows = await world.db.select().from(calls).where(isNotNull(calls.planned_for)).orderBy(calls.id);
    expect(rows.map(({ team_id }) => team_id === support.id)).toEqual([false, true, false, true]);
  });

  it('asks once for the teams of all agents who become free at the same time', async () => {
    const world = await start();
    await world.postLead({ phone_number: PHONES[0] });
    world.clock.advance(60 * 60_000);
    let asked = 0;
    const pacing = createPacing({
      ...world.work.deps,
      mayRing: () => {
        asked += 1;
        return false;
      },
    });
    const [ann, ben] = [await world.agent('agent@demo.test'), await world.agent('agent2@demo.test')];
    const burst = Array.from({ length: 200 }, (_, index) => pacing.agentsFree([index % 2 ? ann.id : ben.id]));
    await Promise.all(burst);
    expect(asked).toBeLessThanOrEqual(2);
  });
});
