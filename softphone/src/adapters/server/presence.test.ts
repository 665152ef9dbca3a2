import type { ServerResponse } from 'node:http';
import { PHONE_REQUESTS } from '@offhook/contract/requests/requests';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeServer, json, startFakeServer } from '../../bad-server/fake-server.ts';
import type { PresenceReport } from '../../core/effects.ts';
import type { PhoneEvent } from '../../core/events.ts';
import { createApi } from './api.ts';
import { createPresence, type Presence } from './presence.ts';

const WAITING: PresenceReport = {
  state: 'waiting',
  device: 'registered',
  audio: 'ready',
  callUserId: null,
};

let server: FakeServer;
let presence: Presence;
let pending: ServerResponse[];
let sent: PhoneEvent[];

beforeEach(async () => {
  pending = [];
  sent = [];
  server = await startFakeServer();
  server.answer('POST /api/v1/presence', (response) => pending.push(response));
  const api = createApi({ base: server.base, sessionExpired: () => {}, language: () => 'en-US' });
  api.addRequests(PHONE_REQUESTS);
  presence = createPresence({
    api,
    phoneId: 'page-1',
    startClock: () => () => {},
    send: (event) => sent.push(event),
    now: () => 1_000,
    warn: () => {},
  });
  presence.start();
});
afterEach(() => server.stop());

const reports = () => server.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

async function respond(): Promise<void> {
  await expect.poll(() => pending.length).toBe(1);
  json(200, { success: true, phone: true, resume: null })(pending.pop() as ServerResponse);
}

test('only one presence report is sent at a time, and only the newest queued one follows', async () => {
  presence.report(WAITING, { takeOver: false });
  presence.report({ ...WAITING, state: 'ringing' }, { takeOver: false });
  presence.report({ ...WAITING, state: 'oncall' }, { takeOver: false });
  await respond();
  await respond();
  expect(reports().map(({ state }) => state)).toEqual(['waiting', 'oncall']);
});

test("a queued takeover isn't lost to a newer report", async () => {
  presence.report(WAITING, { takeOver: false });
  presence.report(WAITING, { takeOver: true });
  presence.report({ ...WAITING, state: 'ringing' }, { takeOver: false });
  await respond();
  await respond();
  expect(reports()).toMatchObject([{ state: 'waiting' }, { state: 'ringing', take_over: true }]);
});

test("the last report doesn't wait for a response", async () => {
  presence.report(WAITING, { takeOver: false });
  presence.leave(WAITING);
  await expect.poll(() => pending.length).toBe(2);
  expect(reports()).toMatchObject([{ state: 'waiting' }, { state: 'waiting', leaving: true }]);
});

test("an urgent report doesn't wait for a pending one, whose late response is ignored", async () => {
  presence.report(WAITING, { takeOver: false });
  await expect.poll(() => pending.length).toBe(1);
  presence.report({ ...WAITING, state: 'note' }, { takeOver: false, immediate: true });
  await expect.poll(() => pending.length).toBe(2);
  const [hanging, urgent] = pending.splice(0) as [ServerResponse, ServerResponse];
  json(200, { success: true, phone: true, resume: 5 })(urgent);
  await expect.poll(() => sent.length).toBe(1);
  json(200, { success: true, phone: false, resume: null })(hanging);
  presence.report({ ...WAITING, state: 'sms' }, { takeOver: false });
  await respond();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent).toMatchObject([
    { type: 'presenceResponded', phone: true, resume: 5 },
    { type: 'presenceResponded', phone: true, resume: null },
  ]);
});
