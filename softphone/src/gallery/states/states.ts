import type { CallerId } from '@offhook/contract/agent/agent';
import type { CallableAnswer } from '../../core/forms/call-verdict.ts';
import { afterCallStates } from './after-call-states.ts';
import { callStates } from './call-states.ts';
import { type GalleryEntry, type GalleryState, galleryState } from './gallery-state.ts';
import { offlineStates } from './offline-states.ts';
import { waitingStates } from './waiting-states.ts';

export const callable: CallableAnswer = { allowed: true, reason: null, next: null };

export const callerIds: readonly CallerId[] = [
  { id: 1, name: 'Main line', phone_number_formatted: '(415) 555-0199' },
  { id: 2, name: 'The main line for Northern California sales', phone_number_formatted: '(415) 555-0197' },
];

const entries: Readonly<Record<string, GalleryEntry>> = {
  ...waitingStates,
  ...callStates,
  ...afterCallStates,
  ...offlineStates,
};

export const states: Readonly<Record<string, GalleryState>> = Object.fromEntries(
  Object.entries(entries).map(([name, entry]) => [name, galleryState(entry)]),
);
