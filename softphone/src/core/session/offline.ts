/** Whether a call can reach this page, as the agent is told it. */
import type { PhoneState } from '../phone-state.ts';
import { isConnected } from './reachability.ts';

/** The ring round the picture: online while a call can reach the agent on this page, and the server knows it. */
export function isOnline(state: PhoneState): boolean {
  return isConnected(state) && !state.reachability.offline;
}

/** No call can reach this page. `since`: milliseconds since 1970. `callContinues`: the call that shows is still heard. */
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
