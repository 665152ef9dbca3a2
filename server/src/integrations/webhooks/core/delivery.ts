/** Whom an event concerns, how it is signed, when it is tried again, and for how long it is kept. */
import { createHmac } from 'node:crypto';
import type { CallFilters, OutwardEvent } from '@offhook/contract/outward';
import { backOff } from '../../../platform/core/retry.ts';
import type { Told } from '../../crm/core/sync.ts';

export interface Destination {
  /** `webhook`, or a CRM. */
  readonly kind: string;
  readonly events: readonly string[];
  readonly filters: CallFilters;
}

/**
 * Filters are of calls: a lead's events pass them by. News of a call is for whoever wants to know of calls: as it is now
 * it passes the filters, or it did when it was told before.
 * @param source the CRM that said what is new: it is not told its own news
 * @param knows the destination was told of this call before
 */
export function concerns(
  destination: Destination,
  event: OutwardEvent,
  source: string | null,
  knows: boolean,
): boolean {
  if (source !== null && destination.kind === source) return false;
  const type = event.type === 'call_updated' ? 'call_completed' : event.type;
  if (!destination.events.includes(type)) return false;
  if (event.type !== 'call_completed' && event.type !== 'call_updated') return true;
  if (knows) return true;
  const { call } = event.data;
  const { direction, status, result, team, number } = destination.filters;
  const passes = (wanted: readonly (string | number)[] | undefined, is: string | number | null | undefined) =>
    wanted === undefined || (is !== null && is !== undefined && wanted.includes(is));
  return (
    passes(direction, call.direction) &&
    passes(status, call.status) &&
    passes(result, call.result ?? 'none') &&
    passes(team, call.team?.id) &&
    passes(number, call.number?.id)
  );
}

/** A receiver tells a repeated or an old request by the timestamp: both are signed together. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** So long what was told can be told again. */
export const KEPT_MS = 30 * 24 * 3_600_000;

const RETRY_FOR_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** A CRM that let nothing in is left alone so long; one that asks for more, at most for the other. */
export const LOCKED_PAUSE_MS = 60_000;
export const LONGEST_WAIT_MS = 3_600_000;

/**
 * When to try again after `attempts` tries without success: after 10 s, then twice as long each time, an hour at
 * most; the last try is made when a day is over. `null`: that was the last one.
 */
export function nextTryAt(attempts: number, since: number, now: number): number | null {
  const end = since + RETRY_FOR_MS;
  if (now >= end) return null;
  return Math.min(end, now + backOff(attempts, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
}

/** When a delivery is due again; `null`: never. What the other side asks for comes before our own schedule. */
export function nextDue(told: Told, attempts: number, since: number, now: number): number | null {
  if (told.kind === 'taken' || told.kind === 'refused') return null;
  const ours = nextTryAt(attempts, since, now);
  if (ours === null) return null;
  if (told.kind === 'wait') return Math.max(told.until, now + 1_000);
  if (told.kind === 'locked') return Math.max(ours, now + LOCKED_PAUSE_MS);
  return Math.max(ours, now + Math.min(LONGEST_WAIT_MS, told.afterMs ?? 0));
}
