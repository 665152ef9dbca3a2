import { describe, expect, test } from 'vitest';
import { isShortcut, type PressedKey } from './shortcut.ts';

const press = (key: string, rest: Partial<PressedKey> = {}): PressedKey => ({
  key,
  repeat: false,
  ctrl: false,
  alt: false,
  on: 'page',
  ...rest,
});

describe('a shortcut', () => {
  test.each([
    ['acts on its letter', press('m'), 'M', true],
    ['acts on an uppercase letter', press('M'), 'M', true],
    ['acts on a focused button', press('m', { on: 'control' }), 'M', true],
    ["doesn't act in a field", press('m', { on: 'field' }), 'M', false],
    ["doesn't act on a digit in a field", press('1', { on: 'field' }), '1', false],
    ["doesn't act on a held key", press('m', { repeat: true }), 'M', false],
    ["doesn't act with Alt", press('m', { alt: true }), 'M', false],
    ["doesn't act with Ctrl", press('m', { ctrl: true }), 'M', false],
    ["doesn't act on Enter on a button", press('Enter', { on: 'control' }), 'Enter', false],
    ['acts on Enter on the page', press('Enter'), 'Enter', true],
    ['acts on Escape in a field', press('Escape', { on: 'field' }), 'Escape', true],
    ['acts on Ctrl+Enter in a field', press('Enter', { on: 'field', ctrl: true }), 'Control+Enter', true],
    ['acts on Ctrl+Z', press('z', { ctrl: true }), 'Control+Z', true],
    [
      "doesn't act on Ctrl+Z in a field, which undoes the typing",
      press('z', { on: 'field', ctrl: true }),
      'Control+Z',
      false,
    ],
    ['acts on Ctrl+K in a field', press('k', { on: 'field', ctrl: true }), 'Control+K', true],
    ["doesn't act on K alone if it's defined as Ctrl+K", press('k'), 'Control+K', false],
    [
      "doesn't act on Enter alone if it's defined as Ctrl+Enter",
      press('Enter', { on: 'field' }),
      'Control+Enter',
      false,
    ],
  ])('%s', (_, pressed, wanted, acts) => {
    expect(isShortcut(pressed, wanted)).toBe(acts);
  });
});
