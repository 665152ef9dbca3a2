import { expect, test } from 'vitest';
import { CONSOLE_REQUESTS } from '../console/console.ts';
import { REQUESTS, type Requests } from '../requests/all-requests.ts';
import { ApiError, valueOrThrow } from './api-error.ts';
import { type ClientOptions, createClient } from './client.ts';

const BASE = 'https://offhook.test';
const VISITOR = '{"success":false,"csrf_token":"token-1"}';
const UNKNOWN = 'Unknown error.';
const unreadable = { ok: false, code: 'unreadable', error: UNKNOWN };

function clientFor(
  answers: readonly (readonly [status: number, body: string | ReadableStream])[],
  options: Partial<ClientOptions<Requests>> = {},
) {
  const left = [...answers];
  const sent: { readonly url: string; readonly init: RequestInit; readonly headers: Headers }[] = [];
  const client = createClient({
    table: REQUESTS,
    base: BASE,
    unknownError: () => UNKNOWN,
    fetch: (url, init = {}) => {
      sent.push({ url: String(url), init, headers: new Headers(init.headers) });
      const answer = left.shift();
      if (answer) return Promise.resolve(new Response(answer[1], { status: answer[0] }));
      return new Promise((_, reject) => {
        const { signal } = init;
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    },
    ...options,
  });
  return { ...client, sent };
}

test('a request has the method, path, query and body of its table row', async () => {
  const { request, send, sent } = clientFor([
    [200, '{"data":[]}'],
    [200, '{"success":true}'],
    [200, '{"success":true}'],
  ]);
  await request('getAgents', { query: { page: 2, status: 'online', search: 'a&b', team_id: '' } });
  await send('setDisposition', { params: { id: 7 }, body: { status: 'missed' } });
  await send('realtimeSignIn', { body: { socket_id: '1.2' } });
  expect(sent.map(({ url, init }) => [init.method, url, init.body])).toEqual([
    ['GET', `${BASE}/api/v1/users/paginated?page=2&status=online&search=a%26b`, undefined],
    ['POST', `${BASE}/apps/webrtc/7/disposition`, '{"status":"missed"}'],
    ['POST', `${BASE}/api/v1/pusher/user-auth`, 'socket_id=1.2'],
  ]);
  const types = ['application/json', 'application/x-www-form-urlencoded'];
  expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual([null, ...types]);
});

test('no path has a parameter other than id', () => {
  const paths = Object.values({ ...REQUESTS, ...CONSOLE_REQUESTS }).map(({ path }) => path);
  expect(paths.filter((path) => path.replace(':id', '').includes(':'))).toEqual([]);
});

test('later requests carry the CSRF token from the last answer that had one', async () => {
  const { request, send, csrfToken, sent } = clientFor([
    [200, VISITOR],
    [200, '{"success":true,"csrf_token":"token-2"}'],
    [200, '{"success":true}'],
  ]);
  expect(await request('getUser', { query: {} })).toMatchObject({ ok: true, value: { success: false } });
  expect(csrfToken()).toBe('token-1');
  await request('login', { body: { email: 'a@b.co', password: 'x' } });
  await send('logout', {});
  expect(sent.map(({ headers }) => headers.get('x-csrf-token'))).toEqual([null, 'token-1', 'token-2']);
});

test('a request carries its idempotency key, and keepalive when requested', async () => {
  const { send, sent } = clientFor([
    [200, ''],
    [200, ''],
  ]);
  await send('rejectCall', { params: { id: 7 }, idempotencyKey: 'once', keepalive: true });
  await send('rejectCall', { params: { id: 7 } });
  expect(sent.map(({ init }) => init.keepalive)).toEqual([true, false]);
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['once', null]);
});

test.each([
  ['its own timeout', { timeoutMs: 60_000 }, { timeoutMs: 20 }],
  ['the client’s timeout', { timeoutMs: 20 }, {}],
  ['an abort', {}, { signal: AbortSignal.abort() }],
])('an unanswered request fails after %s', async (_title, options, sending) => {
  const { send } = clientFor([], options);
  const failed = { ok: false, code: 'noAnswer', status: 0, error: UNKNOWN };
  expect(await send('logout', sending)).toEqual(failed);
});

test('an unanswered request says that the server can’t be reached', async () => {
  const { send } = clientFor([], { unreachableError: () => 'Unreachable.' });
  expect(await send('logout', { signal: AbortSignal.abort() })).toMatchObject({ error: 'Unreachable.' });
});

test('a request carries the page language', async () => {
  const { send, sent } = clientFor([[200, '']], { language: () => 'es-MX' });
  await send('logout', {});
  expect(sent[0]?.headers.get('accept-language')).toBe('es-MX');
  const other = clientFor([[200, '']]);
  await other.send('logout', {});
  expect(other.sent[0]?.headers.has('accept-language')).toBe(false);
});

test('a failure has the API’s code for the error, if the server sends one', async () => {
  const { send } = clientFor([
    [422, '{"success":false,"error":"X","code":"callEnded"}'],
    [422, '{"success":false,"error":"X"}'],
  ]);
  const failed = { ok: false, code: 'refused', status: 422, error: 'X' };
  expect(await send('logout', {})).toEqual({ ...failed, errorCode: 'callEnded' });
  expect(await send('logout', {})).toEqual(failed);
});

test.each([
  ['a rejection', 422, '{"success":false,"error":"X"}', { code: 'refused', status: 422, error: 'X' }],
  ['a 200 with an error', 200, '{"success":false,"error":"X"}', { code: 'refused', status: 200, error: 'X' }],
  ['a rejection with an empty text', 422, '{"success":false,"error":""}', { code: 'refused', status: 422 }],
  ['a rejection without a text', 200, '{"success":false}', { ...unreadable, status: 200 }],
  ['a gateway’s HTML page', 502, '<html></html>', { ...unreadable, status: 502 }],
  ['HTML with 200', 200, '<html></html>', { ...unreadable, status: 200 }],
])('%s is a failure, with and without a schema', async (_title, status, body, expected) => {
  const { request, send } = clientFor([
    [status, body],
    [status, body],
  ]);
  const failed = { ok: false, error: UNKNOWN, ...expected };
  expect(await request('getCallUser', { params: { id: 7 } })).toEqual(failed);
  expect(await send('rejectCall', { params: { id: 7 } })).toEqual(failed);
});

test.each(['', '{}', '[]'])(
  'an answer %j satisfies a request without a schema, but not one with a schema',
  async (body) => {
    const { request, send } = clientFor([
      [200, body],
      [200, body],
    ]);
    expect(await send('rejectCall', { params: { id: 7 } })).toMatchObject({ ok: true });
    expect(await request('rejectCall', { params: { id: 7 } })).toEqual({ ...unreadable, status: 200 });
  },
);

test('an oversized answer is cut off, and its status is reported', async () => {
  const statuses: number[] = [];
  const chunk = new TextEncoder().encode(' '.repeat(1_000));
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(chunk);
    },
  });
  const { send } = clientFor([[200, endless]], {
    answerLimit: 10_000,
    onAnswer: (_name, status) => statuses.push(status),
  });
  expect(await send('logout', {})).toEqual({ ...unreadable, status: 200 });
  expect(pulled).toBeLessThan(30);
  expect(statuses).toEqual([200]);
});

test('an exception in the onAnswer callback doesn’t count as a missing answer', async () => {
  const failing = () => {
    throw new Error('a fault');
  };
  await expect(clientFor([[200, '']], { onAnswer: failing }).send('logout', {})).rejects.toThrow('a fault');
});

test('a failure is thrown with its code, status and error text', () => {
  const failure = { ok: false, code: 'refused', status: 409, error: 'X' } as const;
  expect(() => valueOrThrow(failure)).toThrow(ApiError);
  expect(new ApiError(failure)).toMatchObject({ message: 'X', code: 'refused', status: 409 });
  expect(valueOrThrow({ ok: true, value: 7 })).toBe(7);
});
