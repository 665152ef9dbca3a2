/** Whether and when a lead is called next, and why. */
import { english, type Sentence } from '../../../platform/core/sentences.ts';
import { type AttemptPlan, type LastCall, planAfterCall } from './next-attempt.ts';

export interface OutlookFacts {
  readonly isErased: boolean;
  /** Rings, runs or is parked. */
  readonly openCallId: number | null;
  /** Why the lead may never be called. */
  readonly blocked: Sentence | null;
  /** The scheduled call that is due first. Times are ms since 1970. */
  readonly scheduled: { readonly id: number; readonly dueAt: number; readonly reason: string } | null;
  /** The newest call that a team's plan follows, with that plan. */
  readonly last: { readonly call: LastCall; readonly plan: AttemptPlan } | null;
  readonly hasCalls: boolean;
  /** The scheduled call that ended last, if it wasn't made. */
  readonly canceled: { readonly at: number; readonly reason: string } | null;
  readonly origin: 'intake' | 'agent' | 'inbound';
}

export type Outlook =
  | { readonly state: 'calling'; readonly callId: number }
  | { readonly state: 'blocked'; readonly reason: string }
  | {
      readonly state: 'scheduled';
      readonly id: number;
      readonly dueAt: number;
      readonly reason: string | null;
    }
  | { readonly state: 'none'; readonly reason: string | null };

export function leadOutlook(facts: OutlookFacts, now: number): Outlook {
  const { openCallId, scheduled } = facts;
  if (openCallId !== null) return { state: 'calling', callId: openCallId };
  if (facts.isErased) return { state: 'blocked', reason: english({ id: 'schedule.erased' }) };
  if (facts.blocked !== null) return { state: 'blocked', reason: english(facts.blocked) };
  // The reason says why the call isn't made earlier, so it is over once the call is due.
  if (scheduled !== null)
    return { state: 'scheduled', ...scheduled, reason: scheduled.dueAt > now ? scheduled.reason : null };
  return { state: 'none', reason: reasonForNone(facts) };
}

function reasonForNone({ last, canceled, hasCalls, origin }: OutlookFacts): string | null {
  const endedAt = last?.call.endedAt ?? null;
  if (canceled !== null && (endedAt === null || canceled.at >= endedAt)) return canceled.reason;
  if (last !== null) {
    const state = {
      hasNewerCall: false,
      hasScheduledCall: false,
      hasNewCallback: false,
      callbackDueAt: null,
    };
    const change = planAfterCall(last.call, last.plan, state);
    if (change.kind === 'cancel') return change.reason;
  }
  if (hasCalls) return english({ id: 'outlook.noPlan' });
  if (origin === 'agent') return english({ id: 'outlook.addedByAgent' });
  return null;
}
