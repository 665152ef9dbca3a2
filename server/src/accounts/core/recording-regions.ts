// Places whose law requires consent of all parties or notice to everyone (listed in docs/recordings.md).
// Recordings are also announced in calls to unknown places.

import type { Announcement } from '@offhook/contract/console/people/team-entities';
import type { CalledNumber } from '../../platform/core/number-formats.ts';

/** By postal abbreviation. Michigan's and Delaware's laws are disputed; Oregon's covers in-person conversations. */
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

const NOTICE_COUNTRIES = new Set([
  'CA',
  ...['AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'AX', 'FR', 'DE', 'GR', 'HU', 'IE', 'IT', 'LV'],
  ...['LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE', 'IS', 'LI', 'NO', 'SJ'],
  ...['GP', 'GF', 'MQ', 'RE', 'YT'],
  ...['CH', 'GB', 'GG', 'JE', 'IM'],
  'AU',
]);

/** Overrides the built-in list for an account; the longest prefix wins. */
export interface RecordingRegion {
  readonly prefix: string;
  readonly announces: boolean;
}

export function shouldAnnounce(
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
      return requiresAnnouncement(number(), regions);
    default:
      return announcement satisfies never;
  }
}

function requiresAnnouncement(
  { phoneNumber, country, area }: CalledNumber,
  regions: readonly RecordingRegion[],
): boolean {
  const [override] = regions
    .filter(({ prefix }) => phoneNumber?.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  if (override) return override.announces;
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

export function toAnnouncement(profile: {
  readonly announces_recording: boolean | null;
  readonly announces_by_region: boolean | null;
}): Announcement {
  if (profile.announces_recording !== true) return 'never';
  return profile.announces_by_region === true ? 'by_region' : 'always';
}

export function toAnnouncementColumns(announcement: Announcement) {
  return {
    announces_recording: announcement !== 'never',
    announces_by_region: announcement === 'by_region',
  };
}
