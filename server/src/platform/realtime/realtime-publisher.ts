/** Phones and pages work without these messages, so a failure is only logged. */
import { RELOAD_INTERVAL_MS } from '@offhook/contract/limits';
import { accountChannel, type MessageName, type MessageOf, userChannel } from '@offhook/contract/realtime';
import type { Logger } from 'pino';
import Pusher from 'pusher';
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
  callUpdated(accountId: number, callId: number): void;
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

  function publish<N extends MessageName>(channel: string, name: N, message: MessageOf<N>): Promise<void> {
    return inFlight.track(`message ${name}`, send(channel, name, message));
  }

  async function send<N extends MessageName>(channel: string, name: N, message: MessageOf<N>): Promise<void> {
    try {
      await pusher.trigger(channel, name, message);
    } catch (error) {
      const reason = describeError(error);
      log.warn({ event: name, reason }, 'failed to send realtime message');
      onFailed?.(reason);
    }
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
      void publish(channel, name, message);
    };
    const dueAt = (lastSent.get(key) ?? -Infinity) + RELOAD_INTERVAL_MS;
    if (dueAt <= now) send();
    else waiting.set(key, { dueAt, send, timer: setTimeout(send, dueAt - now).unref() });
    if (lastSent.size > 10_000) lastSent.clear();
  }

  return {
    async ringWithdrawn(userId, message) {
      const published = publish(userChannel(userId), 'calluser.withdrawn', message);
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, WITHDRAWN_LIMIT_MS);
      });
      await Promise.race([published, limit]);
      clearTimeout(timer);
    },
    statusUpdated: (userId, revision) => void publish(userChannel(userId), 'status.updated', { revision }),
    callNotice: (userId, message) => void publish(userChannel(userId), 'call.notice', message),
    agentUpdated: (accountId, userId) =>
      publishCoalesced(accountChannel(accountId), 'agent.updated', { user_id: userId }),
    callUpdated: (accountId, callId) =>
      publishCoalesced(accountChannel(accountId), 'call.updated', { call_id: callId }),
    settingsUpdated: (accountId) => publishCoalesced(accountChannel(accountId), 'settings.updated', {}),
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
    sendDue() {
      const now = elapsed(clock);
      for (const { dueAt, timer, send } of waiting.values()) {
        if (dueAt > now) continue;
        clearTimeout(timer);
        send();
      }
    },
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
