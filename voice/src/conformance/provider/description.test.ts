import { expect, test } from 'vitest';
import { type ApiRequest, readDescription } from './description.ts';

const ROOT = `/2010-04-01/Accounts/AC${'0'.repeat(32)}`;
const description = readDescription();
const apiRequest = (method: string, path: string, fields: string = ''): ApiRequest => ({
  method,
  path: `${ROOT}${path}`,
  body: fields,
});
const DIAL = 'From=%2B14155550199&To=%2B14155550100&StatusCallbackEvent=ringing&StatusCallbackEvent=answered';

test.each<[string, ApiRequest]>([
  [
    'a call',
    apiRequest('POST', '/Calls.json', 'From=%2B14155550199&To=client%3Aann&Url=https%3A%2F%2Fa.test%2Fx'),
  ],
  ['a participant with a repeated field', apiRequest('POST', '/Conferences/room/Participants.json', DIAL)],
  [
    'a filtered list',
    apiRequest('GET', '/Calls.json?Status=in-progress&StartTime%3E=2026-01-01&PageSize=50'),
  ],
  ['clearing a URL', apiRequest('POST', `/Applications/AP${'1'.repeat(32)}.json`, 'SmsUrl=')],
  ['an undocumented path', apiRequest('GET', `/Recordings/RE${'1'.repeat(32)}.wav`)],
])('%s is a valid request', (_what, one) => {
  expect(description.findRequestViolations(one)).toEqual([]);
});

test.each<[string, ApiRequest, RegExp]>([
  ['a path that does not exist', apiRequest('GET', '/Call.json'), /there is no GET/],
  ['a method that is not described', apiRequest('DELETE', '/Calls.json'), /there is no DELETE/],
  [
    'a malformed account sid',
    { ...apiRequest('GET', '/Calls.json'), path: '/2010-04-01/Accounts/AC1/Calls.json' },
    /AccountSid.*34/,
  ],
  ['an unknown field', apiRequest('POST', '/Calls.json', 'From=a&To=b&Uri=c'), /"Uri"/],
  ['a missing field', apiRequest('POST', '/Calls.json', 'To=%2B14155550100'), /'From'/],
  [
    'text for a number',
    apiRequest('POST', '/Calls.json', `${DIAL}&Timeout=soon`),
    /Timeout: must be integer/,
  ],
  [
    'a value outside its list',
    apiRequest('POST', `/Calls/CA${'1'.repeat(32)}.json`, 'Status=over'),
    /allowed values/,
  ],
  ['an unknown filter', apiRequest('GET', '/Calls.json?State=busy'), /State is not a parameter/],
])('%s is an invalid request', (_what, one, violation) => {
  expect(description.findRequestViolations(one).join('\n')).toMatch(violation);
});

const GET_QUEUE = apiRequest('GET', `/Queues/QU${'1'.repeat(32)}.json`);
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
const { friendly_name: _left, ...withoutName } = queue;

test('a response with all described fields is valid', () => {
  expect(description.findResponseViolations(GET_QUEUE, { status: 200, body: JSON.stringify(queue) })).toEqual(
    [],
  );
});

test.each<[string, number, object, RegExp]>([
  ['an undocumented status', 202, queue, /status 202 is not described/],
  ['a missing field', 200, withoutName, /friendly_name/],
  ['an additional field', 200, { ...queue, length: 1 }, /"length"/],
  ['text for a number', 200, { ...queue, max_size: '100' }, /max_size: must be integer/],
  ['a date in another format', 200, { ...queue, date_updated: '2026-11-22' }, /date_updated.*format/],
  ['a sid of another kind', 200, { ...queue, sid: `CA${'1'.repeat(32)}` }, /sid.*pattern/],
  ['an error without its code', 404, { status: 404, message: 'no' }, /must have a code/],
])('%s makes a response invalid', (_what, status, body, violation) => {
  expect(
    description.findResponseViolations(GET_QUEUE, { status, body: JSON.stringify(body) }).join('\n'),
  ).toMatch(violation);
});
