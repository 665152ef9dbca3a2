import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsIn, LIMITS } from '../../core/limits.ts';
import { type ClientMessage, parseClientMessage } from './client-message.ts';

const EVENT = { kind: 'clientEvent', event: 'client-a', channel: 'private-a' } as const;

test.each<[string, unknown, ClientMessage]>([
  ['a ping', { event: 'pusher:ping', data: {} }, { kind: 'ping' }],
  ['a ping without data', { event: 'pusher:ping' }, { kind: 'ping' }],
  ['a pong', { event: 'pusher:pong', data: {} }, { kind: 'pong' }],
  [
    'a subscription',
    { event: 'pusher:subscribe', data: { channel: 'a', auth: 'k:s', channel_data: '{}' } },
    { kind: 'subscribe', channel: 'a', auth: 'k:s', channelData: '{}' },
  ],
  [
    'a subscription whose data is JSON text',
    { event: 'pusher:subscribe', data: '{"channel":"a"}' },
    { kind: 'subscribe', channel: 'a', auth: '', channelData: null },
  ],
  [
    'a subscription with an auth of another type',
    { event: 'pusher:subscribe', data: { channel: 'a', auth: { is: 'object' }, channel_data: 5 } },
    { kind: 'subscribe', channel: 'a', auth: '', channelData: null },
  ],
  [
    'an unsubscription',
    { event: 'pusher:unsubscribe', data: { channel: 'a' } },
    { kind: 'unsubscribe', channel: 'a' },
  ],
  [
    'a sign-in',
    { event: 'pusher:signin', data: { auth: 'k:s', user_data: '{}' } },
    { kind: 'signin', auth: 'k:s', userData: '{}' },
  ],
  ['a client event', { ...EVENT, data: { n: [1] } }, { ...EVENT, data: '{"n":[1]}' }],
  ['a client event with text', { ...EVENT, data: '"' }, { ...EVENT, data: '"\\""' }],
  ['a client event without data', { ...EVENT }, { ...EVENT, data: null }],
  [
    'a client event of 10 kB',
    { ...EVENT, data: 'x'.repeat(10_238) },
    { ...EVENT, data: `"${'x'.repeat(10_238)}"` },
  ],
])('%s is parsed', (_, message, expected) => {
  expect(parseClientMessage(JSON.stringify(message))).toEqual(expected);
});

test.each<[string, unknown]>([
  ['a client event of 10 kB and one byte', { ...EVENT, data: 'x'.repeat(10_239) }],
  ['a client event of 10 kB in two-byte characters', { ...EVENT, data: 'ü'.repeat(5_120) }],
  ['a client event with a name of 201 characters', { ...EVENT, event: `client-${'x'.repeat(194)}` }],
  ['a message without an event', { data: {} }],
])('%s is invalid', (_, message) => {
  expect(parseClientMessage(JSON.stringify(message))).toMatchObject({ kind: 'invalid' });
});

test('any text is parsed or reported as invalid without an exception', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units)),
        fc.json(),
        fc.json().map((text) => text.slice(1)),
      ),
      (text) => {
        expect(parseClientMessage(text)).toHaveProperty('kind');
      },
    ),
  );
});

test('a message with any field values is parsed into strings within the limits', () => {
  const names = [
    'pusher:subscribe',
    'pusher:unsubscribe',
    'pusher:signin',
    'pusher:ping',
    'client-a',
    'other',
  ];
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string(),
    fc.dictionary(
      fc.constantFrom('channel', 'auth', 'channel_data', 'user_data', '__proto__'),
      fc.jsonValue(),
    ),
  );
  const message = fc.record(
    { event: fc.oneof(fc.constantFrom(...names), fc.jsonValue()), channel: value, data: value },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(message, (input) => {
      const read = parseClientMessage(JSON.stringify(input));
      for (const field of Object.values(read)) expect(field === null || typeof field === 'string').toBe(true);
      if (read.kind !== 'clientEvent' || read.data === null) return;
      expect(fitsIn(read.data, LIMITS.eventDataBytes)).toBe(true);
      expect(JSON.parse(read.data)).toEqual(JSON.parse(JSON.stringify(input.data)));
    }),
  );
});
