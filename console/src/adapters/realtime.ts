/** The account's realtime channels: its settings and, while a live page is open, its agents and calls. Without them, pages poll. */
import type { PhoneConfig } from '@offhook/contract/client/phone-config';
import { type RealtimeSettings, realtimeOptions } from '@offhook/contract/client/realtime-client';
import { accountChannel, settingsChannel } from '@offhook/contract/realtime';
import { whileWanted } from '@offhook/design/interest';
import type { Channel, default as Pusher } from 'pusher-js';
import type { Changes } from '../changes.ts';
import type { Api } from './api.ts';

export interface RealtimeOptions {
  readonly config: PhoneConfig['realtime'];
  readonly secure: RealtimeSettings['secure'];
  readonly api: Api;
  readonly onSessionExpired: () => void;
  /** Of agents and calls; its interest is that of live pages. */
  readonly changes: Pick<Changes, 'interest' | 'notify' | 'setLive'>;
  readonly settings: Pick<Changes, 'notify' | 'setLive'>;
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
  const { config, secure, api, changes, settings } = options;
  const pusher = new Client(config.key, realtimeOptions({ ...config, secure, api }));
  pusher.connection.bind('state_change', ({ current }: { current: string }) => {
    if (current !== 'connected') {
      changes.setLive(false);
      settings.setLive(false);
      options.onConnectionChange(false);
    }
    // The service rejected this connection, and the library gives up.
    if (current === 'disconnected') void checkSession(pusher, options);
  });
  pusher.connection.bind('error', (error: unknown) =>
    options.warn('The realtime connection reported an error.', error),
  );
  pusher.signin();
  let account: Channel | null = null;
  const reportConnection = () => options.onConnectionChange((account ?? ofSettings).subscribed);
  const open = (name: string, source: Pick<Changes, 'notify' | 'setLive'>): Channel => {
    const channel = pusher.subscribe(name);
    channel.bind('pusher:subscription_succeeded', () => {
      source.setLive(true);
      reportConnection();
      // Events were missed while the channel was closed.
      source.notify();
    });
    channel.bind('pusher:subscription_error', (error: unknown) => {
      options.warn(`Could not subscribe to channel ${channel.name}.`, error);
      source.setLive(false);
      reportConnection();
    });
    return channel;
  };

  const ofSettings = open(settingsChannel(accountId), settings);
  ofSettings.bind('settings.updated', settings.notify);
  // A server of an earlier version knows only the account's channel, which reports settings too.
  let endFallback: (() => void) | null = null;
  ofSettings.bind('pusher:subscription_error', () => {
    endFallback ??= changes.interest.add();
  });
  ofSettings.bind('pusher:subscription_succeeded', () => {
    endFallback?.();
    endFallback = null;
  });
  whileWanted(changes.interest, () => {
    const channel = open(accountChannel(accountId), changes);
    account = channel;
    channel.bind('agent.updated', changes.notify);
    channel.bind('call.updated', changes.notify);
    channel.bind('settings.updated', () => {
      if (!ofSettings.subscribed) settings.notify();
    });
    return () => {
      account = null;
      channel.unbind();
      pusher.unsubscribe(channel.name);
      changes.setLive(false);
      reportConnection();
    };
  });
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
