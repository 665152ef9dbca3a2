import { describe, expect, test } from 'vitest';
import { ignoresKeys, isForLoadingPanel, isShortcut, type PressedKey, ringAnswer } from './key-rules.ts';

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
    ['Enter after a rest accepts', press('Enter'), 500, 'accept'],
    ['Escape after a rest ignores', press('Escape'), 500, 'ignore'],
    ['the first key of all is after a rest', press('Enter'), Number.POSITIVE_INFINITY, 'accept'],
    ['Enter at the end of typing does nothing', press('Enter'), 499, null],
    ['Escape within the same half second does nothing', press('Escape'), 12, null],
    ['a held Enter does nothing', press('Enter', { repeat: true }), 900, null],
    ['Enter on the focused Ignore is a press of Ignore', press('Enter', { on: 'control' }), 900, null],
    ['Escape ignores wherever the focus is', press('Escape', { on: 'control' }), 900, 'ignore'],
    ['Enter in a field is not for the ring', press('Enter', { on: 'field' }), 900, null],
    ['with Ctrl it is another key', press('Enter', { ctrl: true }), 900, null],
    ['other keys do not answer', press('a'), 900, null],
  ])('%s', (_, pressed, since, answer) => {
    expect(ringAnswer(pressed, since)).toBe(answer);
  });
});

describe('a shortcut', () => {
  test.each([
    ['a letter acts', press('m'), 'M', true],
    ['in either case', press('M'), 'M', true],
    ['on a focused button too', press('m', { on: 'control' }), 'M', true],
    ['never in a field', press('m', { on: 'field' }), 'M', false],
    ['a digit in a field is text', press('1', { on: 'field' }), '1', false],
    ['not when it is held', press('m', { repeat: true }), 'M', false],
    ['not with Alt', press('m', { alt: true }), 'M', false],
    ['not with Ctrl', press('m', { ctrl: true }), 'M', false],
    ['Enter on a button is the button', press('Enter', { on: 'control' }), 'Enter', false],
    ['Enter on the page acts', press('Enter'), 'Enter', true],
    ['Escape acts in a field', press('Escape', { on: 'field' }), 'Escape', true],
    ['Ctrl and Enter act in a field', press('Enter', { on: 'field', ctrl: true }), 'Control+Enter', true],
    ['Ctrl and Z undo', press('z', { ctrl: true }), 'Control+Z', true],
    ['in a field they undo what was typed', press('z', { on: 'field', ctrl: true }), 'Control+Z', false],
    ['Enter alone is not Ctrl and Enter', press('Enter', { on: 'field' }), 'Control+Enter', false],
  ])('%s', (_, pressed, wanted, acts) => {
    expect(isShortcut(pressed, wanted)).toBe(acts);
  });
});

describe('a key after a view that changed by itself', () => {
  const moved = (...held: string[]) => ({ at: 1_000, held: new Set(held) });
  test.each([
    ['does nothing at once', moved(), 1_000, true],
    ['does nothing at 699 ms', moved(), 1_699, true],
    ['acts at 700 ms', moved(), 1_700, false],
    ['does nothing while another is still held', moved('Digit4'), 60_000, true],
    ['acts where no view ever changed by itself', null, 1_000, false],
  ])('%s', (_, view, now, deaf) => {
    expect(ignoresKeys(view, now)).toBe(deaf);
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
])('%s counts as typed for a loading panel, or not', (_, pressed, isKept) => {
  expect(isForLoadingPanel(pressed)).toBe(isKept);
});
