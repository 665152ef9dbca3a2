import { DESKTOP_STATUSES, type DesktopStatus } from '@offhook/contract/desktop';
import { expect, test } from 'vitest';
import { activeKeys, defaultKeys, type Keys } from './keys.ts';

const KEYS: Keys = { accept: 'F1', mute: 'F2', hangUp: 'F3' };
const all = {
  ringing: { F1: 'accept' },
  oncall: { F2: 'mute', F3: 'hangUp' },
  held: { F2: 'mute', F3: 'hangUp' },
};

test.each(DESKTOP_STATUSES.map((lamp) => [lamp] as const))(
  'in status %s, only the usable shortcuts are active',
  (lamp) => {
    const expected: Partial<Record<DesktopStatus['lamp'], object>> = all;
    expect(Object.fromEntries(activeKeys(KEYS, { lamp, muted: false }))).toEqual(expected[lamp] ?? {});
  },
);

test('an empty shortcut is disabled', () => {
  expect(activeKeys({ ...KEYS, accept: '' }, { lamp: 'ringing', muted: false }).size).toBe(0);
});

test('a shortcut set for both Mute and Hang Up only mutes', () => {
  expect([...activeKeys({ ...KEYS, hangUp: 'F2' }, { lamp: 'oncall', muted: false })]).toEqual([
    ['F2', 'mute'],
  ]);
});

test.each<[NodeJS.Platform]>([['darwin'], ['win32'], ['linux']])(
  'on %s, the default shortcuts are unique and don’t type characters',
  (platform) => {
    const keys = Object.values(defaultKeys(platform));
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) {
      // Ctrl+Alt is AltGr, which types characters.
      expect(key).toMatch(platform === 'darwin' ? /^Control\+Command\+[A-Z]$/ : /^Control\+Shift\+F\d+$/);
    }
  },
);
