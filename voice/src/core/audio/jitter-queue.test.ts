import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FRAME_SAMPLES, ULAW_SILENCE } from './g711.ts';
import { JitterQueue } from './jitter-queue.ts';

const frame = (value: number) => new Uint8Array(FRAME_SAMPLES).fill(value);

function pull(queue: JitterQueue): number | null {
  const out = new Uint8Array(FRAME_SAMPLES);
  return queue.pull(out) ? (out[0] ?? null) : null;
}

/** '1' pushes packet number 1 (its samples are 1), '-' pulls. Returns what the pulls gave, '.' for nothing. */
function run(steps: string): string {
  const queue = new JitterQueue();
  let heard = '';
  for (const step of steps) {
    if (step === '-') {
      const value = pull(queue);
      heard += value === null ? '.' : value === ULAW_SILENCE ? '_' : String(value);
    } else queue.push(Number(step), frame(Number(step)));
  }
  return heard;
}

test.each([
  ['nothing comes out of an empty queue', '--', '..'],
  ['it waits for two frames before it starts', '1-2-3-4-', '.123'],
  ['an early start is not repeated while it runs', '12-3-4-5-', '1234'],
  ['a hole of one is filled with the frame before', '12-4-5-6-7-', '12245'],
  ['a longer hole is filled with the frame before, then silence', '12-5-----', '122_5.'],
  ['a packet of the past is dropped', '12-3-2-4----', '1234...'],
  ['a packet twice is played once', '1122-3---', '123.'],
  ['running dry fills up again before it goes on', '12---3-4-', '12..3'],
])('%s', (_sentence, steps, expected) => {
  expect(run(steps)).toBe(expected);
});

test('a stall of 200 ms is gone within a second', () => {
  const queue = new JitterQueue();
  let sequence = 0;
  const push = () => {
    queue.push(sequence & 0xffff, frame(1));
    sequence += 1;
  };
  push();
  push();
  for (let i = 0; i < 50; i += 1) {
    pull(queue);
    push();
  }
  const before = queue.depth;
  for (let i = 0; i < 10; i += 1) pull(queue);
  for (let i = 0; i < 10; i += 1) push();
  expect(queue.depth).toBeGreaterThan(before + 5 * FRAME_SAMPLES);
  for (let i = 0; i < 50; i += 1) {
    pull(queue);
    push();
  }
  expect(queue.depth).toBeLessThanOrEqual(before);
});

test('the sequence number wraps without a gap', () => {
  const queue = new JitterQueue();
  const heard: (number | null)[] = [];
  [65534, 65535, 0, 1].forEach((sequence, i) => {
    queue.push(sequence, frame(i + 1));
  });
  for (let i = 0; i < 4; i += 1) heard.push(pull(queue));
  expect(heard).toEqual([1, 2, 3, 4]);
});

test('whatever comes, the queue holds at most half a second and never breaks', () => {
  const step = fc.oneof(
    fc.record({ sequence: fc.integer({ min: 0, max: 65535 }), length: fc.integer({ min: 0, max: 5000 }) }),
    fc.constant(null),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const queue = new JitterQueue();
      const out = new Uint8Array(FRAME_SAMPLES);
      for (const each of steps) {
        if (each === null) queue.pull(out);
        else queue.push(each.sequence, new Uint8Array(each.length));
        expect(queue.depth).toBeGreaterThanOrEqual(0);
        expect(queue.depth).toBeLessThanOrEqual(25 * FRAME_SAMPLES);
      }
    }),
  );
});
