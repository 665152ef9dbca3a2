import { expect, test } from 'vitest';
import { encodeUlaw, FRAME_SAMPLES, ULAW_SILENCE } from './g711.ts';
import { LevelMeter } from './level-meter.ts';

const half = encodeUlaw(new Int16Array(FRAME_SAMPLES).fill(16384));
const silence = new Uint8Array(FRAME_SAMPLES).fill(ULAW_SILENCE);

function after(packets: readonly (readonly [number, Uint8Array])[], now: number): number {
  const meter = new LevelMeter();
  for (const [time, payload] of packets) meter.add(payload, time);
  return meter.rms(now);
}

const every20ms = (payload: Uint8Array) => Array.from({ length: 40 }, (_, i) => [i * 20, payload] as const);

test.each<[string, readonly (readonly [number, Uint8Array])[], number, number]>([
  ['no packets', [], 1000, 0],
  ['a constant half-scale signal', every20ms(half), 790, 0.5],
  ['constant silence', every20ms(silence), 790, 0],
  ['loud packets before the window', every20ms(half), 5000, 0],
  ['loud packets in a quarter of the window', every20ms(half).slice(0, 5), 100, 0.25],
])('the level of %s is measured', (_name, packets, now, expected) => {
  expect(after(packets, now)).toBeCloseTo(expected, 1);
});

test('each tone of a mix is measured, and an absent tone has almost no level', () => {
  const meter = new LevelMeter();
  for (let i = 0; i < 7; i += 1) {
    const samples = Int16Array.from({ length: FRAME_SAMPLES }, (_, n) => {
      const at = (2 * Math.PI * (i * FRAME_SAMPLES + n)) / 8000;
      return 8192 * Math.sin(500 * at) + 4096 * Math.sin(900 * at);
    });
    meter.add(encodeUlaw(samples), i * 20);
  }
  const [low = 0, high = 0, none = 1] = meter.toneLevels([500, 900, 1300]);
  expect(low).toBeCloseTo(0.25 / Math.SQRT2, 2);
  expect(high).toBeCloseTo(0.125 / Math.SQRT2, 2);
  expect(none).toBeLessThan(0.003);
});

test('a packet of unusual length does not affect other packets', () => {
  const meter = new LevelMeter();
  meter.add(half, 0);
  meter.add(new Uint8Array(0), 20);
  meter.add(new Uint8Array(2000).fill(ULAW_SILENCE), 40);
  expect(meter.rms(50)).toBeCloseTo(Math.sqrt(0.25 / 20), 2);
  expect(meter.packets).toBe(3);
});
