import { expect, test } from 'vitest';
import { encodeUlaw, FRAME_SAMPLES, ULAW_SILENCE } from '../core/audio/g711.ts';
import type { MediaLeg } from './media-leg.ts';
import { Mixer } from './mixer.ts';

/** Records what the leg is sent: 'F' for a forwarded packet, 'S' for silence, 'M' for a mix or a sound. */
function createLeg(id: string, options: Partial<MediaLeg> = {}) {
  const sent: string[] = [];
  const leg: MediaLeg = {
    id,
    kind: 'client',
    connected: true,
    sendFrame: (frame) => {
      sent.push(frame.every((byte) => byte === ULAW_SILENCE) ? 'S' : 'M');
    },
    forward: () => {
      sent.push('F');
    },
    tick: () => {},
    close: () => {},
    ...options,
  };
  return { leg, sent, text: () => sent.join('') };
}

const loud = encodeUlaw(new Int16Array(FRAME_SAMPLES).fill(9000));

function startMixer(...ids: string[]) {
  const failedLegs: string[] = [];
  const played: string[] = [];
  const mixer = new Mixer({
    onPlayed: (leg, play) => played.push(`${leg} ${play}`),
    onDetected: () => {},
    onError: (leg) => failedLegs.push(String(leg)),
  });
  const legs = Object.fromEntries(
    ids.map((id) => {
      const created = createLeg(id);
      mixer.add(created.leg);
      return [id, created];
    }),
  );
  let sequence = 0;
  const sendPacket = (id: string, now: number) => {
    sequence += 1;
    mixer.receive(id, id, sequence, sequence * 160, loud, now);
  };
  return { mixer, legs, failedLegs, played, sendPacket };
}

test('audio time is 20 ms per tick and excludes skipped ticks', () => {
  const { mixer } = startMixer();
  for (let now = 0; now < 200; now += 20) mixer.tick(now);
  mixer.skipTicks(100);
  expect(mixer.audioMs).toBe(200);
});

test('a forwarded packet is sent on arrival, and ticks add nothing', () => {
  const { mixer, legs, sendPacket } = startMixer('a', 'b');
  mixer.setHears([{ leg: 'b', hears: ['a'] }]);
  for (let now = 0; now < 200; now += 20) {
    sendPacket('a', now);
    mixer.tick(now + 1);
  }
  expect(legs['b']?.text()).toBe('F'.repeat(10));
});

test('silence fills in while the source sends nothing', () => {
  const { mixer, legs, sendPacket } = startMixer('a', 'b');
  mixer.setHears([{ leg: 'b', hears: ['a'] }]);
  sendPacket('a', 0);
  for (let now = 20; now <= 200; now += 20) mixer.tick(now);
  expect(legs['b']?.text()).toBe('FSSSS');
  sendPacket('a', 205);
  mixer.tick(210);
  expect(legs['b']?.text()).toBe('FSSSSF');
});

test('a source is heard as soon as it exists', () => {
  const { mixer, legs, sendPacket } = startMixer('b');
  mixer.setHears([{ leg: 'b', hears: ['a'] }]);
  mixer.add(createLeg('a').leg);
  sendPacket('a', 0);
  expect(legs['b']?.text()).toBe('F');
  mixer.remove('a');
  sendPacket('a', 20);
  expect(legs['b']?.text()).toBe('F');
});

test('levels report the audio sent and received, and the requested sources', () => {
  const { mixer, sendPacket } = startMixer('a', 'b');
  mixer.setHears([{ leg: 'b', hears: ['a', 'later'] }]);
  for (let now = 0; now < 400; now += 20) {
    sendPacket('a', now);
    mixer.tick(now + 1);
  }
  const [a, b] = mixer.levels(400);
  expect(a).toMatchObject({ leg: 'a', packetsIn: 20, hears: [] });
  expect(a?.in).toBeCloseTo(9000 / 32768, 1);
  expect(b).toMatchObject({ leg: 'b', packetsIn: 0, packetsOut: 20, hears: ['a', 'later'] });
  expect(b?.out).toBeCloseTo(9000 / 32768, 1);
});

test('playback waits until the leg is connected', () => {
  const { mixer, played } = startMixer();
  let connected = false;
  const created = createLeg('a');
  Object.defineProperty(created.leg, 'connected', { get: () => connected });
  mixer.add(created.leg);
  mixer.play('a', 'P1', [{ kind: 'tone', frequencies: [500], onMs: 40, offMs: 0 }], false);
  for (let now = 0; now < 100; now += 20) mixer.tick(now);
  expect(played).toEqual([]);
  connected = true;
  created.sent.length = 0;
  for (let now = 100; now < 200; now += 20) mixer.tick(now);
  expect(created.text()).toBe('MMSSS');
  expect(played).toEqual(['a P1']);
});

test('a failing leg does not affect the others', () => {
  const { mixer, legs, failedLegs, sendPacket } = startMixer('a', 'b');
  const broken = (): never => {
    throw new Error('broken');
  };
  mixer.add(createLeg('c', { tick: broken }).leg);
  mixer.add(createLeg('d', { sendFrame: broken }).leg);
  mixer.setHears([{ leg: 'b', hears: ['a', 'c'] }]);
  for (let now = 0; now < 100; now += 20) {
    sendPacket('a', now);
    mixer.tick(now);
  }
  expect(legs['b']?.text()).toBe('SMMMM');
  expect(legs['a']?.text()).toBe('SSSSS');
  expect(new Set(failedLegs)).toEqual(new Set(['c', 'd']));
});
