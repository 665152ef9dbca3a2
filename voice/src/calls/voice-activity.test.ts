import pino from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { MediaPort } from './media-port.ts';
import { VoiceActivity } from './voice-activity.ts';

const LEG = 'CA1';
const LOUD = 0.2;

let audioMs = 0;
let level = 0;
beforeEach(() => {
  audioMs = 1_000;
  level = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Somebody who is listened to, and what was reported of them. */
function listened(silentMs: number) {
  const media: Pick<MediaPort, 'order'> = {
    order: (async () => ({ levels: [{ leg: LEG, in: level }], audioMs })) as unknown as MediaPort['order'],
  };
  const told: string[] = [];
  const end = new VoiceActivity(media as MediaPort, pino({ level: 'silent' })).watch(LEG, silentMs, (event) =>
    told.push(event),
  );
  onTestFinished(end);
  return told;
}

/**
 * @param late how many ms later than it should the last look comes
 * @param speed the media process's share of the clock
 */
async function pass(ms: number, { late = 0, speed = 1 } = {}): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) {
    audioMs += (250 + (passed + 250 >= ms ? late : 0)) * speed;
    await vi.advanceTimersByTimeAsync(250);
  }
}

test('a voice is told when it begins, and its silence once, when it has lasted so long', async () => {
  const told = listened(3_000);
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
});

test('who never speaks is silent after the same time', async () => {
  const told = listened(3_000);
  await pass(2_750);
  expect(told).toEqual([]);
  await pass(250);
  expect(told).toEqual(['silence']);
});

test('while the media process runs at a tenth of its speed, a silence takes ten times as long', async () => {
  const told = listened(2_000);
  await pass(19_750, { speed: 0.1 });
  expect(told).toEqual([]);
  await pass(250, { speed: 0.1 });
  expect(told).toEqual(['silence']);
});

test('a media process that was started anew begins no silence and ends none', async () => {
  const told = listened(2_000);
  await pass(1_000);
  audioMs = 0;
  await pass(1_000);
  expect(told).toEqual([]);
  await pass(250);
  expect(told).toEqual(['silence']);
});

test('a time in which nobody could listen is no silence', async () => {
  const told = listened(3_000);
  await pass(1_000, { late: 10_000 });
  expect(told).toEqual([]);
  level = LOUD;
  await pass(250);
  level = 0;
  await pass(1_000, { late: 10_000 });
  expect(told).toEqual(['voice']);
  await pass(2_000);
  expect(told).toEqual(['voice', 'silence']);
});
