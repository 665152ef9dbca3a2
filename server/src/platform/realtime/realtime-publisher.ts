/**
 * Messages to open phones and lists, through the official `pusher` SDK. Nobody needs them to work, so a failure is
 * a line in the log and nothing else.
 */
import { ASK_AGAIN_MS } from '@offhook/contract/limits';
import { accountChannel, type MessageName, type MessageOf, userChannel } from '@offhook/contract/realtime';
import type { Logger } from 'pino';
import Pusher from 'pusher';
import { type Clock, elapsed } from '../process/clock.ts';
import { createInFlight } from '../process/in-flight.ts';

export interface RealtimeConfig {
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
  /** The hosted service's cluster; used when `host` is empty. */
  readonly cluster: string;
  readonly host: string;
  readonly port: number | null;
  /** https to `host`; the hosted service always has it. */
  readonly secure: boolean;
}

export interface RealtimePublisher {
  /** Waits for the service's answer, for half a second at most. */
  withdrawn(userId: number, message: MessageOf<'calluser.withdrawn'>): Promise<void>;
  notified(userId: number, message: MessageOf<'call.notice'>): void;
  /** At most one a second of the same; the last one is never left out. */
  agentUpdated(accountId: number, userId: number): void;
  callUpdated(accountId: number, callId: number): void;
  settingsUpdated(accountId: number): void;
  /** Ends every connection that signed in under this name. @returns false: the service did not say that it did */
  endConnections(realtimeId: string): Promise<boolean>;
  /** Sends the messages whose second is over, as their timers do. */
  sendDue(): void;
  /** Names of messages that were sent and not answered yet. */
  inFlight(): readonly string[];
  /** Resolves when the service has answered every message. */
  settled(): Promise<void>;
  /** Sends what waits for its second. */
  stop(): void;
}

const WITHDRAWN_LIMIT_MS = 500;
const REQUEST_TIMEOUT_MS = 5_000;

export function createRealtimePublisher(
  config: RealtimeConfig,
  clock: Clock,
  log: Logger,
  /** Told of every message that was not sent. */
  onFailed?: (reason: string) => void,
): RealtimePublisher {
  const pusher = realtimeKit(config);

  const inFlight = createInFlight();

  function publish<N extends MessageName>(channel: string, name: N, message: MessageOf<N>): Promise<void> {
    return inFlight.track(`message ${name}`, send(channel, name, message));
  }

  async function send<N extends MessageName>(channel: string, name: N, message: MessageOf<N>): Promise<void> {
    try {
      await pusher.trigger(channel, name, message);
    } catch (error) {
      const reason = reasonOf(error);
      log.warn({ event: name, reason }, 'realtime message not sent');
      onFailed?.(reason);
    }
  }

  const lastSent = new Map<string, number>();
  const waiting = new Map<string, { readonly dueAt: number; readonly timer: NodeJS.Timeout; send(): void }>();

  function coalesced<N extends MessageName>(channel: string, name: N, message: MessageOf<N>): void {
    const key = `${channel} ${name} ${JSON.stringify(message)}`;
    if (waiting.has(key)) return;
    const now = elapsed(clock);
    const send = () => {
      waiting.delete(key);
      lastSent.set(key, elapsed(clock));
      void publish(channel, name, message);
    };
    const dueAt = (lastSent.get(key) ?? -Infinity) + ASK_AGAIN_MS;
    if (dueAt <= now) send();
    else waiting.set(key, { dueAt, send, timer: setTimeout(send, dueAt - now).unref() });
    if (lastSent.size > 10_000) lastSent.clear();
  }

  return {
    async withdrawn(userId, message) {
      const published = publish(userChannel(userId), 'calluser.withdrawn', message);
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, WITHDRAWN_LIMIT_MS);
      });
      await Promise.race([published, limit]);
      clearTimeout(timer);
    },
    notified: (userId, message) => void publish(userChannel(userId), 'call.notice', message),
    agentUpdated: (accountId, userId) =>
      coalesced(accountChannel(accountId), 'agent.updated', { user_id: userId }),
    callUpdated: (accountId, callId) =>
      coalesced(accountChannel(accountId), 'call.updated', { call_id: callId }),
    settingsUpdated: (accountId) => coalesced(accountChannel(accountId), 'settings.updated', {}),
    endConnections: (realtimeId) =>
      inFlight.track(
        'end of connections',
        pusher.terminateUserConnections(realtimeId).then(
          ({ ok }) => ok,
          (error: unknown) => {
            const reason = reasonOf(error);
            log.warn({ reason }, 'realtime connections not ended');
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

/** Whether the service has ever answered, with these keys. Asks until it has, and then no more. */
export function createRealtimeProbe(config: RealtimeConfig): () => Promise<boolean> {
  const pusher = realtimeKit(config);
  let hasAnswered = false;
  return async () => {
    hasAnswered ||= await pusher.get({ path: '/channels' }).then(
      ({ ok }) => ok,
      () => false,
    );
    return hasAnswered;
  };
}

export function realtimeKit(config: RealtimeConfig, timeoutMs = REQUEST_TIMEOUT_MS): Pusher {
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

/** The kit's own message says only that it failed; why stands in the error that it wraps, whose text holds a signature. */
function reasonOf(error: unknown): string {
  const wrapped = typeof error === 'object' && error !== null && 'error' in error ? error.error : error;
  if (typeof wrapped === 'object' && wrapped !== null && 'code' in wrapped) return String(wrapped.code);
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return status === undefined ? 'no answer' : `status ${String(status)}`;
}
