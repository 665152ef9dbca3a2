import { expect, test } from 'vitest';
import { activateImpairment, type NetworkImpairment, packetDelay } from './network-impairment.ts';

const unimpaired: NetworkImpairment = { loss: 0, delayMs: 0, jitterMs: 0, cutMs: 0 };

test.each<[string, Partial<NetworkImpairment>, number, number, number, number | null]>([
  ['in unimpaired impairment a packet passes at once', {}, 10, 0, 0.9, 0],
  ['a lost one does not pass', { loss: 0.3 }, 10, 0.29, 0, null],
  ['its neighbour does', { loss: 0.3 }, 10, 0.3, 0, 0],
  ['where all are lost none passes', { loss: 1 }, 10, 0.999, 0, null],
  ['every one is delayed', { delayMs: 40 }, 10, 0, 0, 40],
  ['some more than others', { delayMs: 40, jitterMs: 100 }, 10, 0, 0.5, 90],
  ['none passes while the line is cut', { cutMs: 500 }, 499, 0.5, 0, null],
  ['it passes afterwards', { cutMs: 500 }, 500, 0.5, 0, 0],
])('%s', (_, impairment, now, lossRoll, jitterRoll, delay) => {
  expect(
    packetDelay(activateImpairment({ ...unimpaired, ...impairment }, 0), now, lossRoll, jitterRoll),
  ).toBe(delay);
});
