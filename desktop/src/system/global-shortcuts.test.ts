import { expect, test, vi } from 'vitest';
import type { KeyCommand } from '../core/keys.ts';
import { FakeShortcuts } from '../test-electron.ts';
import { createGlobalShortcuts } from './global-shortcuts.ts';

function setUp() {
  const shortcuts = new FakeShortcuts();
  const pressed: KeyCommand[] = [];
  const warn = vi.fn();
  const keys = createGlobalShortcuts(shortcuts, (command) => pressed.push(command), warn);
  const update = (activeShortcuts: Record<string, KeyCommand>) =>
    keys.update(new Map(Object.entries(activeShortcuts)));
  return { shortcuts, pressed, warn, update };
}

test('shortcuts are registered and unregistered with their commands', () => {
  const { shortcuts, pressed, update } = setUp();
  update({ F1: 'accept' });
  shortcuts.registered.get('F1')?.();
  update({ F1: 'hangUp', F2: 'mute' });
  for (const press of shortcuts.registered.values()) press();
  expect(pressed.toSorted()).toEqual(['accept', 'hangUp', 'mute']);
  update({});
  expect(shortcuts.registered.size).toBe(0);
});

test('a shortcut used by another program is retried at the next call, and the others work', () => {
  const { shortcuts, warn, update } = setUp();
  shortcuts.unavailable.add('F3');
  update({ F2: 'mute', F3: 'hangUp' });
  expect([...shortcuts.registered.keys()]).toEqual(['F2']);
  expect(warn).toHaveBeenCalledOnce();
  shortcuts.unavailable.clear();
  update({});
  update({ F2: 'mute', F3: 'hangUp' });
  expect([...shortcuts.registered.keys()]).toEqual(['F2', 'F3']);
});

test('an invalid shortcut is ignored', () => {
  const { shortcuts, warn, update } = setUp();
  update({ 'Alt+Nonsense': 'accept', F2: 'mute' });
  expect([[...shortcuts.registered.keys()], warn.mock.calls.length]).toEqual([['F2'], 1]);
});
