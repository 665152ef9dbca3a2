import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { scheduledCalls } from '../platform/database/schema.ts';
import { watchReadiness } from '../platform/http/health/readiness.ts';
import { withDatabase } from '../testing/database/database.ts';
import { addLead } from '../testing/database/event-rows.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createMetricsReader } from './read-metrics.ts';

const FAILING = {
  execute: () => Promise.reject(new Error('the database is down')),
  select: () => {
    throw new Error('the database is down');
  },
} as unknown as Database;

function reader(db: Database, now = Date.now(), metrics: Metrics = createMetrics(), dataFolder = tmpdir()) {
  const readiness = watchReadiness({
    db,
    canWrite: () => db.execute('select 1').then(() => true),
    hasSpace: () => true,
    telephony: () => true,
    realtime: () => false,
  });
  const read = createMetricsReader({
    ...{ db, metrics, dataFolder, readiness: readiness.read },
    clock: { now: () => now },
  });
  return async () => {
    const { body } = await read();
    return new Map(
      [...body.matchAll(/^(offhook_\S+) (\S+)$/gm)].map(([, name = '', value = '']) => [name, Number(value)]),
    );
  };
}

withDatabase('a scrape', (open) => {
  it('shows the parts that are ready, the disk, and how long the oldest due call waits', async () => {
    const { db } = await open({ demo: true });
    const now = Date.now();
    const [early, late] = [
      await addLead(db, { phone_number: '+14155550881' }, now),
      await addLead(db, { phone_number: '+14155550882' }, now),
    ];
    const scheduled = { account_id: 100, reason: 'test', requested_at: new Date(now) };
    await db.insert(scheduledCalls).values([
      { ...scheduled, lead_id: early, due_at: new Date(now - 90_000) },
      { ...scheduled, lead_id: late, due_at: new Date(now + 90_000) },
    ]);
    const values = await reader(db, now)();
    expect(values.get('offhook_calls_due')).toBe(1);
    expect(values.get('offhook_calls_due_oldest_seconds')).toBe(90);
    expect(values.get('offhook_ready{part="database"}')).toBe(1);
    expect(values.get('offhook_ready{part="realtime"}')).toBe(0);
    expect(values.get('offhook_disk_free_bytes')).toBeGreaterThan(0);
    expect(values.get('offhook_disk_size_bytes')).toBeGreaterThan(values.get('offhook_disk_free_bytes') ?? 0);
  });

  it('leaves out the database’s series while it is down, even those it had before', async () => {
    const { db } = await open({ demo: true });
    const metrics = createMetrics();
    const before = await reader(db, Date.now(), metrics)();
    expect(before.get('offhook_effects_oldest_seconds')).toBe(0);
    expect(before.has('offhook_calls_due')).toBe(true);
    const during = await reader(FAILING, Date.now(), metrics)();
    expect(during.get('offhook_ready{part="database"}')).toBe(0);
    for (const name of ['offhook_effects_oldest_seconds', 'offhook_calls_due', 'offhook_deliveries_waiting'])
      expect(during.has(name), name).toBe(false);
    expect(during.has('offhook_process_resident_memory_bytes')).toBe(true);
  });
});

it('a scrape leaves out the disk if the data folder is gone', async () => {
  const folder = `${tmpdir()}/offhook-no-such-folder`;
  expect(existsSync(folder)).toBe(false);
  const values = await reader(FAILING, Date.now(), createMetrics(), folder)();
  expect(values.has('offhook_disk_free_bytes')).toBe(false);
});

const FIGURES = {
  seconds: 30,
  codec: 'opus',
  mos: null,
  rtt_ms: null,
  jitter_ms: null,
  packets: { sent: 1_500, received: 1_500, lost: 0 },
  warnings: [],
};

it.each([
  ['with audio both ways isn’t one-way', {}, 0, 0],
  ['whose phone received nothing is one-way', { packets: { sent: 9, received: 0, lost: 0 } }, 1, 0],
  ['whose phone sent nothing is one-way', { packets: { sent: 0, received: 9, lost: 0 } }, 0, 1],
  ['without any audio isn’t one-way', { packets: { sent: 0, received: 0, lost: 0 } }, 0, 0],
  ['that ended at once isn’t one-way', { seconds: 3, packets: { sent: 9, received: 0, lost: 0 } }, 0, 0],
])('a call %s', async (_sentence, changed, received, sent) => {
  const metrics = createMetrics();
  metrics.recordCallQuality({ ...FIGURES, ...changed });
  const values = await reader(FAILING, Date.now(), metrics)();
  expect(values.get('offhook_calls_one_way_total{missing="received"}')).toBe(received);
  expect(values.get('offhook_calls_one_way_total{missing="sent"}')).toBe(sent);
});
