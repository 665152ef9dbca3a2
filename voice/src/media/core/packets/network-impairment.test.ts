import { expect, test } from 'vitest';
import { activateImpairment, type NetworkImpairment, packetDelay } from './network-impairment.ts';

const unimpaired: NetworkImpairment = { loss: 0, delayMs: 0, jitterMs: 0, cutMs: 0 };

test.each<[string, Partial<NetworkImpairment>, number, number, number, number | null]>([
  ['without impairment a packet passes immediately', {}, 10, 0, 0.9, 0],
  ['a packet whose roll is below the loss rate is dropped', { loss: 0.3 }, 10, 0.29, 0, null],
  ['a packet whose roll equals the loss rate passes', { loss: 0.3 }, 10, 0.3, 0, 0],
  ['with 100% loss no packet passes', { loss: 1 }, 10, 0.999, 0, null],
  ['every packet is delayed', { delayMs: 40 }, 10, 0, 0, 40],
  ['jitter adds to the delay', { delayMs: 40, jitterMs: 100 }, 10, 0, 0.5, 90],
  ['no packet passes during a cut', { cutMs: 500 }, 499, 0.5, 0, null],
  ['packets pass after the cut', { cutMs: 500 }, 500, 0.5, 0, 0],
])('%s', (_, impairment, now, lossRoll, jitterRoll, delay) => {
  expect(
    packetDelay(activateImpairment({ ...unimpaired, ...impairment }, 0), now, lossRoll, jitterRoll),
  ).toBe(delay);
});
