import type { Agent } from 'node:https';

/** The public types. They need only Node's. */

export interface StartOptions {
  /** Default: 7002; 0 picks a free port. */
  readonly port?: number;
  /** Address to listen on. Default: 127.0.0.1. On an address that isn't a loopback address, a missing secret is random. */
  readonly host?: string;
  /** Default: 1. */
  readonly appId?: string;
  /** Default: offhook-realtime-key. */
  readonly key?: string;
  /** At least 8 characters. */
  readonly secret?: string;
  /** Whether clients may send client events. Default: true. */
  readonly clientEvents?: boolean;
  /** Whether `subscription_count` events are sent. Default: true. */
  readonly subscriptionCount?: boolean;
  readonly webhookUrl?: string;
  readonly maxConnections?: number;
  /** Seconds without a message before a client is pinged. Default: 120. */
  readonly activityTimeout?: number;
  /** Seconds that a client has to answer a ping. Default: 30. */
  readonly pongTimeout?: number;
  /** Seconds that a client has to sign in. Default: 0, which requires no sign-in. */
  readonly signinTimeout?: number;
  readonly seed?: Seed;
  /** `true`: HTTPS and WSS with a certificate of its own; or a certificate and its key, in PEM. */
  readonly tls?: boolean | { readonly cert: string; readonly key: string };
  /** The page at `/`. Default: true. */
  readonly page?: boolean;
  /** Logs go to standard error. Default: `warn`. */
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
}

/** What the service starts with. Options take precedence. */
export interface Seed {
  readonly app?: { readonly id?: string; readonly key?: string; readonly secret?: string };
  readonly webhookUrl?: string;
  readonly clientEvents?: boolean;
  readonly subscriptionCount?: boolean;
  readonly signinTimeout?: number;
  /** The last events of cache channels; new subscribers get them for 30 minutes. */
  readonly cachedEvents?: readonly SeedEvent[];
}

export interface SeedEvent {
  readonly channel: string;
  readonly event: string;
  /** A text is sent as it is, anything else as JSON. */
  readonly data?: unknown;
}

/** The running service. */
export interface Realtime {
  /** Such as `http://127.0.0.1:7002`. */
  readonly url: string;
  /** Where clients connect, without the port. */
  readonly host: string;
  readonly port: number;
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
  /** The certificate in PEM, for clients that need to trust it; null without TLS. */
  readonly certificate: string | null;
  /** For the official server library: `new Pusher(realtime.serverOptions)`. */
  readonly serverOptions: ServerOptions;
  /** For the official client library: `new Pusher(realtime.key, realtime.clientOptions)`. */
  readonly clientOptions: ClientOptions;

  /** @returns a function that removes the listener */
  on<E extends keyof RealtimeEvents>(event: E, listener: (value: RealtimeEvents[E]) => void): () => void;
  /** Waits for the next one that `matches`, from now on. @param timeoutMs default: 10,000 */
  next<E extends keyof RealtimeEvents>(
    event: E,
    matches?: (value: RealtimeEvents[E]) => boolean,
    timeoutMs?: number,
  ): Promise<RealtimeEvents[E]>;

  /**
   * Closes all connections, forgets cached events and webhooks that wait, and loads the seed again. Keeps the port.
   * Clients of the official library reconnect.
   */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  appId: string;
  key: string;
  secret: string;
  host: string;
  port: string;
  useTLS: boolean;
  /** Trusts the service's certificate. */
  agent?: Agent;
}

export interface ClientOptions {
  cluster: string;
  wsHost: string;
  wsPort: number;
  wssPort: number;
  forceTLS: boolean;
  enabledTransports: 'ws'[];
}

export interface RealtimeEvents {
  /** An event was published. */
  readonly event: PublishedEvent;
  /** A client connected, signed in, or disconnected. */
  readonly connection: ConnectionChange;
  /** A client subscribed, unsubscribed, or was rejected. */
  readonly subscription: SubscriptionChange;
  /** The service has sent a request to the webhook URL. */
  readonly webhook: WebhookRequest;
  /** A client got `pusher:error` or was turned away, or an API request was rejected. */
  readonly failure: Failure;
}

export interface PublishedEvent {
  readonly channel: string;
  readonly event: string;
  /** As sent, mostly JSON text; null if a client event has none. */
  readonly data: string | null;
  /** `page`: sent from the page at `/`. */
  readonly from: 'api' | 'client' | 'page' | 'seed';
  /** Of the client that sent it. */
  readonly socketId: string | null;
  /** Of the member that sent it to a presence channel. */
  readonly userId: string | null;
  readonly recipients: number;
}

export interface ConnectionChange {
  readonly type: 'connected' | 'signedIn' | 'disconnected';
  readonly socketId: string;
  readonly userId: string | null;
  /** Why the service closed the connection; null if the client did. */
  readonly code: number | null;
  readonly reason: string | null;
}

export interface SubscriptionChange {
  readonly type: 'subscribed' | 'unsubscribed' | 'rejected';
  readonly socketId: string;
  readonly channel: string;
  /** Of the member of a presence channel. */
  readonly userId: string | null;
  /** Why it was rejected. */
  readonly reason: string | null;
}

export interface WebhookRequest {
  readonly url: string;
  readonly events: readonly { readonly name: string; readonly channel: string }[];
  /** From 1. */
  readonly attempt: number;
  /** Of the response; null if there was none. */
  readonly status: number | null;
  /** Why there was no response; null if there was one. */
  readonly error: string | null;
  readonly durationMs: number;
}

export interface Failure {
  /** Null for an API request, and for a client that never got a connection. */
  readonly socketId: string | null;
  /** Of the Pusher protocol, or the HTTP status of an API request. */
  readonly code: number;
  readonly message: string;
}
