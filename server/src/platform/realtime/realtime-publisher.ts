/** Phones and pages work without these messages, so a failure is only logged. */
import { RELOAD_INTERVAL_MS } from '@offhook/contract/limits';
import {
  accountChannel,
  type MessageName,
  type MessageOf,
  settingsChannel,
  userChannel,
} from '@offhook/contract/realtime';
import type { Logger } from 'pino';
import Pusher from 'pusher';
import { type Message, type RealtimeRequest, toRequests } from '../core/realtime-requests.ts';
import { type Clock, elapsed } from '../process/clock.ts';
import { createInFlight } from '../process/in-flight.ts';

export interface RealtimeConfig {
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
  /** Used if `host` is empty. */
  readonly cluster: string;
  readonly host: string;
  readonly port: number | null;
  readonly secure: boolean;
}

export interface RealtimePublisher {
  /** Waits up to 500 ms for the service's response. */
  ringWithdrawn(userId: number, message: MessageOf<'calluser.withdrawn'>): Promise<void>;
  statusUpdated(userId: number, revision: string): void;
  callNotice(userId: number, message: MessageOf<'call.notice'>): void;
  /** Identical messages are sent at most once per second; the last one is always sent. */
  agentUpdated(accountId: number, userId: number): void;
  /** @param userIds of those who take part: their phones don't listen to the account's channel */
  callUpdated(accountId: number, callId: number, userIds: readonly number[]): void;
  /** Only on the users' own channels. */
  ownCallUpdated(callId: number, userIds: readonly number[]): void;
  /** A call was parked for these users, or no longer is. */
  parkedUpdated(userIds: readonly number[]): void;
  settingsUpdated(accountId: number): void;
  /** @returns false if the service didn't confirm */
  endConnections(realtimeId: string): Promise<boolean>;
  sendDue(): void;
  inFlight(): readonly string[];
  settled(): Promise<void>;
  stop(): void;
}

const WITHDRAWN_LIMIT_MS = 500;
const REQUEST_TIMEOUT_MS = 5_000;

export function createRealtimePublisher(
  config: RealtimeConfig,
  clock: Clock,
  log: Logger,
  onFailed?: (reason: string) => void,
): RealtimePublisher {
  const pusher = createPusherClient(config);

  const inFlight = createInFlight();

  async function send(request: RealtimeRequest): Promise<void> {
    try {
      if (request.kind === 'event') await pusher.trigger([...request.channels], request.name, request.data);
      else await pusher.triggerBatch(request.messages.map((message) => ({ ...message })));
    } catch (error) {
      const reason = describeError(error);
      const names = request.kind === 'event' ? [request.name] : request.messages.map(({ name }) => name);
      log.warn({ event: [...new Set(names)].join(', '), reason }, 'failed to send realtime message');
      onFailed?.(reason);
    }
  }

  const queued: Message[] = [];

  /** What one transaction changed is published in one go, and shares requests. */
  function publish<N extends MessageName>(channel: string, name: N, message: MessageOf<N>): void {
    queued.push({ channel, name, data: JSON.stringify(message) });
    if (queued.length === 1) void inFlight.track('realtime messages', Promise.resolve().then(sendQueued));
  }

  async function sendQueued(): Promise<void> {
    await Promise.all(toRequests(queued.splice(0)).map(send));
  }

  const lastSent = new Map<string, number>();
  const waiting = new Map<string, { readonly dueAt: number; readonly timer: NodeJS.Timeout; send(): void }>();

  function publishCoalesced<N extends MessageName>(channel: string, name: N, message: MessageOf<N>): void {
    const key = `${channel} ${name} ${JSON.stringify(message)}`;
    if (waiting.has(key)) return;
    const now = elapsed(clock);
    const send = () => {
      waiting.delete(key);
      lastSent.set(key, elapsed(clock));
      publish(channel, name, message);
    };
    const dueAt = (lastSent.get(key) ?? -Infinity) + RELOAD_INTERVAL_MS;
    if (dueAt <= now) send();
    else waiting.set(key, { dueAt, send, timer: setTimeout(sendAllDue, dueAt - now, key).unref() });
    if (lastSent.size > 10_000) lastSent.clear();
  }

  /** Messages that waited for the same second share requests. */
  function sendAllDue(key: string): void {
    waiting.get(key)?.send();
    sendDue();
  }

  function sendDue(): void {
    const now = elapsed(clock);
    for (const { dueAt, timer, send } of [...waiting.values()]) {
      if (dueAt > now) continue;
      clearTimeout(timer);
      send();
    }
  }

  function ownCallUpdated(callId: number, userIds: readonly number[]): void {
    for (const userId of userIds) publishCoalesced(userChannel(userId), 'call.updated', { call_id: callId });
  }

  return {
    async ringWithdrawn(userId, message) {
      const published = inFlight.track(
        'message calluser.withdrawn',
        send({
          kind: 'event',
          channels: [userChannel(userId)],
          name: 'calluser.withdrawn' satisfies MessageName,
          data: JSON.stringify(message),
        }),
      );
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, WITHDRAWN_LIMIT_MS);
      });
      await Promise.race([published, limit]);
      clearTimeout(timer);
    },
    statusUpdated: (userId, revision) => publish(userChannel(userId), 'status.updated', { revision }),
    callNotice: (userId, message) => publish(userChannel(userId), 'call.notice', message),
    agentUpdated: (accountId, userId) =>
      publishCoalesced(accountChannel(accountId), 'agent.updated', { user_id: userId }),
    callUpdated(accountId, callId, userIds) {
      publishCoalesced(accountChannel(accountId), 'call.updated', { call_id: callId });
      ownCallUpdated(callId, userIds);
    },
    ownCallUpdated,
    parkedUpdated(userIds) {
      for (const userId of userIds) publishCoalesced(userChannel(userId), 'parked.updated', {});
    },
    settingsUpdated(accountId) {
      for (const channel of [settingsChannel(accountId), accountChannel(accountId)])
        publishCoalesced(channel, 'settings.updated', {});
    },
    endConnections: (realtimeId) =>
      inFlight.track(
        'terminate connections',
        pusher.terminateUserConnections(realtimeId).then(
          ({ ok }) => ok,
          (error: unknown) => {
            const reason = describeError(error);
            log.warn({ reason }, 'failed to terminate realtime connections');
            onFailed?.(reason);
            return false;
          },
        ),
      ),
    sendDue,
    inFlight: inFlight.names,
    settled: inFlight.settled,
    stop() {
      for (const { timer, send } of [...waiting.values()]) {
        clearTimeout(timer);
        send();
      }
    },
  };
}

/** Stops sending requests once the service has accepted these keys. */
export function createRealtimeProbe(config: RealtimeConfig): () => Promise<boolean> {
  const pusher = createPusherClient(config);
  let hasAnswered = false;
  return async () => {
    hasAnswered ||= await pusher.get({ path: '/channels' }).then(
      ({ ok }) => ok,
      () => false,
    );
    return hasAnswered;
  };
}

export function createPusherClient(config: RealtimeConfig, timeoutMs = REQUEST_TIMEOUT_MS): Pusher {
  const { appId, key, secret, host, port } = config;
  const common = { appId, key, secret, timeout: timeoutMs };
  return new Pusher(
    host === ''
      ? { ...common, cluster: config.cluster, useTLS: true }
      : {
          ...common,
          host,
          useTLS: config.secure,
          ...(port === null ? {} : { port: String(port) }),
        },
  );
}

/** The SDK's message isn't useful. The cause is in the wrapped error, whose message contains a signature. */
function describeError(error: unknown): string {
  const wrapped = typeof error === 'object' && error !== null && 'error' in error ? error.error : error;
  if (typeof wrapped === 'object' && wrapped !== null && 'code' in wrapped) return String(wrapped.code);
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return status === undefined ? 'no answer' : `status ${String(status)}`;
}
