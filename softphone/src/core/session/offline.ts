import type { PhoneState } from '../phone-state.ts';
import { isConnected } from './reachability.ts';

export function isOnline(state: PhoneState): boolean {
  return isConnected(state) && !state.reachability.offline;
}

/** `callContinues`: the current call is still audible. */
export interface Offline {
  readonly since: number;
  readonly callContinues: boolean;
}

export function offline({
  reachability: { offline: isShown, lostSince },
  screen: { view },
}: PhoneState): Offline | null {
  if (!isShown || lostSince === null) return null;
  const isTalking = view.name === 'oncall' && view.phase.name === 'talking';
  return { since: lostSince, callContinues: isTalking && view.sound.trouble !== 'notHearing' };
}
