import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInterest, type Interest, KEEP_MS, whileWanted } from './interest.ts';

let interest: Interest;
let calls: string[];
beforeEach(() => {
  vi.useFakeTimers();
  interest = createInterest();
  calls = [];
});
afterEach(() => vi.useRealTimers());

const follow = () =>
  whileWanted(interest, () => {
    calls.push('open');
    return () => calls.push('close');
  });

test('a channel opens with the first interest, and closes a moment after the last has ended', () => {
  follow();
  expect(calls).toEqual([]);
  const [first, second] = [interest.add(), interest.add()];
  expect(calls).toEqual(['open']);
  first();
  first();
  vi.advanceTimersByTime(KEEP_MS);
  expect(calls).toEqual(['open']);
  second();
  vi.advanceTimersByTime(KEEP_MS - 1);
  expect(calls).toEqual(['open']);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(['open', 'close']);
});

test('a channel stays open when one panel replaces another', () => {
  follow();
  const end = interest.add();
  end();
  vi.advanceTimersByTime(KEEP_MS / 2);
  interest.add();
  vi.advanceTimersByTime(10 * KEEP_MS);
  expect(calls).toEqual(['open']);
});

test('a channel opens immediately if something is already shown, and closes when no longer followed', () => {
  interest.add();
  const stop = follow();
  expect(calls).toEqual(['open']);
  stop();
  interest.add();
  expect(calls).toEqual(['open', 'close']);
});
