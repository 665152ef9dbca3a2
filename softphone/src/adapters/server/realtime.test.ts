import { createInterest, type Interest, KEEP_MS } from '@offhook/design/interest';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PusherClient } from '../../../../design/tests/pusher-client.mjs';
import type { PhoneEvent } from '../../core/events.ts';
import type { Api } from './api.ts';
import { createRealtime } from './realtime.ts';

let reports: PhoneEvent[];
let warnings: string[];
let lists: string[];
let openLists: Interest;

vi.mock('pusher-js', () => ({ default: PusherClient }));
afterAll(() => vi.doUnmock('pusher-js'));
beforeEach(() => {
  reports = [];
  warnings = [];
  lists = [];
  openLists = createInterest();
});
afterEach(() => vi.useRealTimers());

async function start(options: { secure?: boolean; host?: string } = {}) {
  PusherClient.latest = null;
  const realtime = createRealtime({
    key: 'key',
    cluster: 'here',
    host: '',
    port: null,
    path: '',
    secure: true,
    api: {} as Api,
    report: (event) => reports.push(event),
    lists: openLists,
    onListsChanged: (which) => lists.push(which),
    warn: (message) => warnings.push(message),
    ...options,
  });
  realtime.subscribe(7, 100);
  await vi.waitFor(() => expect(PusherClient.latest?.channels.size).toBeGreaterThan(0), { timeout: 30_000 });
  return { realtime, client: PusherClient.latest as unknown as PusherClient };
}

const subscribed = async (options: Parameters<typeof start>[0] = {}) => (await start(options)).client;

test('only secure sockets are opened, in the configured cluster and without a fallback', async () => {
  const { options } = await subscribed();
  expect(options).toMatchObject({ cluster: 'here', forceTLS: true, enabledTransports: ['ws', 'wss'] });
  expect((await subscribed({ secure: false, host: 'localhost' })).options).toMatchObject({ forceTLS: false });
});

test("the user's presence channel reports whether the phone is connected, even after the connection dropped", async () => {
  const { channels, connection } = await subscribed();
  const own = channels.get('presence-user.7');
  own?.emit('pusher:subscription_succeeded');
  connection.emit('state_change', { current: 'unavailable' });
  connection.emit('state_change', { current: 'connected' });
  own?.emit('pusher:subscription_succeeded');
  expect(reports.map(({ type }) => type)).toEqual(['realtimeConnected', 'realtimeLost', 'realtimeConnected']);
});

test('a phone without an open list subscribes only to its user’s own channel', async () => {
  const { channels } = await subscribed();
  expect([...channels.keys()]).toEqual(['presence-user.7']);
});

test('a changed call of the user’s own is reported to the history and to the current call', async () => {
  const { channels } = await subscribed();
  channels.get('presence-user.7')?.emit('call.updated', { call_id: 55 });
  expect(reports).toEqual([{ type: 'callUpdated', callId: 55 }]);
  expect(lists).toEqual(['ownCalls']);
});

test('an open list subscribes to the account’s channel, is fetched once more, and leaves it when closed', async () => {
  const { channels } = await subscribed();
  vi.useFakeTimers();
  const close = openLists.add();
  const account = channels.get('private-account.100');
  expect(lists).toEqual([]);
  account?.emit('pusher:subscription_succeeded');
  expect(lists).toEqual(['agents', 'calls']);
  account?.emit('agent.updated', { user_id: 8 });
  account?.emit('call.updated', { call_id: 55 });
  expect(lists.slice(2)).toEqual(['agents', 'calls']);
  expect(reports).toEqual([]);
  close();
  vi.advanceTimersByTime(KEEP_MS);
  expect([...channels.keys()]).toEqual(['presence-user.7']);
  account?.emit('agent.updated', { user_id: 8 });
  expect(lists).toHaveLength(4);
});

test('a list that is open while the phone connects or signs in again has its channel, and none after a logout', async () => {
  openLists.add();
  const { client: first, realtime } = await start();
  expect([...first.channels.keys()]).toEqual(['presence-user.7', 'private-account.100']);
  realtime.unsubscribe();
  expect([...first.channels.keys()]).toEqual(['presence-user.7']);
  PusherClient.latest = null;
  realtime.subscribe(7, 100);
  await vi.waitFor(() => expect(PusherClient.latest?.channels.size).toBe(2), { timeout: 30_000 });
});

test('history and parked calls are fetched again after the connection was lost', async () => {
  const { channels } = await subscribed();
  channels.get('presence-user.7')?.emit('pusher:subscription_succeeded');
  expect(lists).toEqual(['ownCalls', 'parked']);
});

test('a failed subscription is logged, and shows no message to the agent', async () => {
  openLists.add();
  const { channels } = await subscribed();
  for (const channel of channels.values()) channel.emit('pusher:subscription_error', { status: 403 });
  expect(warnings).toEqual([
    'Could not subscribe to channel presence-user.7.',
    'Could not subscribe to channel private-account.100.',
  ]);
  expect(reports).toEqual([{ type: 'realtimeLost' }]);
});
