import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveCall } from '../calls/live-call.ts';
import { watchLimits } from './dial-limits.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const call = (): LiveCall => ({ onKey: null }) as unknown as LiveCall;

test('a Dial ends at its time limit and, with hangupOnStar, when the caller presses the star key', () => {
  const [live, end] = [call(), vi.fn()];
  watchLimits(live, { timeLimitSeconds: 90, hangupOnStar: true }, end);
  live.onKey?.('1');
  expect(end).not.toHaveBeenCalled();
  live.onKey?.('*');
  expect(end).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(90_000);
  expect(end).toHaveBeenCalledTimes(2);
});

test('without hangupOnStar the star key has no effect, and a stopped limit never fires', () => {
  const [live, end] = [call(), vi.fn()];
  const stop = watchLimits(live, { timeLimitSeconds: 90, hangupOnStar: false }, end);
  expect(live.onKey).toBeNull();
  stop();
  vi.advanceTimersByTime(100_000);
  expect(end).not.toHaveBeenCalled();
});
