/** The account's realtime channel: something that a page shows has changed. Without it pages ask by themselves. */
import type { PhoneConfig } from '@offhook/contract/client/phone-config';
import { type RealtimeSetting, realtimeOptions } from '@offhook/contract/client/realtime-client';
import { accountChannel } from '@offhook/contract/realtime';
import type { default as Pusher } from 'pusher-js';
import type { Api } from './api.ts';

export interface RealtimeOptions {
  readonly config: PhoneConfig['realtime'];
  readonly secure: RealtimeSetting['secure'];
  readonly api: Api;
  readonly sessionExpired: () => void;
  readonly changed: () => void;
  /** An administrator changed something. */
  readonly settingsChanged: () => void;
  readonly connected: (connected: boolean) => void;
  readonly warn: (message: string, error: unknown) => void;
}

/** A service that refuses is not asked all the time. */
const RECONNECT_MS = 5_000;

/**
 * Connects, and stays so: the library comes back by itself.
 * @returns how to connect anew, where the connection may be dead and nobody knows
 */
export async function subscribeToAccount(accountId: number, options: RealtimeOptions): Promise<() => void> {
  const { default: Client } = await import('pusher-js');
  const { config, secure, api } = options;
  const pusher = new Client(config.key, realtimeOptions({ ...config, secure, api }));
  pusher.connection.bind('state_change', ({ current }: { current: string }) => {
    if (current !== 'connected') options.connected(false);
    // The service refused this connection, and the library gives up.
    if (current === 'disconnected') void checkSession(pusher, options);
  });
  pusher.connection.bind('error', (error: unknown) =>
    options.warn('The realtime connection reported an error.', error),
  );
  pusher.signin();
  const channel = pusher.subscribe(accountChannel(accountId));
  channel.bind('pusher:subscription_succeeded', () => {
    options.connected(true);
    // What happened while nothing was heard.
    options.changed();
    options.settingsChanged();
  });
  channel.bind('pusher:subscription_error', (error: unknown) => {
    options.warn('The channel of the account could not be subscribed.', error);
    options.connected(false);
  });
  channel.bind('agent.updated', options.changed);
  channel.bind('call.updated', options.changed);
  channel.bind('settings.updated', options.settingsChanged);
  return () => {
    pusher.disconnect();
    pusher.connect();
  };
}

/** A session that has ended has its connections ended; any other page connects again. */
async function checkSession(pusher: Pusher, { api, sessionExpired }: RealtimeOptions): Promise<void> {
  const result = await api.ask('getUser', { query: {} });
  if (result.ok && !result.value.success) return sessionExpired();
  setTimeout(() => pusher.connect(), RECONNECT_MS);
}
