import { expect, test } from 'vitest';
import { ReceptionStats } from './reception.ts';

function count(sequences: readonly number[]): ReturnType<ReceptionStats['report']> {
  const reception = new ReceptionStats(1);
  for (const sequence of sequences) reception.add(sequence, sequence * 160, sequence * 160);
  return reception.report();
}

test.each([
  ['a stream without packets', [], { fraction: 0, lost: 0, highest: 0, jitter: 0 }],
  ['a stream without loss', [5, 6, 7, 8], { fraction: 0, lost: 0, highest: 8, jitter: 0 }],
  ['a stream with one of four packets lost', [5, 6, 8], { fraction: 64, lost: 1, highest: 8, jitter: 0 }],
  ['a reordered stream', [5, 7, 6, 8], { fraction: 0, lost: 0, highest: 8, jitter: 0 }],
  [
    'a stream beyond 16-bit sequence numbers',
    [65_535, 65_536, 65_537],
    { fraction: 0, lost: 0, highest: 65_537, jitter: 0 },
  ],
])('%s is counted', (_name, sequences, expected) => {
  expect(count(sequences)).toEqual(expected);
});

test('the fraction lost covers the last interval, and the total covers the whole stream', () => {
  const reception = new ReceptionStats(1);
  for (const sequence of [0, 1, 3]) reception.add(sequence, 0, 0);
  expect(reception.report()).toMatchObject({ fraction: 64, lost: 1 });
  for (const sequence of [4, 5, 6]) reception.add(sequence, 0, 0);
  expect(reception.report()).toMatchObject({ fraction: 0, lost: 1 });
});

test('a stream without packets since the last report has nothing to report', () => {
  const reception = new ReceptionStats(1);
  expect(reception.hasNewPackets).toBe(false);
  reception.add(5, 0, 0);
  expect(reception.hasNewPackets).toBe(true);
  reception.report();
  expect(reception.hasNewPackets).toBe(false);
  reception.add(6, 0, 0);
  expect(reception.hasNewPackets).toBe(true);
});

test('packets that arrive unevenly raise the jitter', () => {
  const reception = new ReceptionStats(1);
  for (let i = 0; i < 200; i += 1) reception.add(i, i * 160, i * 160 + (i % 2) * 80);
  expect(reception.report().jitter).toBeGreaterThan(60);
  expect(reception.report().jitter).toBeLessThan(90);
});
