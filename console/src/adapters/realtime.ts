/** The account's realtime channel. Without it, pages poll. */
import type { PhoneConfig } from '@offhook/contract/client/phone-config';
import { type RealtimeSettings, realtimeOptions } from '@offhook/contract/client/realtime-client';
import { accountChannel } from '@offhook/contract/realtime';
import type { default as Pusher } from 'pusher-js';
import type { Api } from './api.ts';

export interface RealtimeOptions {
  readonly config: PhoneConfig['realtime'];
  readonly secure: RealtimeSettings['secure'];
  readonly api: Api;
  readonly onSessionExpired: () => void;
  readonly onChange: () => void;
  readonly onSettingsChange: () => void;
  readonly onConnectionChange: (connected: boolean) => void;
  readonly warn: (message: string, error: unknown) => void;
}

/** Limits reconnects to a service that rejects us. */
const RECONNECT_MS = 5_000;

/**
 * Connects; the library reconnects automatically.
 * @returns a function that reconnects, for a connection that may have died without closing
 */
export async function subscribeToAccount(accountId: number, options: RealtimeOptions): Promise<() => void> {
  const { default: Client } = await import('pusher-js');
  const { config, secure, api } = options;
  const pusher = new Client(config.key, realtimeOptions({ ...config, secure, api }));
  pusher.connection.bind('state_change', ({ current }: { current: string }) => {
    if (current !== 'connected') options.onConnectionChange(false);
    // The service rejected this connection, and the library gives up.
    if (current === 'disconnected') void checkSession(pusher, options);
  });
  pusher.connection.bind('error', (error: unknown) =>
    options.warn('The realtime connection reported an error.', error),
  );
  pusher.signin();
  const channel = pusher.subscribe(accountChannel(accountId));
  channel.bind('pusher:subscription_succeeded', () => {
    options.onConnectionChange(true);
    // Events were missed while the channel was down.
    options.onChange();
    options.onSettingsChange();
  });
  channel.bind('pusher:subscription_error', (error: unknown) => {
    options.warn('Could not subscribe to the account channel.', error);
    options.onConnectionChange(false);
  });
  channel.bind('agent.updated', options.onChange);
  channel.bind('call.updated', options.onChange);
  channel.bind('settings.updated', options.onSettingsChange);
  return () => {
    pusher.disconnect();
    pusher.connect();
  };
}

/** The service also closes the connections of ended sessions; those must not reconnect. */
async function checkSession(pusher: Pusher, { api, onSessionExpired }: RealtimeOptions): Promise<void> {
  const result = await api.request('getUser', { query: {} });
  if (result.ok && !result.value.success) return onSessionExpired();
  setTimeout(() => pusher.connect(), RECONNECT_MS);
}
