import type { DesktopCommand, DesktopStatus } from '@offhook/contract/desktop';
import type { Click } from '../events.ts';
import type { PhoneState } from '../phone-state.ts';
import { phoneStatus } from '../screen/phone-status.ts';
import { isOnline } from './offline.ts';

export function desktopStatus(state: PhoneState): DesktopStatus {
  const muted = state.line.call?.muted ?? false;
  if (state.session.name !== 'agent') return { lamp: 'signedOut', muted: false };
  const lamp = phoneStatus(state.screen.view);
  // 'offline' applies only in the waiting view: a call takes precedence.
  return { lamp: lamp === 'waiting' && !isOnline(state) ? 'offline' : lamp, muted };
}

const CLICKS = {
  accept: 'acceptClicked',
  ignore: 'ignoreClicked',
  mute: 'muteClicked',
  hangUp: 'hangUpClicked',
} as const;

export function commandClick(command: DesktopCommand): Click {
  if (command.type === 'openTelLink') return { type: 'telLinkOpened', url: command.url };
  return { type: CLICKS[command.type] };
}
