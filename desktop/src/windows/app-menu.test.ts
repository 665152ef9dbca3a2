import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { desktopTexts } from '../core/language.ts';
import { appMenu } from './app-menu.ts';

const flatten = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])]);

test.each(['darwin', 'win32', 'linux'] as const)(
  'on %s, no menu item uses Electron’s default label',
  (platform) => {
    const items = flatten(appMenu(platform, desktopTexts('es-MX')));
    // macOS names the app menu after the app.
    const unnamed = items.filter(
      ({ type, label, role }) => type !== 'separator' && label === undefined && role !== 'appMenu',
    );
    expect(unnamed).toEqual([]);
    expect(items.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Editar', 'Ver', 'Ventana', 'Pegar']),
    );
  },
);

test.each(['darwin', 'win32', 'linux'] as const)('on %s, the menu cannot reload the page', (platform) => {
  const roles = flatten(appMenu(platform, desktopTexts('en-US'))).map(({ role }) => role);
  expect(roles).not.toContain('reload');
  expect(roles).not.toContain('forceReload');
});
