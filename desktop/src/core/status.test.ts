import type { DesktopStatus } from '@offhook/contract/desktop';
import { describe, expect, test } from 'vitest';
import {
  type MenuEntry,
  questionBeforeQuit,
  statusText,
  type TrayFacts,
  trayMenu,
  trayPicture,
} from './status.ts';

const facts: TrayFacts = {
  status: { lamp: 'waiting', muted: false },
  startAtLogin: false,
  telLinks: true,
  updateReady: false,
  serverIsFixed: false,
};
const labels = (entries: readonly MenuEntry[]) =>
  entries.filter((entry) => entry.type !== 'separator').map(({ label }) => label);
const always = ['Open Offhook', 'Start at login', 'Open telephone links', 'Server…', 'Quit'];

test.each<[DesktopStatus['lamp'], boolean, string, string, readonly string[]]>([
  ['signedOut', false, 'Signed out', 'off', []],
  ['offline', false, 'Offline', 'off', []],
  ['waiting', false, 'Online', 'waiting', []],
  ['ringing', false, 'Incoming call', 'ringing', ['Accept', 'Ignore']],
  ['oncall', false, 'On Call', 'oncall', ['Mute', 'Hang Up']],
  ['oncall', true, 'On Call, muted', 'oncall', ['Unmute', 'Hang Up']],
  ['held', false, 'On Hold', 'held', ['Mute', 'Hang Up']],
  ['wrapup', false, 'After the call', 'wrapup', []],
  ['wrapup', true, 'After the call', 'wrapup', []],
])('%s, muted %s: the tray says %s', (lamp, muted, text, picture, own) => {
  const status = { lamp, muted };
  expect(statusText(status)).toBe(text);
  expect(trayPicture(status)).toBe(picture);
  expect(labels(trayMenu({ ...facts, status })).toSorted()).toEqual([text, ...own, ...always].toSorted());
});

describe('the menu of the tray', () => {
  test('says first how the phone is, and ends with Quit', () => {
    const entries = trayMenu(facts);
    expect(entries.at(0)).toEqual({ type: 'text', label: 'Online' });
    expect(entries.at(-1)).toMatchObject({ choice: 'quit' });
  });

  test('shows what is switched on', () => {
    const checked = (choice: string, entries: readonly MenuEntry[]) =>
      entries.some((entry) => entry.type === 'choice' && entry.choice === choice && entry.checked);
    expect(checked('startAtLogin', trayMenu(facts))).toBe(false);
    expect(checked('startAtLogin', trayMenu({ ...facts, startAtLogin: true }))).toBe(true);
    expect(checked('telLinks', trayMenu(facts))).toBe(true);
    expect(checked('telLinks', trayMenu({ ...facts, telLinks: false }))).toBe(false);
  });

  test('offers the restart once a newer version is there', () => {
    expect(labels(trayMenu({ ...facts, updateReady: true }))).toContain('Restart to update');
  });

  test('does not offer another server where the environment has named it', () => {
    expect(labels(trayMenu({ ...facts, serverIsFixed: true }))).not.toContain('Server…');
  });
});

test.each<[DesktopStatus['lamp'], boolean]>([
  ['signedOut', false],
  ['waiting', false],
  ['ringing', false],
  ['oncall', true],
  ['held', true],
  ['wrapup', false],
])('before it quits in %s it asks: %s', (lamp, asks) => {
  expect(questionBeforeQuit({ lamp, muted: false }) !== null).toBe(asks);
});
