import { KEEP_MS } from '@offhook/design/interest';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PusherClient } from '../../../design/tests/pusher-client.mjs';
import { createChanges } from '../changes.ts';
import type { Api } from './api.ts';
import { subscribeToAccount } from './realtime.ts';

let notified: string[];
let connected: boolean | null;

const SETTINGS = 'private-settings.100';
const ACCOUNT = 'private-account.100';

vi.mock('pusher-js', () => ({ default: PusherClient }));
afterAll(() => vi.doUnmock('pusher-js'));
beforeEach(() => {
  notified = [];
  connected = null;
});
afterEach(() => vi.useRealTimers());

async function start() {
  const recorded = (name: string) => {
    const changes = createChanges(() => 0);
    return { ...changes, notify: () => notified.push(name) } as typeof changes;
  };
  const [changes, settings] = [recorded('changes'), recorded('settings')];
  await subscribeToAccount(100, {
    config: { key: 'key', cluster: '', host: '', port: null, path: '' },
    secure: true,
    api: {} as Api,
    onSessionExpired: () => {},
    changes,
    settings,
    onConnectionChange: (next) => {
      connected = next;
    },
    warn: () => {},
  });
  vi.useFakeTimers();
  const client = PusherClient.latest as PusherClient;
  return { changes, settings, client, channels: client.channels };
}

test('a page that isn’t live hears only of settings', async () => {
  const { settings, channels } = await start();
  expect([...channels.keys()]).toEqual([SETTINGS]);
  channels.get(SETTINGS)?.succeed();
  expect([connected, settings.isLive()]).toEqual([true, true]);
  channels.get(SETTINGS)?.emit('settings.updated', {});
  expect(notified).toEqual(['settings', 'settings']);
});

test('a live page hears of agents and calls until it closes, and is fetched again when its channel opens', async () => {
  const { changes, channels } = await start();
  channels.get(SETTINGS)?.succeed();
  notified = [];
  const close = changes.listen(() => {});
  const account = channels.get(ACCOUNT);
  expect(changes.isLive()).toBe(false);
  account?.succeed();
  expect([connected, changes.isLive()]).toEqual([true, true]);
  account?.emit('agent.updated', { user_id: 8 });
  account?.emit('call.updated', { call_id: 55 });
  // It comes on the other channel too.
  account?.emit('settings.updated', {});
  expect(notified).toEqual(['changes', 'changes', 'changes']);
  close();
  vi.advanceTimersByTime(KEEP_MS);
  expect([...channels.keys()]).toEqual([SETTINGS]);
  expect([connected, changes.isLive()]).toEqual([true, false]);
});

test('a page is out of date while its channel is rejected', async () => {
  const { changes, channels } = await start();
  channels.get(SETTINGS)?.succeed();
  const close = changes.listen(() => {});
  channels.get(ACCOUNT)?.emit('pusher:subscription_error', { status: 500 });
  expect(connected).toBe(false);
  close();
  vi.advanceTimersByTime(KEEP_MS);
  expect(connected).toBe(true);
});

test('an earlier version of the server, which has no channel for settings, reports them to the account’s', async () => {
  const { channels } = await start();
  channels.get(SETTINGS)?.emit('pusher:subscription_error', { status: 403 });
  channels.get(ACCOUNT)?.succeed();
  expect(connected).toBe(true);
  notified = [];
  channels.get(ACCOUNT)?.emit('settings.updated', {});
  expect(notified).toEqual(['settings']);
});

test('the account’s channel closes when that of the settings opens after errors', async () => {
  const { settings, channels } = await start();
  for (const status of [500, 500]) channels.get(SETTINGS)?.emit('pusher:subscription_error', { status });
  expect([...channels.keys()]).toEqual([SETTINGS, ACCOUNT]);
  channels.get(SETTINGS)?.succeed();
  vi.advanceTimersByTime(KEEP_MS);
  expect([...channels.keys()]).toEqual([SETTINGS]);
  expect([connected, settings.isLive()]).toEqual([true, true]);
});

test('nothing is live while the connection is lost', async () => {
  const { changes, settings, client, channels } = await start();
  changes.listen(() => {});
  channels.get(SETTINGS)?.succeed();
  channels.get(ACCOUNT)?.succeed();
  client.connection.emit('state_change', { current: 'unavailable' });
  expect([connected, changes.isLive(), settings.isLive()]).toEqual([false, false, false]);
});
