import { describe, expect, it } from 'vitest';
import { playerAction, skippedParts, snapToMark, talkShare } from './playback.ts';

describe('a silence', () => {
  it('is skipped but for 0.3 s at both ends', () => {
    expect(skippedParts([1_000, 4_000, 10_000, 10_500])).toEqual([{ from: 1.3, to: 3.7 }]);
  });
});

describe('a click on the waveform', () => {
  it.each([
    ['near a mark lands on it', 10.4, 10],
    ['between two marks lands on the nearer', 10.6, 11],
    ['elsewhere stays where it is', 20, 20],
  ])('%s', (_, time, expected) => {
    expect(snapToMark(time, [10, 11], 0.5)).toBe(expected);
  });

  it('without marks stays where it is', () => {
    expect(snapToMark(3, [], 0.5)).toBe(3);
  });
});

describe('a key', () => {
  const press = (key: string, fields: object = {}) =>
    playerAction({ key, repeat: false, ctrl: false, alt: false, on: 'page', ...fields });
  it.each([
    [' ', 'toggle'],
    ['ArrowLeft', 'back'],
    ['ArrowRight', 'forward'],
    [',', 'slower'],
    ['.', 'faster'],
    ['C', 'comment'],
    ['x', null],
  ])('%j is %s', (key, expected) => {
    expect(press(key)).toBe(expected);
  });

  it.each([
    ['in a field', 'c', { on: 'field' }],
    ['with Ctrl', 'c', { ctrl: true }],
    ['with Alt', 'ArrowLeft', { alt: true }],
    ['on a button, which it presses', ' ', { on: 'control' }],
    ['on the slider, which it moves', 'ArrowRight', { on: 'control' }],
    ['that repeats', 'c', { repeat: true }],
  ])('does nothing %s', (_, key, fields) => {
    expect(press(key, fields)).toBeNull();
  });

  it('for seeking repeats, and the others act on buttons too', () => {
    expect(press('ArrowRight', { repeat: true })).toBe('forward');
    expect(press('.', { on: 'control' })).toBe('faster');
  });
});

it('the share of talk time leaves silence out', () => {
  const side = (talk_ms: number) => ({ talk_ms, longest_ms: 0, interruptions: 0 });
  const talk = { silence_ms: 5_000, turns: 1 };
  expect(talkShare({ ...talk, agent: side(3_000), lead: side(1_000) })).toBe(0.75);
  expect(talkShare({ ...talk, agent: side(0), lead: side(0) })).toBeNull();
});
