/** The phone works without realtime: responses carry the same data. */

import { type RealtimeSettings, realtimeOptions } from '@offhook/contract/client/realtime-client';
import { accountChannel, MESSAGES, userChannel } from '@offhook/contract/realtime';
import { type Interest, whileWanted } from '@offhook/design/interest';
import type { Channel, default as Pusher } from 'pusher-js';
import * as z from 'zod/mini';
import type { PageReport } from '../../core/events.ts';
import { callNotice } from '../../core/screen/call-notice.ts';
import type { Api } from './api.ts';

export interface RealtimeOptions extends Omit<RealtimeSettings, 'api'> {
  readonly key: string;
  readonly api: Api;
  readonly report: (event: PageReport | { readonly type: 'sessionExpired' }) => void;
  /** Of open lists in the account's channel. A page without one receives only the user's own messages. */
  readonly lists: Pick<Interest, 'isWanted' | 'listen'>;
  readonly onListsChanged: (which: 'agents' | 'calls' | 'ownCalls' | 'parked') => void;
  readonly warn: (message: string, error: unknown) => void;
}

export type Realtime = ReturnType<typeof createRealtime>;

/** Limits reconnects to a service that rejects us. */
const RECONNECT_MS = 5_000;

export function createRealtime(options: RealtimeOptions) {
  const { report, warn } = options;
  let client: Pusher | null = null;
  /** Used to ignore a library that loads after a sign-out. */
  let generation = 0;
  let stopLists = () => {};

  async function subscribe(userId: number, accountId: number): Promise<void> {
    generation += 1;
    const ownGeneration = generation;
    const { default: Client } = await import('pusher-js');
    if (ownGeneration !== generation) return;
    const pusher = new Client(options.key, realtimeOptions(options));
    client = pusher;
    pusher.connection.bind('state_change', ({ current }: { current: string }) => {
      if (current !== 'connected') report({ type: 'realtimeLost' });
      // The service rejected the connection, and the library won't retry.
      if (current === 'disconnected' && client === pusher) void checkSession(pusher);
    });
    pusher.connection.bind('error', (error: unknown) =>
      warn('The realtime connection reported an error.', error),
    );

    pusher.signin();
    const own = pusher.subscribe(userChannel(userId));
    own.bind('pusher:subscription_succeeded', () => {
      report({ type: 'realtimeConnected' });
      options.onListsChanged('ownCalls');
      options.onListsChanged('parked');
    });
    own.bind('pusher:subscription_error', () => report({ type: 'realtimeLost' }));
    warnIfRejected(own);
    onMessage(own, 'calluser.withdrawn', ({ call_user_id, by }) =>
      report({ type: 'callWithdrawn', callUserId: call_user_id, by }),
    );
    onMessage(own, 'status.updated', ({ revision }) => report({ type: 'statusUpdated', revision }));
    onMessage(own, 'call.notice', (notice) =>
      report({ type: 'callNoticeReceived', callId: notice.call_id, ...callNotice(notice) }),
    );
    onMessage(own, 'call.updated', ({ call_id }) => {
      options.onListsChanged('ownCalls');
      report({ type: 'callUpdated', callId: call_id });
    });
    onMessage(own, 'parked.updated', () => options.onListsChanged('parked'));
    stopLists = whileWanted(options.lists, () => openLists(pusher, accountChannel(accountId)));
  }

  function openLists(pusher: Pusher, name: string): () => void {
    const channel = pusher.subscribe(name);
    onMessage(channel, 'agent.updated', () => options.onListsChanged('agents'));
    onMessage(channel, 'call.updated', () => options.onListsChanged('calls'));
    channel.bind('pusher:subscription_succeeded', () => {
      // The list was fetched before the channel was open.
      options.onListsChanged('agents');
      options.onListsChanged('calls');
    });
    warnIfRejected(channel);
    return () => {
      channel.unbind();
      pusher.unsubscribe(name);
    };
  }

  function warnIfRejected(channel: Channel): void {
    channel.bind('pusher:subscription_error', (error: unknown) =>
      warn(`Could not subscribe to channel ${channel.name}.`, error),
    );
  }

  /** The server closes the connections of an expired session; any other page reconnects. */
  async function checkSession(pusher: Pusher): Promise<void> {
    const isRejected = () => client === pusher && pusher.connection.state === 'disconnected';
    const result = await options.api.request('getUser', { query: {} });
    if (!isRejected()) return;
    if (result.ok && !result.value.success) return report({ type: 'sessionExpired' });
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    if (isRejected()) pusher.connect();
  }

  function onMessage<N extends keyof typeof MESSAGES>(
    channel: Channel,
    name: N,
    onParsed: (message: z.infer<(typeof MESSAGES)[N]>) => void,
  ): void {
    channel.bind(name, (data: unknown) => {
      const parsed = z.safeParse(MESSAGES[name], data);
      if (parsed.success) onParsed(parsed.data as z.infer<(typeof MESSAGES)[N]>);
      else warn(`Ignored an invalid realtime message ${name}.`, parsed.error);
    });
  }

  return {
    subscribe: (userId: number, accountId: number) => {
      subscribe(userId, accountId).catch((error: unknown) =>
        warn('The realtime connection could not be opened.', error),
      );
    },
    /** The socket may be dead without an event. */
    reconnect: () => {
      client?.disconnect();
      client?.connect();
    },
    unsubscribe: () => {
      generation += 1;
      stopLists();
      stopLists = () => {};
      client?.disconnect();
      client = null;
    },
  };
}
