import { expect, it } from 'vitest';
import type { CalledNumber } from '../../platform/core/number-forms.ts';
import { announcementOf, announcesTo, switchesOf } from './recording-regions.ts';

const number = (phoneNumber: string | null, country: string | null, area: string | null = null) =>
  ({ phoneNumber, country, area }) satisfies CalledNumber;

const LOS_ANGELES = number('+12135550100', 'US', 'Los Angeles, CA');
const NEW_YORK = number('+12125550100', 'US', 'New York, NY');
const LONDON = number('+442079460958', 'GB');
const MUMBAI = number('+912261501111', 'IN');

it.each<[string, CalledNumber, boolean]>([
  ['California, by a city', LOS_ANGELES, true],
  ['Illinois, by a city', number('+13125550100', 'US', 'Chicago, IL'), true],
  ['Florida', number('+13055550100', 'US', 'Florida'), true],
  ['Washington', number('+12065550100', 'US', 'Washington State'), true],
  ['Washington D.C.', number('+12025550100', 'US', 'Washington D.C.'), false],
  ['New York', NEW_YORK, false],
  ['Texas', number('+12145550100', 'US', 'Texas'), false],
  ['Canada', number('+14165550100', 'CA'), true],
  ['Germany', number('+4930123456', 'DE'), true],
  ['the United Kingdom', LONDON, true],
  ['India', MUMBAI, false],
  ['a toll-free number', number('+18005550100', 'US'), true],
  ['a number of no country', number('+87012345678', null), true],
  ['a withheld number', number('anonymous', null), true],
  ['no number', number(null, null), true],
])('by region, a recording is announced to %s: %#', (_place, called, expected) => {
  expect(announcesTo('by_region', [], () => called)).toBe(expected);
});

it.each<[string, CalledNumber, boolean]>([
  ['adds a region', NEW_YORK, true],
  ['takes one away', LOS_ANGELES, false],
  ['decides by the longest prefix', number('+13105550100', 'US', 'California'), true],
  ['takes a country away', LONDON, false],
  ['leaves the others as they are', MUMBAI, false],
])('the account’s own list %s', (_what, called, expected) => {
  const regions = [
    { prefix: '+1212', announces: true },
    { prefix: '+1', announces: true },
    { prefix: '+1213', announces: false },
    { prefix: '+44', announces: false },
  ];
  expect(announcesTo('by_region', regions, () => called)).toBe(expected);
});

it('always and never hold wherever the number is', () => {
  const regions = [{ prefix: '+1', announces: true }];
  expect(announcesTo('always', [], () => MUMBAI)).toBe(true);
  expect(announcesTo('never', regions, () => LOS_ANGELES)).toBe(false);
});

it.each(['always', 'never', 'by_region'] as const)('%s survives as a team’s two switches', (choice) => {
  expect(announcementOf(switchesOf(choice))).toBe(choice);
});

it('a team that an older server switched off does not announce', () => {
  expect(announcementOf({ announces_recording: false, announces_by_region: true })).toBe('never');
});
