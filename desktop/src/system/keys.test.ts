import { expect, test, vi } from 'vitest';
import type { KeyCommand } from '../core/keys.ts';
import { FakeShortcuts } from '../test-electron.ts';
import { createDesktopKeys } from './keys.ts';

function desk() {
  const shortcuts = new FakeShortcuts();
  const pressed: KeyCommand[] = [];
  const warn = vi.fn();
  const keys = createDesktopKeys(shortcuts, (command) => pressed.push(command), warn);
  const hold = (wanted: Record<string, KeyCommand>) => keys.hold(new Map(Object.entries(wanted)));
  return { shortcuts, pressed, warn, hold };
}

test('keys are taken and given back with what they do', () => {
  const { shortcuts, pressed, hold } = desk();
  hold({ F1: 'accept' });
  shortcuts.held.get('F1')?.();
  hold({ F1: 'hangUp', F2: 'mute' });
  for (const press of shortcuts.held.values()) press();
  expect(pressed.toSorted()).toEqual(['accept', 'hangUp', 'mute']);
  hold({});
  expect(shortcuts.held.size).toBe(0);
});

test('a key that another program has is tried again at the next call, and the others work meanwhile', () => {
  const { shortcuts, warn, hold } = desk();
  shortcuts.taken.add('F3');
  hold({ F2: 'mute', F3: 'hangUp' });
  expect([...shortcuts.held.keys()]).toEqual(['F2']);
  expect(warn).toHaveBeenCalledOnce();
  shortcuts.taken.clear();
  hold({});
  hold({ F2: 'mute', F3: 'hangUp' });
  expect([...shortcuts.held.keys()]).toEqual(['F2', 'F3']);
});

test('what is no key stops nothing', () => {
  const { shortcuts, warn, hold } = desk();
  hold({ 'Alt+Nonsense': 'accept', F2: 'mute' });
  expect([[...shortcuts.held.keys()], warn.mock.calls.length]).toEqual([['F2'], 1]);
});
