import { createHmac } from 'node:crypto';
import type { CallFilters, WebhookEvent, WebhookEventName } from '@offhook/contract/webhook-events';
import { backOff } from '../../../platform/core/retry.ts';
import type { DeliveryOutcome } from '../../crm/core/sync.ts';

export interface Endpoint {
  /** `webhook` or the name of a CRM. */
  readonly kind: string;
  readonly events: readonly string[];
  readonly filters: CallFilters;
}

/**
 * Filters apply to calls only. `call_updated` goes to subscribers of `call_completed` if the call passes their filters
 * now, or passed them before: otherwise they'd keep outdated data. `source` is the CRM that made the change.
 */
export function isSubscribed(
  endpoint: Endpoint,
  event: WebhookEvent,
  source: string | null,
  wasNotified: boolean,
): boolean {
  if (source !== null && endpoint.kind === source) return false;
  if (!endpoint.events.includes(SUBSCRIBED_WITH[event.type] ?? event.type)) return false;
  if (event.type !== 'call_completed' && event.type !== 'call_updated') return true;
  if (wasNotified) return true;
  const { call } = event.data;
  const { direction, status, result, team, number } = endpoint.filters;
  const passes = (
    allowed: readonly (string | number)[] | undefined,
    value: string | number | null | undefined,
  ) => allowed === undefined || (value !== null && value !== undefined && allowed.includes(value));
  return (
    passes(direction, call.direction) &&
    passes(status, call.status) &&
    passes(result, call.result ?? 'none') &&
    passes(team, call.team?.id) &&
    passes(number, call.number?.id)
  );
}

const SUBSCRIBED_WITH: { readonly [Type in WebhookEvent['type']]?: WebhookEventName } = {
  call_updated: 'call_completed',
  callback_changed: 'callback_scheduled',
  callback_canceled: 'callback_scheduled',
};

/** The timestamp is signed too, so that a receiver can reject replayed requests. */
export function signPayload(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

export const RETENTION_MS = 30 * 24 * 3_600_000;

const RETRY_FOR_MS = 24 * 3_600_000;
const FIRST_BACKOFF_MS = 10_000;
const MAX_BACKOFF_MS = 3_600_000;
export const UNAUTHORIZED_PAUSE_MS = 60_000;
export const MAX_RETRY_AFTER_MS = 3_600_000;

/** Back-off from 10 s to 1 h. The last attempt is 24 h after the first; null after that. */
export function nextAttemptAt(attempts: number, since: number, now: number): number | null {
  const end = since + RETRY_FOR_MS;
  if (now >= end) return null;
  return Math.min(end, now + backOff(attempts, FIRST_BACKOFF_MS, MAX_BACKOFF_MS));
}

/** Null if never. A longer pause requested by the receiver overrides our back-off. */
export function nextDueAt(
  outcome: DeliveryOutcome,
  attempts: number,
  since: number,
  now: number,
): number | null {
  if (outcome.kind === 'delivered' || outcome.kind === 'rejected') return null;
  const backOffAt = nextAttemptAt(attempts, since, now);
  if (backOffAt === null) return null;
  if (outcome.kind === 'wait') return Math.max(outcome.until, now + 1_000);
  if (outcome.kind === 'unauthorized') return Math.max(backOffAt, now + UNAUTHORIZED_PAUSE_MS);
  return Math.max(backOffAt, now + Math.min(MAX_RETRY_AFTER_MS, outcome.afterMs ?? 0));
}
