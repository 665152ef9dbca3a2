import type { PressedKey } from '@offhook/design/keys/shortcut';
import { describe, expect, test } from 'vitest';
import { ignoresKeys, isForLoadingPanel, ringAnswer } from './key-rules.ts';

const press = (key: string, rest: Partial<PressedKey> = {}): PressedKey => ({
  key,
  repeat: false,
  ctrl: false,
  alt: false,
  on: 'page',
  ...rest,
});

describe('a ring', () => {
  test.each([
    ['is accepted by Enter after a pause', press('Enter'), 500, 'accept'],
    ['is ignored by Escape after a pause', press('Escape'), 500, 'ignore'],
    ['is accepted by Enter as the first key pressed', press('Enter'), Number.POSITIVE_INFINITY, 'accept'],
    ["isn't accepted by Enter right after typing", press('Enter'), 499, null],
    ["isn't ignored by Escape within half a second of typing", press('Escape'), 12, null],
    ["isn't accepted by a held Enter", press('Enter', { repeat: true }), 900, null],
    ["isn't accepted by Enter on the focused Ignore button", press('Enter', { on: 'control' }), 900, null],
    ['is ignored by Escape wherever the focus is', press('Escape', { on: 'control' }), 900, 'ignore'],
    ["isn't accepted by Enter in a field", press('Enter', { on: 'field' }), 900, null],
    ["isn't accepted by Ctrl+Enter", press('Enter', { ctrl: true }), 900, null],
    ["isn't answered by other keys", press('a'), 900, null],
  ])('%s', (_, pressed, since, answer) => {
    expect(ringAnswer(pressed, since)).toBe(answer);
  });
});

describe('a key after an unprompted view change', () => {
  const moved = (...held: string[]) => ({ at: 1_000, held: new Set(held) });
  test.each([
    ['does nothing immediately', moved(), 1_000, true],
    ['does nothing at 699 ms', moved(), 1_699, true],
    ['acts at 700 ms', moved(), 1_700, false],
    ['does nothing while another key is still held', moved('Digit4'), 60_000, true],
    ['acts if no view changed unprompted', null, 1_000, false],
  ])('%s', (_, view, now, ignored) => {
    expect(ignoresKeys(view, now)).toBe(ignored);
  });
});

test.each([
  ['a letter', press('h'), true],
  ['a digit', press('5'), true],
  ['Enter', press('Enter'), true],
  ['a capital letter', press('H'), true],
  ['Escape, which closes the panel,', press('Escape'), false],
  ['Tab', press('Tab'), false],
  ['a function key', press('F5'), false],
  ['a key with Ctrl', press('r', { ctrl: true }), false],
  ['a key with Alt', press('ArrowLeft', { alt: true }), false],
])('%s counts as typed for a loading panel: %s', (_, pressed, isKept) => {
  expect(isForLoadingPanel(pressed)).toBe(isKept);
});
