import { expect, it } from 'vitest';
import type { CalledNumber } from '../../platform/core/number-formats.ts';
import { shouldAnnounce, toAnnouncement, toAnnouncementColumns } from './recording-regions.ts';

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

it('always and never apply regardless of the number', () => {
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
