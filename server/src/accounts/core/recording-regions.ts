/**
 * Where the person on the phone must be told that a call is recorded. The built-in list holds places whose law asks for
 * every party's consent, or for notice to everyone; docs/recordings.md names them. What is not known is announced.
 */

import type { Announcement } from '@offhook/contract/console/console-entities';
import type { CalledNumber } from '../../platform/core/number-forms.ts';

/** By postal abbreviation; Michigan's and Delaware's laws are disputed, Oregon's is about talks in person. */
const ALL_PARTY_STATES: Readonly<Record<string, string>> = {
  CA: 'California',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  IL: 'Illinois',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MT: 'Montana',
  NV: 'Nevada',
  NH: 'New Hampshire',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  WA: 'Washington State',
};

/** Canada; the European Economic Area, Switzerland and the United Kingdom; Australia. */
const NOTICE_COUNTRIES = new Set([
  'CA',
  ...['AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'AX', 'FR', 'DE', 'GR', 'HU', 'IE', 'IT', 'LV'],
  ...['LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE', 'IS', 'LI', 'NO', 'SJ'],
  ...['GP', 'GF', 'MQ', 'RE', 'YT'],
  ...['CH', 'GB', 'GG', 'JE', 'IM'],
  'AU',
]);

/** The account's own word on a region: stronger than the list, the longest prefix first. */
export interface RecordingRegion {
  /** + and digits: a country's code, or one with an area's. */
  readonly prefix: string;
  readonly announces: boolean;
}

/** Whether the other party hears that the call is recorded. */
export function announcesTo(
  announcement: Announcement,
  regions: readonly RecordingRegion[],
  number: () => CalledNumber,
): boolean {
  switch (announcement) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'by_region':
      return lawAsks(number(), regions);
    default:
      return announcement satisfies never;
  }
}

function lawAsks({ phoneNumber, country, area }: CalledNumber, regions: readonly RecordingRegion[]): boolean {
  const [own] = regions
    .filter(({ prefix }) => phoneNumber?.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  if (own) return own.announces;
  if (country === null) return true;
  if (country !== 'US') return NOTICE_COUNTRIES.has(country);
  return area === null || isAllPartyState(area);
}

function isAllPartyState(area: string): boolean {
  const abbreviation = /, ([A-Z]{2})$/.exec(area)?.[1];
  return abbreviation === undefined
    ? Object.values(ALL_PARTY_STATES).includes(area)
    : abbreviation in ALL_PARTY_STATES;
}

/** A team's two switches as one choice. */
export function announcementOf(profile: {
  readonly announces_recording: boolean | null;
  readonly announces_by_region: boolean | null;
}): Announcement {
  if (profile.announces_recording !== true) return 'never';
  return profile.announces_by_region === true ? 'by_region' : 'always';
}

/** What a choice is as a team's two switches. */
export function switchesOf(announcement: Announcement) {
  return {
    announces_recording: announcement !== 'never',
    announces_by_region: announcement === 'by_region',
  };
}
