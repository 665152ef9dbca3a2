import { PHONE_REQUESTS } from '@offhook/contract/requests/requests';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  apiError,
  type FakeServer,
  json,
  noResponse,
  startFakeServer,
} from '../../bad-server/fake-server.ts';
import { createApi } from './api.ts';

let server: FakeServer;
beforeEach(async () => {
  server = await startFakeServer();
});
afterEach(() => server.stop());

const notFound = apiError(404, 'Not found. It may have been removed.');
const countRequests = (path: string) => server.received.filter((one) => one.path === path).length;
const createPhoneApi = (options: { readonly timeoutMs?: number } = {}) => {
  const api = createApi({
    base: server.base,
    sessionExpired: () => {},
    language: () => 'en-US',
    ...options,
  });
  api.addRequests(PHONE_REQUESTS);
  return api;
};
const optionalRequests = () => {
  const { request, send } = createPhoneApi();
  return {
    presence: () =>
      request('reportPresence', {
        body: { phone_id: 'p', state: 'waiting', device: 'registered', audio: 'ready' },
      }),
    callable: () => request('getCallable', { query: { phone_number: '+14155550100' } }),
    hangUp: () => send('hangUp', { params: { id: 55 } }),
  };
};

test('an optional request is sent once if its first response is 404', async () => {
  const { presence, callable, hangUp } = optionalRequests();
  for (const request of [presence, callable, hangUp]) {
    expect(await request()).toMatchObject({ ok: false, status: 404, code: 'notOffered' });
    expect(await request()).toMatchObject({ ok: false, status: 404, code: 'notOffered' });
  }
  expect(server.received).toHaveLength(3);
});

test('an optional request that succeeded once is sent again after a 404', async () => {
  const { callable } = optionalRequests();
  server.answer(
    'GET /api/v1/callable',
    json(200, { success: true, allowed: true, reason: null, next: null }),
  );
  expect((await callable()).ok).toBe(true);
  server.answer('GET /api/v1/callable', notFound);
  await callable();
  await callable();
  expect(countRequests('/api/v1/callable')).toBe(3);
});

test("a 404 for an unknown call doesn't disable the next hang-up", async () => {
  const { presence, hangUp } = optionalRequests();
  server.answer('POST /api/v1/presence', json(200, { success: true, phone: true, resume: null }));
  await presence();
  await hangUp();
  await hangUp();
  expect(countRequests('/api/v1/calls/55/hangup')).toBe(2);
});

test.each([
  ['its own timeout', 60_000, { timeoutMs: 50 }],
  ["the client's timeout", 50, {}],
] as const)('a request without a response fails after %s', async (_whose, timeoutMs, own) => {
  server.answer('POST /apps/webrtc/55/disposition', noResponse);
  const { send } = createPhoneApi({ timeoutMs });
  const result = await send('setDisposition', { params: { id: 55 }, body: { status: 'missed' }, ...own });
  expect(result).toMatchObject({ ok: false, status: 0, code: 'noAnswer' });
});
