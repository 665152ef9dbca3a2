import { expect, test } from 'vitest';
import { keyword, type Message, type MessageEvent, segments, transitionMessage } from './message.ts';

const queued: Message = {
  sid: 'SM1',
  direction: 'outbound-api',
  from: '+14155550199',
  to: '+14155550100',
  body: 'x',
  status: 'queued',
  errorCode: null,
  createdAt: 1,
  updatedAt: 1,
  sentAt: null,
  callback: null,
};

test.each<[string, readonly MessageEvent[], Partial<Message>]>([
  [
    'is sent and delivered',
    [
      { type: 'sent', at: 2 },
      { type: 'delivered', at: 3 },
    ],
    { status: 'delivered', sentAt: 2, updatedAt: 3, errorCode: null },
  ],
  [
    'is sent and undelivered',
    [
      { type: 'sent', at: 2 },
      { type: 'undeliverable', at: 3, errorCode: 30005 },
    ],
    { status: 'undelivered', errorCode: 30005 },
  ],
  [
    'is rejected before it is sent',
    [
      { type: 'rejected', at: 2, errorCode: 30007 },
      { type: 'sent', at: 3 },
    ],
    { status: 'failed', sentAt: null },
  ],
  ['is not delivered before it is sent', [{ type: 'delivered', at: 2 }], queued],
  [
    'does not fail after its delivery',
    [
      { type: 'sent', at: 2 },
      { type: 'delivered', at: 3 },
      { type: 'undeliverable', at: 4, errorCode: 30005 },
    ],
    { status: 'delivered', updatedAt: 3 },
  ],
])('a text %s', (_, events, expected) => {
  expect(events.reduce(transitionMessage, queued)).toMatchObject(expected);
});

test.each<[string, string, number]>([
  ['a short text', 'Hello', 1],
  ['160 plain characters', 'a'.repeat(160), 1],
  ['161 plain characters', 'a'.repeat(161), 2],
  ['80 euro signs, two septets each', '€'.repeat(80), 1],
  ['81 euro signs', '€'.repeat(81), 2],
  ['70 characters outside GSM 03.38', 'ж'.repeat(70), 1],
  ['71 characters outside GSM 03.38', 'ж'.repeat(71), 2],
  ['36 emoji, two units each', '😀'.repeat(36), 2],
  ['an empty text', '', 1],
])('the segments of %s are counted', (_, text, count) => expect(segments(text)).toBe(count));

test.each<[string, ReturnType<typeof keyword>]>([
  ['STOP', 'stop'],
  [' stop ', 'stop'],
  ['please stop', null],
  ['Unstop', 'start'],
  ['info', 'help'],
  ['', null],
])('the keyword of the text %j is %s', (body, expected) => expect(keyword(body)).toBe(expected));
