import { administrationStates } from '../administration-states.ts';
import { boardStates } from './board-states.ts';
import { callStates } from './call-states.ts';
import { fullListStates } from './full-list-states.ts';
import type { GalleryState } from './gallery-state.ts';
import { importStates } from './import-states.ts';
import { leadStates } from './lead-states.ts';
import { reportStates } from './report-states.ts';
import { reviewStates } from './review-states.ts';
import { roomStates } from './room-states.ts';
import { setUpStates } from './set-up-states.ts';

const ownStates: Readonly<Record<string, GalleryState>> = {
  ...boardStates,
  ...roomStates,
  ...callStates,
  ...importStates,
  ...leadStates,
  ...reportStates,
  ...reviewStates,
  ...administrationStates,
  ...setUpStates,
  ...fullListStates,
};

/** Pages with times, for a user whose time zone isn't the computer's. */
const WITH_TIMES = [
  'board',
  'board-afternoon',
  'board-evening',
  'reports',
  'calls',
  'call',
  'lead',
  'team',
  'api-keys',
  'audit-log',
  'webhook',
  'lead-file',
  'do-not-call',
];

/** Pages in Berlin's time zone, which has no short name that is valid all year, with the language's clock and date order. */
const ABROAD = ['calls', 'call', 'api-keys', 'webhook', 'do-not-call'];

const withFormats = (
  names: readonly string[],
  suffix: string,
  formats: NonNullable<GalleryState['formats']>,
): [string, GalleryState][] =>
  names.flatMap((name) => {
    const state = ownStates[name];
    return state ? [[`${name}-${suffix}`, { ...state, formats }]] : [];
  });

/** All states, which the gallery shows and the tests check. */
export const states: Readonly<Record<string, GalleryState>> = {
  ...ownStates,
  ...Object.fromEntries([
    ...withFormats(WITH_TIMES, 'elsewhere', { timeZone: 'America/New_York', clock: '24', dateOrder: 'dmy' }),
    ...withFormats(ABROAD, 'abroad', { timeZone: 'Europe/Berlin' }),
  ]),
};
