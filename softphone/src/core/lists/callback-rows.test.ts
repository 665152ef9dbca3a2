import { setFormats } from '@offhook/i18n/formats';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleCallbacks } from '../../gallery/states/callbacks.ts';
import { callbackLabel } from './callback-rows.ts';

const NOW = Date.parse('2026-11-24T14:38:00Z');
const FORMATS = { tag: 'en-US', timeZone: 'America/Los_Angeles', clock: null, dateOrder: null } as const;

beforeEach(() => setFormats(FORMATS));
afterEach(() => setFormats({ tag: 'en-US', clock: null, dateOrder: null }));

const plain = (text: string) => text.replaceAll('\u202f', ' ');

test('a callback has the lead’s local time, and the agent’s if it differs', () => {
  const [callback] = sampleCallbacks(NOW);
  if (!callback) throw new Error('there is no sample');
  const at = '2026-11-24T22:54:00Z';
  const label = (time_zone: string) => plain(callbackLabel({ ...callback, at, time_zone }, NOW));
  expect(label('Europe/London')).toBe('Callback: Today, 10:54 PM · 2:54 PM for you');
  expect(label('America/Los_Angeles')).toBe('Callback: Today, 2:54 PM');
});
