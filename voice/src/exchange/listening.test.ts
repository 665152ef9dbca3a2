import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Listening } from './listening.ts';
import type { MediaPort } from './media-port.ts';

const LEG = 'CA1';
const LOUD = 0.2;

let now = 0;
let level = 0;
beforeEach(() => {
  now = 1_000;
  level = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Somebody who is listened to, and what was reported of them. */
function listened(silentMs: number) {
  const media: Pick<MediaPort, 'order'> = {
    order: (async () => ({ levels: [{ leg: LEG, in: level }] })) as unknown as MediaPort['order'],
  };
  const told: string[] = [];
  const end = new Listening(media as MediaPort, pino({ level: 'silent' })).watch(LEG, silentMs, (event) =>
    told.push(event),
  );
  return { told, end };
}

/** @param late how many ms later than it should the last look comes */
async function pass(ms: number, late = 0): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) {
    now += 250 + (passed + 250 >= ms ? late : 0);
    await vi.advanceTimersByTimeAsync(250);
  }
}

test('a voice is told when it begins, and its silence once, when it has lasted so long', async () => {
  const { told, end } = listened(3_000);
  level = LOUD;
  await pass(2_000);
  expect(told).toEqual(['voice']);
  level = 0;
  await pass(2_750);
  expect(told).toEqual(['voice']);
  await pass(250);
  expect(told).toEqual(['voice', 'silence']);
  await pass(10_000);
  expect(told).toEqual(['voice', 'silence']);
  level = LOUD;
  await pass(250);
  expect(told).toEqual(['voice', 'silence', 'voice']);
  end();
});

test('who never speaks is silent after the same time', async () => {
  const { told, end } = listened(3_000);
  await pass(2_750);
  expect(told).toEqual([]);
  await pass(250);
  expect(told).toEqual(['silence']);
  end();
});

test('a time in which nobody could listen is no silence', async () => {
  const { told, end } = listened(3_000);
  await pass(1_000, 10_000);
  expect(told).toEqual([]);
  level = LOUD;
  await pass(250);
  level = 0;
  await pass(1_000, 10_000);
  expect(told).toEqual(['voice']);
  await pass(2_000);
  expect(told).toEqual(['voice', 'silence']);
  end();
});
