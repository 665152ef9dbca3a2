import type { CallTime } from '../../leads/core/call-times/earliest-call-time.ts';
import { ringDelayReason } from '../../leads/core/call-times/ring-delay.ts';
import { english } from '../../platform/core/sentences.ts';

export interface LeadFacts {
  readonly delaySeconds: number;
  readonly callTime: CallTime;
  readonly acceptsNewCalls: boolean;
}

export type LeadDecision =
  | { readonly kind: 'ring' }
  /** `from`: ms since 1970. */
  | { readonly kind: 'schedule'; readonly from: number; readonly reason: string }
  /** Record a missed call, and schedule another one unless `isPermanent`. */
  | { readonly kind: 'closed'; readonly reason: string; readonly isPermanent: boolean };

const RESTARTING_REASON = english({ id: 'schedule.restarting' });

export function decideLead(
  { delaySeconds, callTime, acceptsNewCalls }: LeadFacts,
  now: number,
): LeadDecision {
  if (callTime.kind === 'never') return { kind: 'closed', reason: callTime.reason, isPermanent: true };
  if (callTime.at > now)
    return {
      kind: 'closed',
      reason: callTime.reason ?? english({ id: 'schedule.teamClosed' }),
      isPermanent: false,
    };
  if (!acceptsNewCalls)
    return { kind: 'schedule', from: now + delaySeconds * 1000, reason: RESTARTING_REASON };
  if (delaySeconds === 0) return { kind: 'ring' };
  return { kind: 'schedule', from: now + delaySeconds * 1000, reason: ringDelayReason(delaySeconds) };
}
