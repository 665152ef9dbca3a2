import type { Device } from '@twilio/voice-sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultSettings, type Settings } from '../../core/audio/audio-state.ts';
import { createMicrophone } from './microphone.ts';

class Track extends EventTarget {
  readyState = 'live';
  readonly stop = vi.fn(() => {
    this.readyState = 'ended';
  });
}

let opened: { readonly constraints: MediaStreamConstraints; readonly track: Track }[];
let opening: Promise<void>;
let granted: boolean;
let settings: Settings;

beforeEach(() => {
  opened = [];
  opening = Promise.resolve();
  granted = true;
  settings = defaultSettings;
  const getUserMedia = async (constraints: MediaStreamConstraints) => {
    await opening;
    const track = new Track();
    opened.push({ constraints, track });
    return { getTracks: () => [track] };
  };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: vi.fn(getUserMedia) } });
});

afterEach(() => vi.unstubAllGlobals());

const settle = () => new Promise((resolve) => setImmediate(resolve));
const asked = () => vi.mocked(navigator.mediaDevices.getUserMedia).mock.calls.length;

function microphone(devices: readonly string[] = []) {
  const audio = { availableInputDevices: new Map(devices.map((id) => [id, {}])) };
  return createMicrophone({
    device: () => ({ audio }) as unknown as Device,
    settings: () => settings,
    isGranted: () => Promise.resolve(granted),
    onStopped: () => {},
    warn: () => {},
  });
}

test('the library gets the microphone that was opened at the ring', async () => {
  const { prepare, open, discard } = microphone();
  prepare();
  await settle();
  const stream = await open({ audio: {} });
  discard();
  expect(asked()).toBe(1);
  expect(stream.getTracks()).toEqual([opened[0]?.track]);
  expect(opened[0]?.track.readyState).toBe('live');
});

test('a call accepted while the microphone is still opening gets that microphone', async () => {
  const { prepare, open } = microphone();
  let finish = (): void => {};
  opening = new Promise((resolve) => {
    finish = resolve;
  });
  prepare();
  const stream = open({ audio: {} });
  await settle();
  finish();
  expect((await stream).getTracks()).toEqual([opened[0]?.track]);
  expect(asked()).toBe(1);
});

test('a ring opens no microphone without permission', async () => {
  granted = false;
  const { prepare, open } = microphone();
  prepare();
  await settle();
  expect(asked()).toBe(0);
  await open({ audio: {} });
  expect(asked()).toBe(1);
});

test('an unused prepared microphone is stopped', async () => {
  const { prepare, discard } = microphone();
  prepare();
  await settle();
  discard();
  await settle();
  expect(opened.map(({ track }) => track.readyState)).toEqual(['ended']);
});

test('a microphone that opens after the ring has ended is stopped', async () => {
  const { prepare, discard } = microphone();
  let finish = (): void => {};
  opening = new Promise((resolve) => {
    finish = resolve;
  });
  prepare();
  await settle();
  discard();
  finish();
  await settle();
  expect(opened.map(({ track }) => track.readyState)).toEqual(['ended']);
});

test('the chosen microphone is prepared as the library will ask for it', async () => {
  settings = { ...defaultSettings, microphone: 'headset', plainMicrophone: true };
  const { prepare, open } = microphone(['headset']);
  prepare();
  await settle();
  const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  const constraints = { audio: { deviceId: { exact: 'headset' }, ...plain } };
  expect(opened[0]?.constraints).toEqual(constraints);
  await open(constraints);
  expect(asked()).toBe(1);
});

test('another choice during the ring replaces the prepared microphone', async () => {
  const { prepare } = microphone(['headset']);
  prepare();
  await settle();
  prepare();
  expect(asked()).toBe(1);
  settings = { ...defaultSettings, microphone: 'headset' };
  prepare();
  await settle();
  expect(opened.map(({ track }) => track.readyState)).toEqual(['ended', 'live']);
});

test('a microphone unplugged during the ring is opened again', async () => {
  const { prepare, open } = microphone();
  prepare();
  await settle();
  opened[0]?.track.stop();
  const stream = await open({ audio: {} });
  expect(stream.getTracks()).toEqual([opened[1]?.track]);
});

test('a microphone that could not be opened at the ring fails at Accept', async () => {
  const { prepare, open } = microphone();
  vi.mocked(navigator.mediaDevices.getUserMedia).mockRejectedValue(new Error('no microphone'));
  prepare();
  await settle();
  await expect(open({ audio: {} })).rejects.toThrow('no microphone');
  expect(asked()).toBe(2);
});
