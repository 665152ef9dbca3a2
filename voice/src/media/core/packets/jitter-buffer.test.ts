import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FRAME_MS, FRAME_SAMPLES } from '../audio/g711.ts';
import { JitterBuffer } from './jitter-buffer.ts';

const frame = (value: number) => new Uint8Array(FRAME_SAMPLES).fill(value);

/** '1' pushes packet 1, '-' advances 20 ms and pulls. Returns packet numbers, '~' if concealed, '.' if empty. */
function run(steps: string): string {
  const buffer = new JitterBuffer();
  const out = new Uint8Array(FRAME_SAMPLES);
  let output = '';
  let now = 1000;
  for (const step of steps) {
    if (step !== '-') {
      buffer.push(Number(step) * FRAME_SAMPLES, frame(Number(step)), now);
      continue;
    }
    now += FRAME_MS;
    const concealedBefore = buffer.concealed;
    if (!buffer.pull(out, now)) output += '.';
    else output += buffer.concealed > concealedBefore ? '~' : String(out.at(-1));
  }
  return output;
}

test.each([
  ['an empty buffer returns nothing', '--', '..'],
  ['the first packet waits one frame', '1-2-3-4-', '1234'],
  ['a lost packet is concealed without extra delay', '1-2--4-5-6-', '12~456'],
  ['the buffer waits for a late packet and plays it', '1-2--34-5-6-', '12~345'],
  ['reordered packets are played in order', '1--32-4-5-', '1~234'],
  ['a packet that arrives too late is dropped', '1-2--4-35-6-', '12~456'],
  ['a duplicate packet is played once', '1-22-3-', '123'],
  ['concealment fades out after three frames', '1-2-------', '12~~~...'],
])('%s', (_name, steps, expected) => {
  expect(run(steps)).toBe(expected);
});

interface Packet {
  readonly number: number;
  readonly at: number;
}

/** A packet's last byte is its number modulo 200. */
function play(packets: readonly Packet[], ticks: readonly number[]) {
  const buffer = new JitterBuffer();
  const out = new Uint8Array(FRAME_SAMPLES);
  const pending = [...packets].sort((a, b) => a.at - b.at);
  const delays: { readonly at: number; readonly delay: number }[] = [];
  for (const at of ticks) {
    for (let next = pending[0]; next !== undefined && next.at <= at; next = pending[0]) {
      buffer.push((next.number * FRAME_SAMPLES) | 0, frame(next.number % 200), next.at);
      pending.shift();
    }
    const concealedBefore = buffer.concealed;
    if (!buffer.pull(out, at) || buffer.concealed > concealedBefore) continue;
    const number = Math.floor(at / FRAME_MS);
    const played = number - ((((number - (out.at(-1) ?? 0)) % 200) + 200) % 200);
    delays.push({ at, delay: at - played * FRAME_MS });
  }
  const longest = (from: number, to: number) =>
    Math.max(...delays.filter(({ at }) => at >= from && at < to).map(({ delay }) => delay));
  return { concealed: buffer.concealed, longest, heard: delays.length };
}

const regular = (count: number, late: (number: number) => number = () => 0): Packet[] =>
  Array.from({ length: count }, (_, number) => ({ number, at: number * FRAME_MS + late(number) }));
const everyTick = (count: number) => Array.from({ length: count }, (_, i) => 10 + i * FRAME_MS);

function seededRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test('evenly spaced packets are delayed by 20 to 40 ms', () => {
  const { concealed, longest } = play(regular(200), everyTick(200));
  expect(longest(0, 4000)).toBeLessThan(40);
  expect(concealed).toBe(0);
});

test('the extra delay of a 200 ms network stall disappears within 1 s', () => {
  const stalled = regular(300, (number) => (number >= 100 && number < 110 ? (110 - number) * FRAME_MS : 0));
  const { longest } = play(stalled, everyTick(300));
  expect(longest(2200, 2300)).toBeGreaterThan(150);
  expect(longest(3200, 6000)).toBeLessThan(50);
});

test('the extra delay of a 200 ms local stall disappears within 1 s', () => {
  const ticks = everyTick(300).map((at) => (at > 2000 && at < 2200 ? 2200 : at));
  const packets = regular(300, (number) => (number > 100 && number < 110 ? (110 - number) * FRAME_MS : 0));
  const { longest } = play(packets, ticks);
  expect(longest(3200, 6000)).toBeLessThan(50);
});

test('the delay adapts to 80 ms of jitter and shrinks when the jitter ends', () => {
  const random = seededRandom();
  const jittery = regular(1000, (number) => (number < 500 ? Math.floor(random() * 80) : 0));
  const ticks = everyTick(1000);
  const { concealed, longest, heard } = play(jittery, ticks);
  expect(longest(3000, 10_000)).toBeLessThan(150);
  expect(longest(14_000, 20_000)).toBeLessThan(50);
  // Some packets are lost before the buffer adapts.
  expect(concealed).toBeLessThan(40);
  expect(heard).toBeGreaterThan(950);
});

test('10% packet loss is concealed without extra delay', () => {
  const random = seededRandom();
  const packets = regular(1000).filter(() => random() >= 0.1);
  const { concealed, longest } = play(packets, everyTick(1000));
  expect(concealed).toBeGreaterThan(60);
  expect(concealed).toBeLessThan(130);
  expect(longest(2000, 20_000)).toBeLessThan(60);
});

test('timestamps wrap without a gap, and a restarted stream is played', () => {
  const buffer = new JitterBuffer();
  const out = new Uint8Array(FRAME_SAMPLES);
  const played: number[] = [];
  const starts = [2 ** 32 - 320, 2 ** 32 - 160, 0, 160, 1_000_000, 1_000_160];
  starts.forEach((timestamp, i) => {
    buffer.push(timestamp, frame(i + 1), i * FRAME_MS);
    if (buffer.pull(out, (i + 1) * FRAME_MS)) played.push(out.at(-1) ?? 0);
  });
  expect(played).toEqual([1, 2, 3, 4, 5, 6]);
});

test('while paused, a packet more than 500 ms older than the newest is dropped', () => {
  const buffer = new JitterBuffer();
  const out = new Uint8Array(FRAME_SAMPLES);
  const played: number[] = [];
  let now = 0;
  const pull = () => {
    now += FRAME_MS;
    const concealedBefore = buffer.concealed;
    if (buffer.pull(out, now) && buffer.concealed === concealedBefore) played.push(out.at(-1) ?? 0);
  };
  buffer.push(0, frame(1), now);
  for (let i = 0; i < 2; i += 1) pull();
  buffer.push(2160, frame(2), now);
  buffer.push(6000, frame(4), now);
  buffer.push(300, frame(3), now);
  expect(buffer.depth).toBe(25 * FRAME_SAMPLES);
  for (let i = 0; i < 40; i += 1) pull();
  expect(played[0]).toBe(1);
  expect(played[1]).toBe(2);
  expect(played).not.toContain(3);
});

test('whatever the input, the buffer holds at most 500 ms', () => {
  const step = fc.oneof(
    fc.record({
      timestamp: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      length: fc.integer({ min: 0, max: 5000 }),
      wait: fc.integer({ min: 0, max: 3000 }),
    }),
    fc.record({
      timestamp: fc.integer({ min: 0, max: 8000 }),
      length: fc.constant(160),
      wait: fc.integer({ min: 0, max: 100 }),
    }),
    fc.constant(null),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const buffer = new JitterBuffer();
      const out = new Uint8Array(FRAME_SAMPLES);
      let now = 0;
      for (const each of steps) {
        if (each === null) {
          now += FRAME_MS;
          buffer.pull(out, now);
        } else {
          now += each.wait;
          buffer.push(each.timestamp, new Uint8Array(each.length), now);
        }
        expect(buffer.depth).toBeGreaterThanOrEqual(0);
        expect(buffer.depth).toBeLessThanOrEqual(25 * FRAME_SAMPLES);
      }
    }),
  );
});
