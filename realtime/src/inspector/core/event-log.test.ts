import { expect, test } from 'vitest';
import type { Observation } from '../../core/observation.ts';
import type { Entry } from './entry.ts';
import { addToLog, clearLog, newEventLog } from './event-log.ts';

const event = (data: string): Observation => ({
  kind: 'event',
  channel: 'news',
  event: 'added',
  data,
  from: 'api',
  socketId: null,
  userId: null,
  recipients: 2,
});
const entries = (log: { lines: string[] }): Entry[] => log.lines.map((line) => JSON.parse(line));

test('entries are numbered and keep their time', () => {
  const log = newEventLog();
  addToLog(log, event('a'), 1_000);
  addToLog(log, event('b'), 2_000);
  expect(entries(log)).toMatchObject([
    { id: 1, at: 1_000, data: 'a' },
    { id: 2, at: 2_000, data: 'b' },
  ]);
});

test('the oldest entries are dropped beyond the number of entries', () => {
  const log = newEventLog();
  for (const data of ['a', 'b', 'c']) addToLog(log, event(data), 0, { entries: 2, chars: 10_000 });
  expect(entries(log)).toMatchObject([{ data: 'b' }, { data: 'c' }]);
});

test('the oldest entries are dropped beyond the size, but the newest stays', () => {
  const log = newEventLog();
  for (const data of ['a', 'b', 'c'.repeat(500)]) addToLog(log, event(data), 0, { entries: 9, chars: 300 });
  expect(entries(log)).toMatchObject([{ id: 3 }]);
  expect(log.chars).toBe(log.lines[0]?.length);
});

test('numbers continue after the log is cleared', () => {
  const log = newEventLog();
  addToLog(log, event('a'), 0);
  clearLog(log);
  expect(log).toMatchObject({ lines: [], chars: 0 });
  addToLog(log, event('b'), 0);
  expect(entries(log)).toMatchObject([{ id: 2 }]);
});

test('a webhook keeps the beginning of a client event’s data', () => {
  const log = newEventLog();
  const sent = { name: 'client_event' as const, channel: 'private-a', event: 'client-a', socket_id: '1.1' };
  const events = [{ ...sent, data: 'x'.repeat(10_000) }];
  addToLog(
    log,
    { kind: 'webhook', url: 'http://a/', events, attempt: 1, status: 200, error: null, durationMs: 5 },
    0,
  );
  expect(log.chars).toBeLessThan(500);
});
