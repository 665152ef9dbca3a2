import { expect, test } from 'vitest';
import { createRingSound } from './ring-sound.ts';

/** Like Firefox, doesn't find an output device before the page has opened a microphone. */
function ringer() {
  const browser = { microphoneOpened: false, sinks: [] as string[], warnings: [] as string[] };
  const audio = {
    loop: false,
    volume: 1,
    currentTime: 0,
    play: async () => {},
    pause: () => {},
    setSinkId: async (deviceId: string) => {
      if (deviceId !== '' && !browser.microphoneOpened) throw new DOMException('no device', 'NotFoundError');
      browser.sinks.push(deviceId);
    },
  };
  const sound = createRingSound({
    audio: audio as unknown as HTMLAudioElement,
    page: new EventTarget(),
    onLock: () => {},
    warn: (message) => browser.warnings.push(message),
  });
  return { ...sound, browser };
}

const settle = () => new Promise(setImmediate);

test('a ringer that the browser rejects is retried at each ring, with one warning', async () => {
  const { browser, setSink, start, stop } = ringer();
  setSink('desk');
  await settle();
  start();
  await settle();
  stop();
  expect(browser.sinks).toEqual([]);
  expect(browser.warnings).toEqual(['The chosen ringer could not be used.']);
  browser.microphoneOpened = true;
  start();
  await settle();
  expect(browser.sinks).toEqual(['desk']);
  stop();
  start();
  await settle();
  expect(browser.sinks).toEqual(['desk']);
});

test("choosing the system's ringer after a rejected one takes effect", async () => {
  const { browser, setSink, start } = ringer();
  setSink('desk');
  setSink('');
  await settle();
  browser.microphoneOpened = true;
  start();
  await settle();
  expect(browser.sinks).toEqual(['']);
});
