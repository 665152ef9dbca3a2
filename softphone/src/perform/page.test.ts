import { expect, test, vi } from 'vitest';
import type { PhoneEvent } from '../core/events.ts';
import { type PageContext, performOnPage } from './page.ts';

test.each<[string, () => Promise<void>, number]>([
  ['has looked', () => Promise.resolve(), 0],
  ['could not look', () => Promise.reject(new Error('The app is gone.')), 1],
])('the update goes on when the desktop app %s for a newer one', async (_, updateApp, warnings) => {
  const sent: PhoneEvent[] = [];
  const warn = vi.fn();
  const context = { page: { updateApp }, send: (event: PhoneEvent) => sent.push(event), warn };
  performOnPage({ type: 'updateApp' }, context as unknown as PageContext);
  await vi.waitFor(() => expect(sent).toEqual([{ type: 'appUpdated' }]), { timeout: 30_000 });
  expect(warn).toHaveBeenCalledTimes(warnings);
});
