import type { DesktopStatus } from '@offhook/contract/desktop';
import { describe, expect, test } from 'vitest';
import { desktopTexts } from './language.ts';
import {
  type MenuEntry,
  quitConfirmation,
  statusText,
  type TrayFacts,
  trayIcon,
  trayMenu,
} from './status.ts';

const t = desktopTexts('en-US');

const facts: TrayFacts = {
  status: { lamp: 'waiting', muted: false },
  startAtLogin: false,
  telLinks: true,
  updateReady: false,
  serverIsFixed: false,
};
const labels = (entries: readonly MenuEntry[]) =>
  entries.filter((entry) => entry.type !== 'separator').map(({ label }) => label);
const always = ['Open Offhook', 'Start at login', 'Open phone links in Offhook', 'Server…', 'Quit'];

test.each<[DesktopStatus['lamp'], boolean, string, string, readonly string[]]>([
  ['signedOut', false, 'Signed out', 'off', []],
  ['offline', false, 'Offline', 'off', []],
  ['waiting', false, 'Online', 'waiting', []],
  ['ringing', false, 'Incoming call', 'ringing', ['Accept', 'Ignore']],
  ['oncall', false, 'On call', 'oncall', ['Mute', 'Hang Up']],
  ['oncall', true, 'On call, muted', 'oncall', ['Unmute', 'Hang Up']],
  ['held', false, 'On hold', 'held', ['Mute', 'Hang Up']],
  ['wrapup', false, 'Wrap-up', 'wrapup', []],
  ['wrapup', true, 'Wrap-up', 'wrapup', []],
])('with status %s and muted %s, the tray shows %s', (lamp, muted, text, icon, callActions) => {
  const status = { lamp, muted };
  expect(statusText(status, t)).toBe(text);
  expect(trayIcon(status)).toBe(icon);
  expect(labels(trayMenu({ ...facts, status }, t)).toSorted()).toEqual(
    [text, ...callActions, ...always].toSorted(),
  );
});

test('the tray of a Spanish system is in Spanish', () => {
  const spanish = desktopTexts('es-MX');
  const status = { lamp: 'oncall', muted: true } as const;
  expect(statusText(status, spanish)).toBe('En llamada, micrófono silenciado');
  expect(labels(trayMenu({ ...facts, status }, spanish))).toEqual([
    'En llamada, micrófono silenciado',
    'Abrir Offhook',
    'Activar micrófono',
    'Colgar',
    'Abrir al iniciar sesión',
    'Abrir enlaces de números de teléfono en Offhook',
    'Servidor…',
    'Salir',
  ]);
});

describe('the tray menu', () => {
  test('starts with the status and ends with Quit', () => {
    const entries = trayMenu(facts, t);
    expect(entries.at(0)).toEqual({ type: 'text', label: 'Online' });
    expect(entries.at(-1)).toMatchObject({ choice: 'quit' });
  });

  test('checks the enabled options', () => {
    const checked = (choice: string, entries: readonly MenuEntry[]) =>
      entries.some((entry) => entry.type === 'choice' && entry.choice === choice && entry.checked);
    expect(checked('startAtLogin', trayMenu(facts, t))).toBe(false);
    expect(checked('startAtLogin', trayMenu({ ...facts, startAtLogin: true }, t))).toBe(true);
    expect(checked('telLinks', trayMenu(facts, t))).toBe(true);
    expect(checked('telLinks', trayMenu({ ...facts, telLinks: false }, t))).toBe(false);
  });

  test('offers a restart when an update is ready', () => {
    expect(labels(trayMenu({ ...facts, updateReady: true }, t))).toContain('Restart to update');
  });

  test("doesn't offer to change a server that the environment sets", () => {
    expect(labels(trayMenu({ ...facts, serverIsFixed: true }, t))).not.toContain('Server…');
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
