import { expect, it } from 'vitest';
import { numberTimeZones } from '../../leads/core/callable.ts';
import { zonesOfArea } from './number-zones.ts';
import { readNumber } from './phone-numbers.ts';

const team = { country: 'US', timeZone: 'America/Los_Angeles' };
const zonesOf = (number: string) =>
  numberTimeZones(readNumber(number, 'US')?.country ?? null, zonesOfArea(number), team);

it.each([
  ['New York', '+12125550141', ['America/New_York']],
  ['San Francisco', '+14155550100', ['America/Los_Angeles']],
  ['Phoenix, where the clocks are never changed', '+16025550101', ['America/Phoenix']],
  ['Honolulu', '+18085550101', ['Pacific/Honolulu']],
  ['Sydney', '+61293744000', ['Australia/Sydney']],
  ['London', '+442079460958', ['Europe/London']],
  ['the Azores', '+351296301000', ['Atlantic/Azores']],
])('the hour of a number of %s is that of its area', (_place, number, expected) => {
  expect(zonesOf(number)).toEqual(expected);
});

it('a number that is everywhere has the zones of its own country at most', () => {
  const zones = zonesOf('+18005550101');
  expect(zones).toContain('America/New_York');
  expect(zones).not.toContain('America/Toronto');
  expect(zones).not.toContain('Pacific/Guam');
});

it('what is no number is where the team is', () => {
  expect(zonesOf('+999')).toEqual(['America/Los_Angeles']);
});
