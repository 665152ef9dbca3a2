import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { as, FakeApp } from '../test-electron.ts';
import { type System, setStartAtLogin, setTelLinks } from './system.ts';

let folder = '';
let app: FakeApp;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'offhook-desktop-'));
  app = new FakeApp();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const system = (platform: NodeJS.Platform, programArgs: readonly string[] = []): System => ({
  platform,
  program: '/opt/Offhook/offhook',
  programArgs,
  autostartPath: join(folder, 'config/autostart/offhook.desktop'),
});

test('on Linux, start at login writes and removes an autostart file', () => {
  const linux = system('linux');
  setStartAtLogin(as<App>(app), linux, true);
  expect(readFileSync(linux.autostartPath, 'utf8')).toContain('Exec="/opt/Offhook/offhook" --hidden');
  setStartAtLogin(as<App>(app), linux, false);
  setStartAtLogin(as<App>(app), linux, false);
  expect([existsSync(linux.autostartPath), app.calls]).toEqual([false, []]);
});

test.each(['win32', 'darwin'] as const)('on %s, start at login uses login items', (platform) => {
  setStartAtLogin(as<App>(app), system(platform), true);
  setStartAtLogin(as<App>(app), system(platform), false);
  const loginItem = { path: '/opt/Offhook/offhook', args: ['--hidden'] };
  expect(app.calls).toEqual([
    ['setLoginItemSettings', { ...loginItem, openAtLogin: true }],
    ['setLoginItemSettings', { ...loginItem, openAtLogin: false }],
  ]);
});

test('tel: links can be turned on and off', () => {
  setTelLinks(as<App>(app), system('win32', ['/src/desktop']), true);
  setTelLinks(as<App>(app), system('win32', ['/src/desktop']), false);
  const client = ['tel', '/opt/Offhook/offhook', ['/src/desktop']];
  expect(app.calls).toEqual([
    ['setAsDefaultProtocolClient', ...client],
    ['removeAsDefaultProtocolClient', ...client],
  ]);
});
