import type { PhoneState } from '../phone-state.ts';
import { isConnected } from './reachability.ts';

/** The ring around the picture: whether calls can reach this page and the server knows it. */
export function isOnline(state: PhoneState): boolean {
  return isConnected(state) && !state.reachability.offline;
}

/** Calls can't reach this page. `since`: milliseconds since 1970. `callContinues`: the current call is still audible. */
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
