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
  const tapped: string[] = [];
  const mixer = new Mixer({
    onPlayed: (leg, play) => played.push(`${leg} ${play}`),
    onDetected: () => {},
    onTapFrame: (tap, frame) =>
      tapped.push(`${tap} ${frame.every((byte) => byte === ULAW_SILENCE) ? 'S' : 'M'}`),
    onTapClosed: (tap) => tapped.push(`${tap} closed`),
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
  return { mixer, legs, failedLegs, played, tapped, sendPacket };
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

test('a tap of a forwarded leg gets a frame per tick, and the leg is still forwarded to', () => {
  const { mixer, legs, tapped, sendPacket } = startMixer('b');
  mixer.add(createLeg('a', { kind: 'carrier' }).leg);
  mixer.setHears([{ leg: 'b', hears: ['a'] }]);
  mixer.openTap('T1', { leg: 'b', side: 'hears' });
  mixer.openTap('T2', { leg: 'b', side: 'says' });
  mixer.openTap('T3', { leg: 'a', side: 'both' });
  // A simulated phone speaks during the tick; its frame is read in the same one.
  const leg = createLeg('c', { kind: 'carrier', tick: () => sendPacket('a', 0) });
  mixer.add(leg.leg);
  mixer.tick(0);
  expect(legs['b']?.text()).toBe('F');
  expect(tapped).toEqual(['T1 M', 'T2 S', 'T3 M']);
});

test('a tap hears a mix and what is played to the leg', () => {
  const { mixer, legs, tapped } = startMixer('a');
  mixer.openTap('T1', { leg: 'a', side: 'hears' });
  mixer.play('a', 'P1', [{ kind: 'tone', frequencies: [500], onMs: 20, offMs: 0 }], false);
  mixer.tick(0);
  mixer.tick(20);
  expect(legs['a']?.text()).toBe('MS');
  expect(tapped).toHaveLength(2);
  expect(tapped[1]).toBe('T1 S');
});

test('a closed tap and a tap of a closed leg get no more frames', () => {
  const { mixer, tapped } = startMixer('a', 'b');
  mixer.openTap('T1', { leg: 'a', side: 'both' });
  mixer.openTap('T2', { leg: 'b', side: 'both' });
  mixer.tick(0);
  mixer.closeTap('T1');
  mixer.remove('b');
  mixer.tick(20);
  expect(tapped).toEqual(['T1 S', 'T2 S', 'T2 closed']);
});

test('the number of taps and of waiting inserts is limited', () => {
  const { mixer } = startMixer('a');
  for (let count = 0; count < 20; count += 1) {
    mixer.openTap(`T${count}`, { leg: 'a', side: 'hears' });
    mixer.insert('a', [{ kind: 'silence', ms: 20 }]);
  }
  expect(() => mixer.openTap('T20', { leg: 'a', side: 'hears' })).toThrow('already 20 taps');
  expect(() => mixer.insert('a', [{ kind: 'silence', ms: 20 }])).toThrow('too many digits and texts');
  mixer.closeTap('T0');
  mixer.openTap('T20', { leg: 'a', side: 'hears' });
});
