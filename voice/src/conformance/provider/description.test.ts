import { expect, test } from 'vitest';
import { type Asked, readDescription } from './description.ts';

const ROOT = `/2010-04-01/Accounts/AC${'0'.repeat(32)}`;
const description = readDescription();
const asked = (method: string, path: string, fields: string = ''): Asked => ({
  method,
  path: `${ROOT}${path}`,
  body: fields,
});
const DIAL = 'From=%2B14155550199&To=%2B14155550100&StatusCallbackEvent=ringing&StatusCallbackEvent=answered';

test.each<[string, Asked]>([
  [
    'a call',
    asked('POST', '/Calls.json', 'From=%2B14155550199&To=client%3Aann&Url=https%3A%2F%2Fa.test%2Fx'),
  ],
  ['a participant with many of one field', asked('POST', '/Conferences/room/Participants.json', DIAL)],
  [
    'a list by its filters',
    asked('GET', '/Calls.json?Status=in-progress&StartTime%3E=2026-01-01&PageSize=50'),
  ],
  ['what takes an address away', asked('POST', `/Applications/AP${'1'.repeat(32)}.json`, 'SmsUrl=')],
  ['what is not described', asked('GET', `/Recordings/RE${'1'.repeat(32)}.wav`)],
])('%s is a request that the provider takes', (_what, one) => {
  expect(description.request(one)).toEqual([]);
});

test.each<[string, Asked, RegExp]>([
  ['a path that does not exist', asked('GET', '/Call.json'), /there is no GET/],
  ['a method that it does not have', asked('DELETE', '/Calls.json'), /there is no DELETE/],
  [
    'an account by another name',
    { ...asked('GET', '/Calls.json'), path: '/2010-04-01/Accounts/AC1/Calls.json' },
    /AccountSid.*34/,
  ],
  ['a field that it does not know', asked('POST', '/Calls.json', 'From=a&To=b&Uri=c'), /"Uri"/],
  ['a field that is missing', asked('POST', '/Calls.json', 'To=%2B14155550100'), /'From'/],
  ['a word for a number', asked('POST', '/Calls.json', `${DIAL}&Timeout=soon`), /Timeout: must be integer/],
  [
    'a word that is none of its list',
    asked('POST', `/Calls/CA${'1'.repeat(32)}.json`, 'Status=over'),
    /allowed values/,
  ],
  ['a filter that it does not know', asked('GET', '/Calls.json?State=busy'), /State is no parameter/],
])('%s is none', (_what, one, says) => {
  expect(description.request(one).join('\n')).toMatch(says);
});

const NUMBER = asked('GET', `/Queues/QU${'1'.repeat(32)}.json`);
const queue = {
  account_sid: `AC${'0'.repeat(32)}`,
  average_wait_time: 0,
  current_size: 0,
  date_created: 'Sun, 22 Nov 2026 12:00:00 +0000',
  date_updated: null,
  friendly_name: 'callers',
  max_size: 100,
  sid: `QU${'1'.repeat(32)}`,
  uri: `${ROOT}/Queues/QU${'1'.repeat(32)}.json`,
};
const { friendly_name: _left, ...less } = queue;

test('an answer that the provider gives is one', () => {
  expect(description.answer(NUMBER, { status: 200, body: JSON.stringify(queue) })).toEqual([]);
});

test.each<[string, number, object, RegExp]>([
  ['another status', 202, queue, /never answers with 202/],
  ['a field that is missing', 200, less, /friendly_name/],
  ['a field too many', 200, { ...queue, length: 1 }, /"length"/],
  ['text for a number', 200, { ...queue, max_size: '100' }, /max_size: must be integer/],
  ['a date of another form', 200, { ...queue, date_updated: '2026-11-22' }, /date_updated.*format/],
  ['a name of another kind', 200, { ...queue, sid: `CA${'1'.repeat(32)}` }, /sid.*pattern/],
  ['a refusal without its code', 404, { status: 404, message: 'no' }, /has a code/],
])('%s is none of its answers', (_what, status, body, says) => {
  expect(description.answer(NUMBER, { status, body: JSON.stringify(body) }).join('\n')).toMatch(says);
});
