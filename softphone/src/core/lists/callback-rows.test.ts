import { setFormats } from '@offhook/i18n/formats';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleCallbacks } from '../../gallery/states/callbacks.ts';
import { callbackLabel, callbackLimits, choiceLabel } from './callback-rows.ts';

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

const AFTERNOON = '2026-11-24T23:00:00Z';
const MORNING = '2026-11-25T16:00:00Z';
const moved = 'It is outside the team’s hours.';

test.each([
  ['in_15_minutes', AFTERNOON, null, 'In 15 minutes'],
  ['in_15_minutes', AFTERNOON, moved, 'First allowed time'],
  ['in_1_hour', MORNING, moved, 'First allowed time'],
  ['this_afternoon', AFTERNOON, moved, 'This afternoon'],
  ['this_afternoon', MORNING, moved, 'First allowed time'],
  ['tomorrow_morning', MORNING, moved, 'Tomorrow morning'],
  ['tomorrow_afternoon', '2026-11-26T16:00:00Z', moved, 'First allowed time'],
] as const)('the choice %s at %s, moved: %s, is called %s', (choice, at, moved, label) => {
  expect(choiceLabel({ choice, at, moved }, 'America/Los_Angeles', NOW)).toBe(label);
});

test('a callback is a minute to 90 days ahead, in the lead’s local time', () => {
  expect(callbackLimits('Europe/London', NOW)).toEqual({ min: '2026-11-24T14:39', max: '2027-02-22T14:38' });
});
