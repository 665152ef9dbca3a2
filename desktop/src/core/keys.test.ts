import { DESKTOP_LAMPS, type DesktopStatus } from '@offhook/contract/desktop';
import { expect, test } from 'vitest';
import { defaultKeys, type Keys, keysInUse } from './keys.ts';

const KEYS: Keys = { accept: 'F1', mute: 'F2', hangUp: 'F3' };
const all = {
  ringing: { F1: 'accept' },
  oncall: { F2: 'mute', F3: 'hangUp' },
  held: { F2: 'mute', F3: 'hangUp' },
};

test.each(DESKTOP_LAMPS.map((lamp) => [lamp] as const))(
  'in %s only those keys are taken that do something',
  (lamp) => {
    const expected: Partial<Record<DesktopStatus['lamp'], object>> = all;
    expect(Object.fromEntries(keysInUse(KEYS, { lamp, muted: false }))).toEqual(expected[lamp] ?? {});
  },
);

test('an empty key is none', () => {
  expect(keysInUse({ ...KEYS, accept: '' }, { lamp: 'ringing', muted: false }).size).toBe(0);
});

test('one key for both mutes, and hangs nobody up', () => {
  expect([...keysInUse({ ...KEYS, hangUp: 'F2' }, { lamp: 'oncall', muted: false })]).toEqual([
    ['F2', 'mute'],
  ]);
});

test.each<[NodeJS.Platform]>([['darwin'], ['win32'], ['linux']])(
  'on %s no key of ours types a letter or is another one of ours',
  (platform) => {
    const keys = Object.values(defaultKeys(platform));
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) {
      // Control and Alt together type letters.
      expect(key).toMatch(platform === 'darwin' ? /^Control\+Command\+[A-Z]$/ : /^Control\+Shift\+F\d+$/);
    }
  },
);
