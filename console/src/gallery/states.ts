import { administrationStates } from './administration-states.ts';
import { boardStates } from './board-states.ts';
import { callStates } from './call-states.ts';
import type { GalleryState } from './gallery-state.ts';
import { leadStates } from './lead-states.ts';

const ownStates: Readonly<Record<string, GalleryState>> = {
  ...boardStates,
  ...callStates,
  ...leadStates,
  ...administrationStates,
};

/** Pages with times, for a reader whose time zone isn't the computer's. */
const WITH_TIMES = [
  'board',
  'board-afternoon',
  'board-evening',
  'calls',
  'call',
  'lead',
  'team',
  'api-keys',
  'audit-log',
  'webhook',
  'lead-file',
];

/** All states, which the gallery shows and the tests check. */
export const states: Readonly<Record<string, GalleryState>> = {
  ...ownStates,
  ...Object.fromEntries(
    WITH_TIMES.flatMap((name) => {
      const state = ownStates[name];
      const formats = { timeZone: 'America/New_York', clock: '24', dateOrder: 'dmy' } as const;
      return state ? [[`${name}-elsewhere`, { ...state, formats }]] : [];
    }),
  ),
};
