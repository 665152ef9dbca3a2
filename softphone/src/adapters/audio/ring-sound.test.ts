import { expect, test } from 'vitest';
import { createRingSound } from './ring-sound.ts';

/** Like Firefox, doesn't find an output device before the page has opened a microphone. */
function ringer() {
  const world = { microphoneOpened: false, sinks: [] as string[], warnings: [] as string[] };
  const audio = {
    loop: false,
    volume: 1,
    currentTime: 0,
    play: async () => {},
    pause: () => {},
    setSinkId: async (deviceId: string) => {
      if (deviceId !== '' && !world.microphoneOpened) throw new DOMException('no device', 'NotFoundError');
      world.sinks.push(deviceId);
    },
  };
  const sound = createRingSound({
    audio: audio as unknown as HTMLAudioElement,
    page: new EventTarget(),
    onLock: () => {},
    warn: (message) => world.warnings.push(message),
  });
  return { ...sound, world };
}

const settle = () => new Promise(setImmediate);

test('a ringer that the browser rejects is retried at each ring, with one warning', async () => {
  const { world, setSink, start, stop } = ringer();
  setSink('desk');
  await settle();
  start();
  await settle();
  stop();
  expect(world.sinks).toEqual([]);
  expect(world.warnings).toEqual(['The chosen ringer could not be used.']);
  world.microphoneOpened = true;
  start();
  await settle();
  expect(world.sinks).toEqual(['desk']);
  stop();
  start();
  await settle();
  expect(world.sinks).toEqual(['desk']);
});

test("choosing the system's ringer after a rejected one takes effect", async () => {
  const { world, setSink, start } = ringer();
  setSink('desk');
  setSink('');
  await settle();
  world.microphoneOpened = true;
  start();
  await settle();
  expect(world.sinks).toEqual(['']);
});
