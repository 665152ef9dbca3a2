import { and, eq, inArray, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { withDatabase } from '../../testing/database/database.ts';
import { SILENT } from '../../testing/world/edge.ts';
import { testWorlds, until } from '../../testing/world/world.ts';
import { effects } from '../database/schema.ts';
import { startEffectsWorker } from './effects-worker.ts';

const LEAD = { phone_number: '+14155550100' };

withDatabase('the effects worker', (open) => {
  const start = testWorlds(open);

  it('retries a failed effect without an explicit poll, and performs a delayed effect when it is due', async () => {
    const world = await start({ pollEveryMs: 20 });
    const ann = await world.waiting('agent@demo.test');
    world.provider.faults.push({ kind: 'create', fault: 'fail' });
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    expect(world.provider.calls.size).toBe(0);
    world.clock.advance(1_000);
    await until('the second attempt', () => world.provider.calls.size === 1);
    const ring = await world.waitForRing(ann.id, 2);
    await ann.get(`/api/v1/callusers/${/call_user_id=(\d+)/.exec(ring.offerPath)?.[1]}`);
    world.clock.advance(30_000);
    await until('the end of the ring', async () => (await world.call(callId)).status === 'missed');
  });

  it('performs an effect scheduled by another process', async () => {
    const world = await start({ pollEveryMs: 20 });
    const sid = `RE${'a'.repeat(32)}`;
    world.provider.recordings.set(sid, new Uint8Array(44));
    await world.db.insert(effects).values({
      kind: 'forgetRecording',
      payload: { kind: 'forgetRecording', sid },
      due_at: new Date(world.clock.now()),
      created_at: new Date(world.clock.now()),
    });
    await until('the recording to be removed', () => !world.provider.recordings.has(sid));
    await world.settle();
    expect(await world.db.select().from(effects).where(eq(effects.kind, 'forgetRecording'))).toMatchObject([
      { done_at: expect.any(Date) },
    ]);
  });

  it('leaves effects of a newer version to its servers, and performs all others', async () => {
    const world = await start({ pollEveryMs: 20 });
    const sid = `RE${'b'.repeat(32)}`;
    world.provider.recordings.set(sid, new Uint8Array(44));
    const due = { due_at: new Date(world.clock.now()), created_at: new Date(world.clock.now()) };
    const newer = [
      { kind: 'addedLater', payload: { kind: 'addedLater' } },
      { kind: 'removeFile', payload: { kind: 'removeFile', storage: 'added later', path: 'one.wav' } },
    ];
    await world.db.insert(effects).values(newer.map((effect) => ({ ...due, ...effect })));
    await world.db
      .insert(effects)
      .values({ ...due, kind: 'forgetRecording', payload: { kind: 'forgetRecording', sid } });
    await until('the recording to be removed', () => !world.provider.recordings.has(sid));
    await world.settle();
    const [unknown] = await world.db.select().from(effects).where(eq(effects.kind, 'addedLater'));
    expect(unknown).toMatchObject({ done_at: null, claimed_by: null, attempts: 0 });
    const [unreadable] = await world.db.select().from(effects).where(eq(effects.kind, 'removeFile'));
    expect(unreadable).toMatchObject({ done_at: null, last_error: null });
  });

  it('gives up an effect that no server could read for a day, and keeps those of unknown kinds', async () => {
    const world = await start();
    const { db, clock } = world;
    const due = { due_at: new Date(clock.now()), created_at: new Date(clock.now()) };
    const payload = { kind: 'removeFile', storage: 'added later', path: 'one.wav' };
    await db.insert(effects).values([
      { ...due, kind: 'removeFile', payload },
      { ...due, kind: 'addedLater', payload: { kind: 'addedLater' } },
    ]);
    await world.advance(23 * 3_600_000);
    const open = () =>
      db
        .select()
        .from(effects)
        .where(and(isNull(effects.done_at), inArray(effects.kind, ['removeFile', 'addedLater'])));
    expect(await open()).toHaveLength(2);
    await world.advance(2 * 3_600_000);
    expect(await db.select().from(effects).where(eq(effects.kind, 'removeFile'))).toMatchObject([
      { done_at: expect.any(Date), last_error: 'unreadable' },
    ]);
    expect(await open()).toMatchObject([{ kind: 'addedLater', attempts: 0 }]);
  });

  it('rings immediately and ends the ring after 30 s when the clock is set back by an hour', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const before = Number((await world.postLead(LEAD)).body['call_id']);
    const ring = await world.waitForRing(ann.id);
    await ann.get(`/api/v1/callusers/${/call_user_id=(\d+)/.exec(ring.offerPath)?.[1]}`);
    world.clock.setBack(3_600_000);
    await world.advance(30_000);
    expect(await world.call(before)).toMatchObject({ status: 'missed' });
    await ann.present();
    await world.postLead({ phone_number: '+14155550101' });
    await world.waitForRing(ann.id, 2);
  });

  it('keeps a ring and ends it after 30 s when the clock is set forward by an hour', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    const ring = await world.waitForRing(ann.id);
    await ann.get(`/api/v1/callusers/${/call_user_id=(\d+)/.exec(ring.offerPath)?.[1]}`);
    world.clock.setForward(3_600_000);
    await world.advance(28_000);
    expect(await world.callUsersOf(callId)).toMatchObject([{ user_id: ann.id, status: 'ringing' }]);
    await world.advance(2_000);
    expect(await world.call(callId)).toMatchObject({ status: 'missed' });
  });

  it('counts an attempt whose outcome it couldn’t record before it stopped', async () => {
    const world = await start();
    const { clock } = world;
    const db: typeof world.db = Object.create(world.db);
    let isReachable = true;
    db.update = (table) => {
      if (!isReachable) throw new Error('the database is out of reach');
      return world.db.update(table);
    };
    const due = { due_at: new Date(clock.now()), created_at: new Date(clock.now()) };
    const payload = { kind: 'forgetText', sid: 'SM1' };
    const [row] = await world.db
      .insert(effects)
      .values({ ...due, kind: 'forgetText', payload })
      .returning();
    const worker = startEffectsWorker({
      db,
      clock,
      log: SILENT,
      process: 'one',
      pollEveryMs: Number.POSITIVE_INFINITY,
      async perform() {
        isReachable = false;
        return { type: 'again', inMs: 250, error: 'the response was lost' };
      },
    });
    await worker.poll();
    isReachable = true;
    await worker.stop();
    const [after] = await world.db
      .select()
      .from(effects)
      .where(eq(effects.id, row?.id ?? 0));
    expect(after).toMatchObject({ attempts: 1, done_at: null });
  });
});
