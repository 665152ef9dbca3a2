import type { PhoneState } from '../phone-state.ts';

/** The permission is undecided, and this user has not clicked 'Not now' in this browser. */
export function shouldAskToNotify({ session, screen: { view }, audio }: PhoneState): boolean {
  if (session.name !== 'agent' || view.name !== 'waiting') return false;
  return audio.notify === 'default' && !audio.settings.notifyNotNow;
}
