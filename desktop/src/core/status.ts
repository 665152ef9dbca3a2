import type { DesktopCommand, DesktopStatus } from '@offhook/contract/desktop';
import type { DesktopMessage, DesktopTexts } from './language.ts';

/** Applies before the page reports a status and after the page is gone. */
export const NO_STATUS: DesktopStatus = { lamp: 'signedOut', muted: false };

const STATUS_LABELS = {
  signedOut: 'status.signedOut',
  offline: 'status.offline',
  waiting: 'status.online',
  ringing: 'status.ringing',
  oncall: 'status.onCall',
  held: 'status.onHold',
  wrapup: 'status.wrapUp',
} as const satisfies Readonly<Record<DesktopStatus['lamp'], DesktopMessage>>;

export function statusText({ lamp, muted }: DesktopStatus, t: DesktopTexts): string {
  const status = t(STATUS_LABELS[lamp]);
  return isInCall({ lamp }) && muted ? t('status.muted', { status }) : status;
}

export function isInCall({ lamp }: Pick<DesktopStatus, 'lamp'>): boolean {
  return lamp === 'oncall' || lamp === 'held';
}

export function trayIcon({
  lamp,
}: DesktopStatus): 'off' | Exclude<DesktopStatus['lamp'], 'signedOut' | 'offline'> {
  return lamp === 'signedOut' || lamp === 'offline' ? 'off' : lamp;
}

export type TrayAction =
  | 'open'
  | 'startAtLogin'
  | 'telLinks'
  | 'changeServer'
  | 'restartToUpdate'
  | 'quit'
  | Exclude<DesktopCommand['type'], 'openTelLink'>;

export type MenuEntry =
  | { readonly type: 'separator' }
  | { readonly type: 'text'; readonly label: string }
  | {
      readonly type: 'choice';
      readonly choice: TrayAction;
      readonly label: string;
      readonly checked?: boolean;
    };

export interface TrayFacts {
  readonly status: DesktopStatus;
  readonly startAtLogin: boolean;
  readonly telLinks: boolean;
  readonly updateReady: boolean;
  readonly serverIsFixed: boolean;
}

export function trayMenu(facts: TrayFacts, t: DesktopTexts): readonly MenuEntry[] {
  const { status } = facts;
  const entries: MenuEntry[] = [
    { type: 'text', label: statusText(status, t) },
    { type: 'separator' },
    { type: 'choice', choice: 'open', label: t('tray.open') },
  ];
  if (status.lamp === 'ringing') {
    entries.push({ type: 'choice', choice: 'accept', label: t('call.accept') });
    entries.push({ type: 'choice', choice: 'ignore', label: t('call.ignore') });
  }
  if (isInCall(status)) {
    entries.push({ type: 'choice', choice: 'mute', label: t(status.muted ? 'call.unmute' : 'call.mute') });
    entries.push({ type: 'choice', choice: 'hangUp', label: t('call.hangUp') });
  }
  entries.push({ type: 'separator' });
  entries.push({
    type: 'choice',
    choice: 'startAtLogin',
    label: t('tray.startAtLogin'),
    checked: facts.startAtLogin,
  });
  entries.push({
    type: 'choice',
    choice: 'telLinks',
    label: t('tray.telLinks'),
    checked: facts.telLinks,
  });
  if (!facts.serverIsFixed) entries.push({ type: 'choice', choice: 'changeServer', label: t('tray.server') });
  entries.push({ type: 'separator' });
  if (facts.updateReady) {
    entries.push({ type: 'choice', choice: 'restartToUpdate', label: t('tray.restartToUpdate') });
  }
  entries.push({ type: 'choice', choice: 'quit', label: t('tray.quit') });
  return entries;
}

export function quitConfirmation(status: DesktopStatus): 'quit.question' | null {
  return isInCall(status) ? 'quit.question' : null;
}
