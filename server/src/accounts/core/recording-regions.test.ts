import { expect, it } from 'vitest';
import type { CalledNumber } from '../../platform/core/number-formats.ts';
import { shouldAnnounce, toAnnouncement, toAnnouncementColumns } from './recording-regions.ts';

const number = (phoneNumber: string | null, country: string | null, area: string | null = null) =>
  ({ phoneNumber, country, area }) satisfies CalledNumber;

const LOS_ANGELES = number('+12135550100', 'US', 'Los Angeles, CA');
const NEW_YORK = number('+12125550100', 'US', 'New York, NY');
const LONDON = number('+442079460958', 'GB');
const MUMBAI = number('+912261501111', 'IN');

it.each<[string, boolean, CalledNumber]>([
  ['a city in California', true, LOS_ANGELES],
  ['a city in Illinois', true, number('+13125550100', 'US', 'Chicago, IL')],
  ['Florida', true, number('+13055550100', 'US', 'Florida')],
  ['Washington', true, number('+12065550100', 'US', 'Washington State')],
  ['Washington D.C.', false, number('+12025550100', 'US', 'Washington D.C.')],
  ['New York', false, NEW_YORK],
  ['Texas', false, number('+12145550100', 'US', 'Texas')],
  ['Canada', true, number('+14165550100', 'CA')],
  ['Germany', true, number('+4930123456', 'DE')],
  ['the United Kingdom', true, LONDON],
  ['India', false, MUMBAI],
  ['a toll-free number', true, number('+18005550100', 'US')],
  ['a number without a country', true, number('+87012345678', null)],
  ['a withheld number', true, number('anonymous', null)],
  ['an unknown number', true, number(null, null)],
])("'by_region' announces a recording to %s: %s", (_place, expected, called) => {
  expect(shouldAnnounce('by_region', [], () => called)).toBe(expected);
});

it.each<[string, CalledNumber, boolean]>([
  ['adds a region', NEW_YORK, true],
  ['removes a region', LOS_ANGELES, false],
  ['with the longest prefix wins', number('+13105550100', 'US', 'California'), true],
  ['removes a country', LONDON, false],
  ['leaves other regions unchanged', MUMBAI, false],
])('an account’s override %s', (_what, called, expected) => {
  const regions = [
    { prefix: '+1212', announces: true },
    { prefix: '+1', announces: true },
    { prefix: '+1213', announces: false },
    { prefix: '+44', announces: false },
  ];
  expect(shouldAnnounce('by_region', regions, () => called)).toBe(expected);
});

it('“always” and “never” apply regardless of the number', () => {
  const regions = [{ prefix: '+1', announces: true }];
  expect(shouldAnnounce('always', [], () => MUMBAI)).toBe(true);
  expect(shouldAnnounce('never', regions, () => LOS_ANGELES)).toBe(false);
});

it.each(['always', 'never', 'by_region'] as const)(
  '%s round-trips through the team’s two columns',
  (choice) => {
    expect(toAnnouncement(toAnnouncementColumns(choice))).toBe(choice);
  },
);

it('a team with announcements turned off by an older server announces nothing', () => {
  expect(toAnnouncement({ announces_recording: false, announces_by_region: true })).toBe('never');
});
