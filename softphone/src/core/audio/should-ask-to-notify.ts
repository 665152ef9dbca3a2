import type { PhoneState } from '../phone-state.ts';

export function shouldAskToNotify({ session, screen: { view }, audio }: PhoneState): boolean {
  if (session.name !== 'agent' || view.name !== 'waiting') return false;
  return audio.notify === 'default' && !audio.settings.notifyNotNow;
}
