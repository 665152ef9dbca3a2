import { expect, test } from 'vitest';
import { type Filter, kindOf, matches, prettyData } from './describe.ts';
import type { Entry } from './entry.ts';
import { EMPTY, feedStep } from './feed-state.ts';

const event = (id: number, data = '{"title":"Hello"}'): Entry => ({
  id,
  at: 0,
  kind: 'event',
  channel: 'news',
  event: 'added',
  data,
  from: 'api',
  socketId: null,
  userId: null,
  recipients: 1,
});
const webhook = (status: number | null): Entry => ({
  id: 1,
  at: 0,
  kind: 'webhook',
  url: 'http://127.0.0.1:3000/hook',
  events: [{ name: 'member_added', channel: 'presence-a', user_id: 'Ada' }],
  attempt: 1,
  status,
  error: status === null ? 'connect ECONNREFUSED' : null,
  durationMs: 3,
});
const closed = (code: number): Entry => ({
  id: 1,
  at: 0,
  kind: 'disconnected',
  socketId: '1.1',
  userId: null,
  failure: { code, message: '' },
});

test.each<[string, Entry, boolean]>([
  ['a webhook with a 2xx response is no error', webhook(204), false],
  ['a webhook with a 500 response is an error', webhook(500), true],
  ['a webhook without a response is an error', webhook(null), true],
  ['a client that was closed with 4009 is an error', closed(4009), true],
  ['a client that was asked to reconnect is no error', closed(4200), false],
])('%s', (_, entry, isError) => {
  expect(kindOf(entry).isError).toBe(isError);
});

test.each<[string, Filter, string, boolean]>([
  ['everything includes an event', 'all', '', true],
  ['events include an event', 'events', '', true],
  ['webhooks don’t include an event', 'webhooks', '', false],
  ['an event isn’t an error', 'errors', '', false],
  ['the text is found in the channel', 'all', 'news', true],
  ['the text is found in the data', 'all', 'hello', true],
  ['field names aren’t searched', 'all', 'recipients', false],
])('%s', (_, filter, text, expected) => {
  expect(matches(event(1), { filter, text })).toBe(expected);
});

test('a member’s ID is found in a webhook', () => {
  expect(matches(webhook(200), { filter: 'webhooks', text: 'ada' })).toBe(true);
});

test('JSON data is indented and other data stays', () => {
  expect(prettyData('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyData('"text"')).toBe('"text"');
  expect(prettyData('{no')).toBe('{no');
});

test('a paused page holds new entries and shows them when it resumes', () => {
  let feed = feedStep(EMPTY, { kind: 'entries', entries: [event(1), event(2)] });
  feed = feedStep(feed, { kind: 'paused' });
  feed = feedStep(feed, { kind: 'entries', entries: [event(3)] });
  expect(feed.entries.map(({ id }) => id)).toEqual([2, 1]);
  feed = feedStep(feed, { kind: 'resumed' });
  expect(feed.entries.map(({ id }) => id)).toEqual([3, 2, 1]);
});
