/** What the tray says of the phone, and what its menu offers. */
import type { DesktopCommand, DesktopStatus } from '@offhook/contract/desktop';

/** Nothing is heard of a page yet, or no longer. */
export const NO_STATUS: DesktopStatus = { lamp: 'signedOut', muted: false };

const WORDS: Readonly<Record<DesktopStatus['lamp'], string>> = {
  signedOut: 'Signed out',
  offline: 'Offline',
  waiting: 'Online',
  ringing: 'Incoming call',
  oncall: 'On Call',
  held: 'On Hold',
  wrapup: 'After the call',
};

export function statusText({ lamp, muted }: DesktopStatus): string {
  return isTalking({ lamp }) && muted ? `${WORDS[lamp]}, muted` : WORDS[lamp];
}

export function isTalking({ lamp }: Pick<DesktopStatus, 'lamp'>): boolean {
  return lamp === 'oncall' || lamp === 'held';
}

/** Ends of the names of the tray's pictures. */
export function trayPicture({
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
  /** A newer version has been fetched. */
  readonly updateReady: boolean;
  /** The server's address came from the environment, which a person at the screen cannot change. */
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
  if (isTalking(status)) {
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

/** What is asked before the phone goes away; null: nothing. */
export function questionBeforeQuit(status: DesktopStatus): string | null {
  return isTalking(status) ? 'You are on a call. It ends when Offhook quits.' : null;
}
