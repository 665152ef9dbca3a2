import { expect, it } from 'vitest';
import { numberTimeZones } from '../../leads/core/consent/callable.ts';
import { timeZonesOfNumber } from './number-time-zones.ts';
import { readNumber } from './phone-numbers.ts';

const team = { country: 'US', timeZone: 'America/Los_Angeles' };
const zonesOf = (number: string) =>
  numberTimeZones(readNumber(number, 'US')?.country ?? null, timeZonesOfNumber(number), team);

it.each([
  ['New York', '+12125550141', ['America/New_York']],
  ['San Francisco', '+14155550100', ['America/Los_Angeles']],
  ['Phoenix, where the clocks never change', '+16025550101', ['America/Phoenix']],
  ['Honolulu', '+18085550101', ['Pacific/Honolulu']],
  ['Sydney', '+61293744000', ['Australia/Sydney']],
  ['London', '+442079460958', ['Europe/London']],
  ['the Azores', '+351296301000', ['Atlantic/Azores']],
])('a number in %s has its area’s time zone', (_place, number, expected) => {
  expect(zonesOf(number)).toEqual(expected);
});

it('a non-geographic number has at most its country’s time zones', () => {
  const zones = zonesOf('+18005550101');
  expect(zones).toContain('America/New_York');
  expect(zones).not.toContain('America/Toronto');
  expect(zones).not.toContain('Pacific/Guam');
});

it('an invalid number is in the team’s time zone', () => {
  expect(zonesOf('+999')).toEqual(['America/Los_Angeles']);
});
