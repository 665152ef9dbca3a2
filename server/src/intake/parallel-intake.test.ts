import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { calls, leads, scheduledCalls, teams } from '../platform/database/schema.ts';
import { find } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import { requestJson, type TestResponse } from '../testing/world/edge.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

/** The embedded database has no concurrent transactions. */
const REPEATS = { postgres: process.env['OFFHOOK_RACES'] === undefined ? 8 : 64, embedded: 4 };
const LONG_TIMEOUT = { timeout: 240_000 };
const PHONE = '+14155552600';

withDatabase('concurrent repeats of a request', (open) => {
  let kind: keyof typeof REPEATS = 'embedded';
  const start = testWorlds(async (options) => {
    const opened = await open(options);
    kind = opened.kind;
    return opened;
  });

  async function repeat(world: TestWorld, path: string, headers: object = {}, body: object = {}) {
    /** Retries on 5xx, because a busy database rejects some requests. */
    const send = async (): Promise<TestResponse> => {
      const response = await requestJson(
        world.base(),
        'POST',
        path,
        { authorization: 'Bearer demo-100', ...headers },
        { phone_number: PHONE, fname: 'Ada', ...body },
      );
      return response.status >= 500 ? send() : response;
    };
    const responses = await Promise.all(Array.from({ length: REPEATS[kind] }, send));
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    const [lead, ...others] = await world.db.select().from(leads).where(eq(leads.phone_number, PHONE));
    expect(others).toEqual([]);
    const leadIds = new Set(responses.map(({ body: fields }) => (fields['lead'] as { id: number }).id));
    expect([...leadIds]).toEqual([lead?.id]);
    return {
      calls: await find(world.db, calls, eq(calls.lead_id, lead?.id ?? 0)),
      scheduled: await find(world.db, scheduledCalls, eq(scheduledCalls.lead_id, lead?.id ?? 0)),
      callIds: [...new Set(responses.map(({ body: fields }) => fields['call_id']))],
    };
  }

  it.each([
    ['with one key', { 'idempotency-key': 'form-1' }],
    ['with the same number', {}],
  ])('%s create one lead and one call, which every response returns', LONG_TIMEOUT, async (_, headers) => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const result = await repeat(world, '/api/v1/leads', headers);
    expect(result.calls).toHaveLength(1);
    expect(result.callIds).toEqual([result.calls[0]?.id]);
    await world.waitForRing(ann.id);
    expect(world.provider.requests('create')).toHaveLength(1);
  });

  it.each([
    ['with one key', { 'idempotency-key': 'form-1' }],
    ['with the same number', {}],
  ])('%s create one call even if no agent is available', LONG_TIMEOUT, async (_, headers) => {
    const world = await start();
    const result = await repeat(world, '/api/v1/leads', headers);
    expect(result.calls).toHaveLength(1);
    expect(result.callIds).toEqual([result.calls[0]?.id]);
    expect(result.scheduled.filter(({ ended_at }) => ended_at === null)).toHaveLength(1);
  });

  it('create one call each while the team has no hours, is closed and is open', LONG_TIMEOUT, async () => {
    const world = await start();
    const set = (schedule: WeeklySchedule | null) => world.db.update(teams).set({ schedule });
    const yesterday = new Date(world.clock.now() - 86_400_000).getUTCDay() || 7;
    const countOpen = ({ scheduled }: { scheduled: { ended_at: Date | null }[] }) =>
      scheduled.filter(({ ended_at }) => ended_at === null).length;
    const newest = ({ calls: rows }: { calls: { id: number }[] }) => Math.max(...rows.map(({ id }) => id));

    await set({ time_zone: 'UTC', pieces: [] });
    const never = await repeat(world, '/api/v1/leads');
    expect([never.calls.length, never.callIds, countOpen(never)]).toEqual([1, [newest(never)], 0]);

    await set({ time_zone: 'UTC', pieces: [{ day: yesterday, from: 0, to: 1440 }] });
    const later = await repeat(world, '/api/v1/leads');
    expect([later.calls.length, later.callIds, countOpen(later)]).toEqual([2, [newest(later)], 1]);

    await set(null);
    const ann = await world.waiting('agent@demo.test');
    const now = await repeat(world, '/api/v1/leads');
    expect([now.calls.length, now.callIds, countOpen(now)]).toEqual([3, [newest(now)], 0]);
    await world.waitForRing(ann.id);
  });

  it('schedule one call', LONG_TIMEOUT, async () => {
    const world = await start();
    const at = new Date(world.clock.now() + 7_200_000).toISOString();
    const result = await repeat(world, '/api/v1/calls', { 'idempotency-key': 'crm-1' }, { at });
    expect([result.calls.length, result.scheduled.length]).toEqual([0, 1]);
    const other = await start();
    const withoutKey = await repeat(other, '/api/v1/calls', {}, { at });
    expect(withoutKey.scheduled.filter(({ ended_at }) => ended_at === null)).toHaveLength(1);
  });

  it('create one immediate call while due calls are polled', LONG_TIMEOUT, async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const polls = Array.from({ length: 8 }, () => world.work.poll());
    await repeat(world, '/api/v1/calls');
    await Promise.all(polls);
    await world.settle();
    await world.waitForRing(ann.id);
    const result = await repeat(world, '/api/v1/calls');
    expect(result.calls).toHaveLength(1);
    expect(result.scheduled.filter(({ ended_at }) => ended_at === null)).toEqual([]);
  });
});
