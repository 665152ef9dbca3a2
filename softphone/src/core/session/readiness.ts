import type { PhoneState } from '../phone-state.ts';
import { offline } from './offline.ts';
import { isAway } from './session.ts';

export type Readiness =
  | { readonly name: 'ready' | 'starting' | 'elsewhere' | 'locked' | 'onExternalPhone' | 'noMicrophone' }
  | { readonly name: 'offline'; readonly since: number }
  | { readonly name: 'offShift'; readonly until: number };

/** Null outside the waiting view, and while a call is being placed. */
export function readiness(state: PhoneState): Readiness | null {
  const { session, screen, audio, reachability } = state;
  if (screen.view.name !== 'waiting' || screen.view.placing) return null;
  if (isOpenElsewhere(state)) return { name: 'elsewhere' };
  // One click unlocks the ring.
  if (audio.lock === 'locked') return { name: 'locked' };
  const lost = offline(state);
  if (lost) return { name: 'offline', since: lost.since };
  if (!reachability.wasReady) return { name: 'starting' };
  if (session.name === 'agent' && session.onExternalPhone) return { name: 'onExternalPhone' };
  if (audio.microphoneDenied) return { name: 'noMicrophone' };
  const until = state.queue?.offShiftUntil ?? null;
  return until === null ? { name: 'ready' } : { name: 'offShift', until };
}

export function isOpenElsewhere({ session }: PhoneState): boolean {
  return isAway(session);
}
