import { expect, test, vi } from 'vitest';
import type { PhoneEvent } from '../core/events.ts';
import { createTimers, type PageContext, pagePerformers } from './page.ts';

test.each<[string, () => Promise<void>, number]>([
  ['has checked', () => Promise.resolve(), 0],
  ["couldn't check", () => Promise.reject(new Error('The app is gone.')), 1],
])('the update continues if the desktop app %s for an update', async (_, updateApp, warnings) => {
  const sent: PhoneEvent[] = [];
  const warn = vi.fn();
  const context = { page: { updateApp }, send: (event: PhoneEvent) => sent.push(event), warn };
  pagePerformers.updateApp({ type: 'updateApp' }, context as unknown as PageContext);
  await vi.waitFor(() => expect(sent).toEqual([{ type: 'appUpdated' }]), { timeout: 30_000 });
  expect(warn).toHaveBeenCalledTimes(warnings);
});

test('the thank-you timer fires on time, not early', () => {
  vi.useFakeTimers();
  try {
    const sent: PhoneEvent[] = [];
    const context = { timers: createTimers(), send: (event: PhoneEvent) => sent.push(event) };
    pagePerformers.startThankYouTimer(
      { type: 'startThankYouTimer', callKey: 'incoming-1', ms: 2_000 },
      context as unknown as PageContext,
    );
    vi.advanceTimersByTime(1_999);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([{ type: 'thankYouTimedOut', callKey: 'incoming-1' }]);
  } finally {
    vi.useRealTimers();
  }
});

test.each<[string, () => Promise<void>, PhoneEvent['type']]>([
  ['copied', () => Promise.resolve(), 'errorLogsCopied'],
  ['not allowed', () => Promise.reject(new Error('Not allowed.')), 'errorLogsNotCopied'],
])('the page reports whether the error log was copied: %s', async (_, copyText, type) => {
  const sent: PhoneEvent[] = [];
  const page = { browser: 'Test', copyText };
  const context = { page, send: (event: PhoneEvent) => sent.push(event), warn: vi.fn() };
  pagePerformers.copyErrorLogs(
    { type: 'copyErrorLogs', errors: [], quality: null },
    context as unknown as PageContext,
  );
  await vi.waitFor(() => expect(sent).toMatchObject([{ type }]), { timeout: 30_000 });
});
