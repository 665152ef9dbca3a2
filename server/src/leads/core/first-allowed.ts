/**
 * When a promised call may be made: the team's own hours and the hours at the lead have to meet, and the calls that a
 * team could not make when they were wished are a quarter of an hour apart.
 */

import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { nextOpenTime } from '../../accounts/core/schedule.ts';
import type { CallingRules, Contact } from './callable.ts';
import { mayContact } from './callable.ts';

export type Opening =
  /** `reason`: why not earlier; null: it is allowed when it was wished. */
  | { readonly kind: 'at'; readonly at: number; readonly reason: string | null }
  | { readonly kind: 'never'; readonly reason: string };

/** Leads that came while nobody worked are called one after the other. */
export const SPREAD_MS = 15 * 60_000;
/** An agent is rung first: the lead's own telephone rings when one has taken the call, so much later at most. */
export const REACHES_LEAD_MS = 60_000;
const MOST_STEPS = 64;
/** More leads than this in one night share the later minutes. */
const MOST_SLOTS = 400;

export interface Hours {
  readonly schedule: WeeklySchedule | null;
  readonly contact: Contact;
  readonly rules: CallingRules;
}

export const HOURS_END = 'The hours at which this lead may be called are about to end.';

/** The first moment from `wished` on at which an agent may be rung for the lead, ms since 1970. */
export function firstAllowed({ schedule, contact, rules }: Hours, wished: number): Opening {
  let at = wished;
  let reason: string | null = null;
  for (let count = 0; count < MOST_STEPS; count++) {
    const open = nextOpenTime(schedule, at);
    if (open === null) return { kind: 'never', reason: 'The team has no hours in its schedule.' };
    if (open > at) reason ??= 'The team is not in schedule.';
    const verdict = mayContact('call', contact, rules, open);
    switch (verdict.kind) {
      case 'allowed': {
        const reached = mayContact('call', contact, rules, open + REACHES_LEAD_MS);
        if (reached.kind !== 'later') return { kind: 'at', at: open, reason };
        reason ??= HOURS_END;
        at = reached.next;
        break;
      }
      case 'barred':
        return { kind: 'never', reason: verdict.reason };
      case 'later':
        reason ??= verdict.reason;
        // The rules may answer with the same moment only when they have no moment to offer.
        at = Math.max(verdict.next, open + 60_000);
        break;
      default:
        verdict satisfies never;
    }
  }
  return { kind: 'never', reason: 'The team’s hours and the hours at the lead never meet.' };
}

/** A call is kept apart from its team's others only when it cannot be made at the time that was wished. */
export function isSpread(opening: Opening): opening is Extract<Opening, { readonly kind: 'at' }> {
  return opening.kind === 'at' && opening.reason !== null;
}

/**
 * The same, a quarter of an hour away from every promise of the team that waits already.
 * @param taken due times of those, ms since 1970
 */
export function firstFreeSlot(hours: Hours, wished: number, taken: readonly number[]): Opening {
  let found = firstAllowed(hours, wished);
  for (let count = 0; count < MOST_SLOTS && found.kind === 'at'; count++) {
    const { at, reason } = found;
    const near = taken.filter((other) => Math.abs(other - at) < SPREAD_MS);
    if (near.length === 0) return found;
    const next = firstAllowed(hours, Math.max(...near) + SPREAD_MS);
    found = next.kind === 'at' ? { ...next, reason: reason ?? next.reason } : next;
  }
  return found;
}
