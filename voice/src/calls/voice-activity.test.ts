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

function watchLeg(silentMs: number) {
  const media: Pick<MediaPort, 'send'> = {
    send: (async () => ({ levels: [{ leg: LEG, in: level }], audioMs })) as unknown as MediaPort['send'],
  };
  const events: string[] = [];
  const end = new VoiceActivity(media as MediaPort, pino({ level: 'silent' })).watch(LEG, silentMs, (event) =>
    events.push(event),
  );
  onTestFinished(end);
  return events;
}

/** @param late delay of the last poll in ms @param speed audio time per wall-clock time */
async function advance(ms: number, { late = 0, speed = 1 } = {}): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) {
    audioMs += (250 + (passed + 250 >= ms ? late : 0)) * speed;
    await vi.advanceTimersByTimeAsync(250);
  }
}

test('voice is reported when it starts, and silence once after the configured time', async () => {
  const events = watchLeg(3_000);
  level = LOUD;
  await advance(2_000);
  expect(events).toEqual(['voice']);
  level = 0;
  await advance(2_750);
  expect(events).toEqual(['voice']);
  await advance(250);
  expect(events).toEqual(['voice', 'silence']);
  await advance(10_000);
  expect(events).toEqual(['voice', 'silence']);
  level = LOUD;
  await advance(250);
  expect(events).toEqual(['voice', 'silence', 'voice']);
});

test('a leg that never speaks is reported silent after the configured time', async () => {
  const events = watchLeg(3_000);
  await advance(2_750);
  expect(events).toEqual([]);
  await advance(250);
  expect(events).toEqual(['silence']);
});

test('silence is measured in audio time: at a tenth of the speed, detecting it takes ten times as long', async () => {
  const events = watchLeg(2_000);
  await advance(19_750, { speed: 0.1 });
  expect(events).toEqual([]);
  await advance(250, { speed: 0.1 });
  expect(events).toEqual(['silence']);
});

test('a restart of the media process neither starts nor ends a silence', async () => {
  const events = watchLeg(2_000);
  await advance(1_000);
  audioMs = 0;
  await advance(1_000);
  expect(events).toEqual([]);
  await advance(250);
  expect(events).toEqual(['silence']);
});

test('time between polls that the level meter did not cover does not count as silence', async () => {
  const events = watchLeg(3_000);
  await advance(1_000, { late: 10_000 });
  expect(events).toEqual([]);
  level = LOUD;
  await advance(250);
  level = 0;
  await advance(1_000, { late: 10_000 });
  expect(events).toEqual(['voice']);
  await advance(2_000);
  expect(events).toEqual(['voice', 'silence']);
});
