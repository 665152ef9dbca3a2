import { WEBHOOK_EVENT_NAMES } from '@offhook/contract/webhook-events';
import { expect, test } from 'vitest';
import { eventName } from './webhook-form.ts';

test('every event that can be chosen has a name of its own', () => {
  const names = WEBHOOK_EVENT_NAMES.map(eventName);
  expect(names).not.toEqual(WEBHOOK_EVENT_NAMES);
  expect(new Set(names).size).toBe(WEBHOOK_EVENT_NAMES.length);
});

test('an event of a later version keeps its technical name', () => {
  expect(eventName('call_scored')).toBe('call_scored');
});
