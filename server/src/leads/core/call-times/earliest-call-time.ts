// Finds the first time when the team is open and the lead may be called. Postponed calls are spaced 15 minutes apart
// within a team.

import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { nextOpenTime } from '../../../accounts/core/schedule.ts';
import { english, type Sentence } from '../../../platform/core/sentences.ts';
import type { CallingRules, Contact } from '../consent/callable.ts';
import { mayContact } from '../consent/callable.ts';

export type CallTime =
  /** `reason`: why it is later than requested, or null. */
  | { readonly kind: 'at'; readonly at: number; readonly reason: string | null }
  | { readonly kind: 'never'; readonly reason: string };

/** Leads that arrived while the team was closed aren't all called at the same time. */
export const SPACING_MS = 15 * 60_000;
/** Agents are rung first, so the lead's phone rings up to this much later. */
export const TIME_TO_REACH_LEAD_MS = 60_000;
const MAX_STEPS = 64;
/** Beyond this many leads, slots are shared. */
const MAX_SLOTS = 400;

export interface CallTimeConstraints {
  readonly schedule: WeeklySchedule | null;
  readonly contact: Contact;
  readonly rules: CallingRules;
}

export const HOURS_END_REASON = english({ id: 'schedule.hoursEnd' });

/** When an agent may first be rung for the lead, in ms since 1970. @param isChosen not the present time */
export function earliestCallTime(
  { schedule, contact, rules }: CallTimeConstraints,
  notBefore: number,
  isChosen = false,
): CallTime {
  let at = notBefore;
  let reason: string | null = null;
  for (let count = 0; count < MAX_STEPS; count++) {
    const open = nextOpenTime(schedule, at);
    if (open === null) return { kind: 'never', reason: english({ id: 'schedule.noHours' }) };
    if (open > at) reason ??= english({ id: 'schedule.teamClosed' });
    const verdict = mayContact('call', contact, rules, open);
    switch (verdict.kind) {
      case 'allowed': {
        const reached = mayContact('call', contact, rules, open + TIME_TO_REACH_LEAD_MS);
        if (reached.kind !== 'later') return { kind: 'at', at: open, reason };
        reason ??= HOURS_END_REASON;
        at = reached.next;
        break;
      }
      case 'blocked':
        return { kind: 'never', reason: english(verdict.reason) };
      case 'later':
        reason ??= english(isChosen ? inFuture(verdict.reason) : verdict.reason);
        // `next` can equal `open` if the rules found no time. Always move forward.
        at = Math.max(verdict.next, open + 60_000);
        break;
      default:
        verdict satisfies never;
    }
  }
  return { kind: 'never', reason: english({ id: 'schedule.neverOverlap' }) };
}

function inFuture(reason: Sentence): Sentence {
  return reason.id === 'callable.callingHours' ? { ...reason, id: 'callable.callingHoursThen' } : reason;
}

/** Only postponed calls are spaced. */
export function needsSpacing(callTime: CallTime): callTime is Extract<CallTime, { readonly kind: 'at' }> {
  return callTime.kind === 'at' && callTime.reason !== null;
}

/** Keeps `SPACING_MS` between this call and `dueTimes`, the team's scheduled calls. */
export function earliestFreeSlot(
  hours: CallTimeConstraints,
  notBefore: number,
  dueTimes: readonly number[],
): CallTime {
  let found = earliestCallTime(hours, notBefore);
  for (let count = 0; count < MAX_SLOTS && found.kind === 'at'; count++) {
    const { at, reason } = found;
    const near = dueTimes.filter((other) => Math.abs(other - at) < SPACING_MS);
    if (near.length === 0) return found;
    const next = earliestCallTime(hours, Math.max(...near) + SPACING_MS);
    found = next.kind === 'at' ? { ...next, reason: reason ?? next.reason } : next;
  }
  return found;
}
