/** The phone in the desktop app: what the app shows of it, and what it does at the app's word. */
import type { DesktopCommand, DesktopStatus } from '@offhook/contract/desktop';
import type { Click } from '../events.ts';
import type { PhoneState } from '../phone-state.ts';
import { phoneStatus } from '../screen/phone-status.ts';
import { isOnline } from './offline.ts';

export function desktopStatus(state: PhoneState): DesktopStatus {
  const muted = state.line.call?.muted ?? false;
  if (state.session.name !== 'agent') return { lamp: 'signedOut', muted: false };
  const lamp = phoneStatus(state.screen.view);
  // Only a phone that waits can be missed: a call that is there is told, whatever else is lost.
  return { lamp: lamp === 'waiting' && !isOnline(state) ? 'offline' : lamp, muted };
}

const CLICKS = {
  accept: 'acceptClicked',
  ignore: 'ignoreClicked',
  mute: 'muteClicked',
  hangUp: 'hangUpClicked',
} as const;

/** The same as the phone's own buttons; which of them does something now the phone knows. */
export function commandClick(command: DesktopCommand): Click {
  if (command.type === 'openTelLink') return { type: 'telLinkOpened', url: command.url };
  return { type: CLICKS[command.type] };
}
