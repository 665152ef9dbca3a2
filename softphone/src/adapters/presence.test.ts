/** The order of presence reports, against a server that takes its time. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnsweringServer, json, startAnsweringServer } from '../answering-server.ts';
import type { PresenceReport } from '../core/effects.ts';
import { createApi } from './api.ts';
import { createPresence, type Presence } from './presence.ts';

const WAITING: PresenceReport = {
  state: 'waiting',
  device: 'registered',
  audio: 'ready',
  callUserId: null,
};

let server: AnsweringServer;
let presence: Presence;
/** Reports that wait for their answer. */
let held: ServerResponse[];

beforeEach(async () => {
  held = [];
  server = await startAnsweringServer();
  server.answer('POST /api/v1/presence', (response) => held.push(response));
  presence = createPresence({
    api: createApi({ base: server.base, sessionExpired: () => {} }),
    phoneId: 'page-1',
    startClock: () => () => {},
    send: () => {},
    now: () => 1_000,
    warn: () => {},
  });
  presence.start();
});
afterEach(() => server.stop());

const reports = () => server.heard.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

/** Answers the report that waits, once there is one. */
async function answer(): Promise<void> {
  await expect.poll(() => held.length).toBe(1);
  json(200, { success: true, phone: true, resume: null })(held.pop() as ServerResponse);
}

test('one report is under way at a time, and of those that wait only the newest is sent', async () => {
  presence.report(WAITING, false);
  presence.report({ ...WAITING, state: 'ringing' }, false);
  presence.report({ ...WAITING, state: 'oncall' }, false);
  await answer();
  await answer();
  expect(reports().map(({ state }) => state)).toEqual(['waiting', 'oncall']);
});

test('‘Use it here’ is not lost to a newer report', async () => {
  presence.report(WAITING, false);
  presence.report(WAITING, true);
  presence.report({ ...WAITING, state: 'ringing' }, false);
  await answer();
  await answer();
  expect(reports()).toMatchObject([{ state: 'waiting' }, { state: 'ringing', take_over: true }]);
});

test('the last word does not wait for an answer', async () => {
  presence.report(WAITING, false);
  presence.leave(WAITING);
  await expect.poll(() => held.length).toBe(2);
  expect(reports()).toMatchObject([{ state: 'waiting' }, { state: 'waiting', leaving: true }]);
});
