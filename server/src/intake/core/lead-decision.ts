import type { CallTime } from '../../leads/core/earliest-call-time.ts';

export interface LeadFacts {
  readonly delaySeconds: number;
  readonly callTime: CallTime;
  readonly startsCalls: boolean;
}

export type LeadDecision =
  | { readonly kind: 'ring' }
  /** Schedule a call for later. `from`: ms since 1970. */
  | { readonly kind: 'schedule'; readonly from: number; readonly reason: string }
  /** Record a missed call, and schedule another one unless `isPermanent`. */
  | { readonly kind: 'closed'; readonly reason: string; readonly isPermanent: boolean };

const RESTARTING_REASON = 'Offhook is about to start again, and calls the lead then.';

export function decideLead({ delaySeconds, callTime, startsCalls }: LeadFacts, now: number): LeadDecision {
  if (callTime.kind === 'never') return { kind: 'closed', reason: callTime.reason, isPermanent: true };
  if (callTime.at > now)
    return { kind: 'closed', reason: callTime.reason ?? 'The team is closed.', isPermanent: false };
  if (!startsCalls) return { kind: 'schedule', from: now + delaySeconds * 1000, reason: RESTARTING_REASON };
  if (delaySeconds === 0) return { kind: 'ring' };
  const reason = `This team waits ${delaySeconds} seconds before it calls a new lead.`;
  return { kind: 'schedule', from: now + delaySeconds * 1000, reason };
}
