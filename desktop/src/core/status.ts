import type { DesktopCommand, DesktopStatus } from '@offhook/contract/desktop';

/** Before the page has reported a status, and after the page is gone. */
export const NO_STATUS: DesktopStatus = { lamp: 'signedOut', muted: false };

const STATUS_LABELS: Readonly<Record<DesktopStatus['lamp'], string>> = {
  signedOut: 'Signed out',
  offline: 'Offline',
  waiting: 'Online',
  ringing: 'Incoming call',
  oncall: 'On Call',
  held: 'On Hold',
  wrapup: 'After the call',
};

export function statusText({ lamp, muted }: DesktopStatus): string {
  return isInCall({ lamp }) && muted ? `${STATUS_LABELS[lamp]}, muted` : STATUS_LABELS[lamp];
}

export function isInCall({ lamp }: Pick<DesktopStatus, 'lamp'>): boolean {
  return lamp === 'oncall' || lamp === 'held';
}

export function trayIcon({
  lamp,
}: DesktopStatus): 'off' | Exclude<DesktopStatus['lamp'], 'signedOut' | 'offline'> {
  return lamp === 'signedOut' || lamp === 'offline' ? 'off' : lamp;
}

export type Choice =
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
  | { readonly type: 'choice'; readonly choice: Choice; readonly label: string; readonly checked?: boolean };

export interface TrayFacts {
  readonly status: DesktopStatus;
  readonly startAtLogin: boolean;
  readonly telLinks: boolean;
  readonly updateReady: boolean;
  readonly serverIsFixed: boolean;
}

export function trayMenu(facts: TrayFacts): readonly MenuEntry[] {
  const { status } = facts;
  const entries: MenuEntry[] = [
    { type: 'text', label: statusText(status) },
    { type: 'separator' },
    { type: 'choice', choice: 'open', label: 'Open Offhook' },
  ];
  if (status.lamp === 'ringing') {
    entries.push({ type: 'choice', choice: 'accept', label: 'Accept' });
    entries.push({ type: 'choice', choice: 'ignore', label: 'Ignore' });
  }
  if (isInCall(status)) {
    entries.push({ type: 'choice', choice: 'mute', label: status.muted ? 'Unmute' : 'Mute' });
    entries.push({ type: 'choice', choice: 'hangUp', label: 'Hang Up' });
  }
  entries.push({ type: 'separator' });
  entries.push({
    type: 'choice',
    choice: 'startAtLogin',
    label: 'Start at login',
    checked: facts.startAtLogin,
  });
  entries.push({
    type: 'choice',
    choice: 'telLinks',
    label: 'Open telephone links',
    checked: facts.telLinks,
  });
  if (!facts.serverIsFixed) entries.push({ type: 'choice', choice: 'changeServer', label: 'Server…' });
  entries.push({ type: 'separator' });
  if (facts.updateReady) {
    entries.push({ type: 'choice', choice: 'restartToUpdate', label: 'Restart to update' });
  }
  entries.push({ type: 'choice', choice: 'quit', label: 'Quit' });
  return entries;
}

export function quitConfirmation(status: DesktopStatus): string | null {
  return isInCall(status) ? 'You are on a call. It ends when Offhook quits.' : null;
}
