import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveCall } from '../calls/live-call.ts';
import { watchLimits } from './dial-limits.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** All that the limits know of a call. */
const call = (): LiveCall => ({ onKey: null }) as unknown as LiveCall;

test('a Dial ends when its time is up, and by the star alone where that was asked for', () => {
  const [live, end] = [call(), vi.fn()];
  watchLimits(live, { timeLimitSeconds: 90, hangupOnStar: true }, end);
  live.onKey?.('1');
  expect(end).not.toHaveBeenCalled();
  live.onKey?.('*');
  expect(end).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(90_000);
  expect(end).toHaveBeenCalledTimes(2);
});

test('the star is nobody’s where it was not asked for, and nothing ends what is over', () => {
  const [live, end] = [call(), vi.fn()];
  const forget = watchLimits(live, { timeLimitSeconds: 90, hangupOnStar: false }, end);
  expect(live.onKey).toBeNull();
  forget();
  vi.advanceTimersByTime(100_000);
  expect(end).not.toHaveBeenCalled();
});
