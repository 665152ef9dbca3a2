import type { Failure, SubscriptionFailure } from '../sockets/core/failures.ts';
import type { WebhookEvent } from '../webhooks/core/webhook-event.ts';

/** Where a client connects from, and when it did (milliseconds since 1970). */
export interface Peer {
  readonly address: string;
  readonly userAgent: string;
  readonly since: number;
}

/** What the service reports to the inspector page and to the package's listeners. */
export type Observation =
  | { kind: 'connected'; socketId: string; peer: Peer }
  | { kind: 'disconnected'; socketId: string; userId: string | null; failure: Failure | null }
  | { kind: 'signedIn'; socketId: string; userId: string }
  | { kind: 'subscribed' | 'unsubscribed'; socketId: string; channel: string; userId: string | null }
  | { kind: 'subscriptionRejected'; socketId: string; channel: string; failure: SubscriptionFailure }
  /** `pusher:error`; without a socket ID, the client never got a connection. */
  | { kind: 'failed'; socketId: string | null; failure: Failure }
  | PublishedEvent
  /** What the service tells the channel or the webhooks by itself. */
  | { kind: 'noted'; event: Exclude<WebhookEvent, { name: 'client_event' }> }
  | { kind: 'requestRejected'; method: string; path: string; status: number; reason: string }
  | WebhookAttempt;

export type EventSource = 'api' | 'client' | 'page' | 'seed';

export interface PublishedEvent {
  kind: 'event';
  channel: string;
  event: string;
  /** As sent; of a client event, JSON text, or null without data. */
  data: string | null;
  from: EventSource;
  socketId: string | null;
  userId: string | null;
  recipients: number;
}

export interface WebhookAttempt {
  kind: 'webhook';
  url: string;
  events: readonly WebhookEvent[];
  /** From 1. */
  attempt: number;
  status: number | null;
  error: string | null;
  durationMs: number;
}

/** Undefined where the service runs unobserved; then an observation isn't even made. */
export type Observe = ((observation: Observation) => void) | undefined;
