import type { DesktopStatus } from '@offhook/contract/desktop';
import { describe, expect, test } from 'vitest';
import {
  type MenuEntry,
  quitConfirmation,
  statusText,
  type TrayFacts,
  trayIcon,
  trayMenu,
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
])('with status %s and muted %s the tray shows %s', (lamp, muted, text, picture, callActions) => {
  const status = { lamp, muted };
  expect(statusText(status)).toBe(text);
  expect(trayIcon(status)).toBe(picture);
  expect(labels(trayMenu({ ...facts, status })).toSorted()).toEqual(
    [text, ...callActions, ...always].toSorted(),
  );
});

describe('the menu of the tray', () => {
  test('starts with the status and ends with Quit', () => {
    const entries = trayMenu(facts);
    expect(entries.at(0)).toEqual({ type: 'text', label: 'Online' });
    expect(entries.at(-1)).toMatchObject({ choice: 'quit' });
  });

  test('checks the enabled options', () => {
    const checked = (choice: string, entries: readonly MenuEntry[]) =>
      entries.some((entry) => entry.type === 'choice' && entry.choice === choice && entry.checked);
    expect(checked('startAtLogin', trayMenu(facts))).toBe(false);
    expect(checked('startAtLogin', trayMenu({ ...facts, startAtLogin: true }))).toBe(true);
    expect(checked('telLinks', trayMenu(facts))).toBe(true);
    expect(checked('telLinks', trayMenu({ ...facts, telLinks: false }))).toBe(false);
  });

  test('offers a restart when an update is ready', () => {
    expect(labels(trayMenu({ ...facts, updateReady: true }))).toContain('Restart to update');
  });

  test("doesn't offer another server if the environment sets it", () => {
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
])('quitting in status %s asks for confirmation: %s', (lamp, needsConfirmation) => {
  expect(quitConfirmation({ lamp, muted: false }) !== null).toBe(needsConfirmation);
});
