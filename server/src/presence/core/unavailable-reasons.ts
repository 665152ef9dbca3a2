import { english } from '../../platform/core/sentences.ts';
import type { Unavailability } from './availability.ts';

export const UNAVAILABLE_REASONS: Readonly<Record<Unavailability, string>> = {
  offline: english({ id: 'unavailable.signedOut' }),
  unregistered: english({ id: 'unavailable.notConnected' }),
  unreachable: english({ id: 'unavailable.unreachable' }),
  'audio-locked': english({ id: 'unavailable.audioLocked' }),
  'do-not-disturb': english({ id: 'unavailable.doNotDisturb' }),
  'on-call': english({ id: 'unavailable.onCall' }),
  'wrap-up': english({ id: 'unavailable.wrapUp' }),
  'cap-reached': english({ id: 'unavailable.dailyLimit' }),
};
