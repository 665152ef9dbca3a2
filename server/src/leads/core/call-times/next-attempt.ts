// The team's profile decides on the next attempt: a retry if no agent answered (the last one by the fallback team; at
// once if all agents were occupied), a follow-up if the lead wasn't reached, or none. A contacted or removed lead keeps no
// scheduled calls, except a callback that was set since the contact. A callback that no agent accepted stays one while it
// waits for its agent.
import type { CallDirection, CallStatus, CallType } from '@offhook/contract/calls/call-kinds';
import type { Disposition } from '@offhook/contract/calls/dispositions';
import { english } from '../../../platform/core/sentences.ts';
import { CALLBACK_AGAIN_MS, CALLBACK_GRACE_MS } from './callback-times.ts';

export interface LastCall {
  readonly type: CallType;
  readonly direction: CallDirection;
  readonly status: CallStatus;
  readonly result: Disposition | null;
  readonly wasClaimed: boolean;
  readonly hadConversation: boolean;
  readonly leftVoicemail: boolean;
  /** No phone was rung, because the agents were in calls, in wrap-up or on a short break. */
  readonly agentsWereOccupied: boolean;
  readonly retry: number | null;
  readonly leadRetry: number | null;
  readonly isFallback: boolean;
  readonly endedAt: number | null;
}

export interface AttemptPlan {
  readonly retryMinutes: readonly number[];
  readonly followupMinutes: readonly number[];
  /** A fallback team gets one attempt after the retries. */
  readonly hasFallback: boolean;
}

export interface NextAttempt {
  readonly retry: number | null;
  readonly leadRetry: number | null;
  readonly isFallback: boolean;
  readonly dueAt: number;
}

const MINUTE_MS = 60_000;

/** @param reasons of a call that no agent accepted */
export function wereAgentsOccupied(status: CallStatus, reasons: readonly string[]): boolean {
  return status === 'busy' || reasons.includes(english({ id: 'callReason.agentsPausing' }));
}

export function nextAttempt(last: LastCall, plan: AttemptPlan): NextAttempt | null {
  const { endedAt, retry, leadRetry } = last;
  if (endedAt === null) return null;
  const after = (minutes: number | undefined) =>
    minutes === undefined ? null : endedAt + minutes * MINUTE_MS;
  if (isWaiting(last)) {
    // The fallback team was already rung for an inbound call.
    const dueAt = after(plan.retryMinutes[0]);
    return dueAt === null ? null : { retry: 1, leadRetry: null, isFallback: false, dueAt };
  }
  // Manual and inbound calls don't lead to another attempt.
  if (last.type !== 'lead' || last.direction !== 'outbound') return null;
  if (last.wasClaimed) {
    if (!isLeadUnreached(last)) return null;
    const number = (leadRetry ?? 0) + 1;
    const dueAt = after(plan.followupMinutes[number - 1]);
    return dueAt === null ? null : { retry: null, leadRetry: number, isFallback: false, dueAt };
  }
  if (!foundNoAgent(last)) return null;
  if (last.isFallback) return null;
  const number = (retry ?? 0) + 1;
  const minutes = plan.retryMinutes[number - 1];
  // It waits for the first agent who is free.
  const dueAt = after(minutes !== undefined && last.agentsWereOccupied ? 0 : minutes);
  if (dueAt !== null) return { retry: number, leadRetry, isFallback: false, dueAt };
  return plan.hasFallback ? { retry: number, leadRetry, isFallback: true, dueAt: endedAt } : null;
}

function foundNoAgent({ wasClaimed, status }: LastCall): boolean {
  return !wasClaimed && (status === 'missed' || status === 'busy' || status === 'offline');
}

/** Left a voicemail, or was parked and no agent picked up. */
function isWaiting({ status, hadConversation, leftVoicemail }: LastCall): boolean {
  return leftVoicemail || (status === 'missed' && hadConversation);
}

export interface LeadState {
  readonly hasNewerCall: boolean;
  /** A retry or follow-up. */
  readonly hasScheduledCall: boolean;
  /** Set during or after the call. */
  readonly hasNewCallback: boolean;
  /** When the callback that the call was made for was first due; null: it was made for none. */
  readonly callbackDueAt: number | null;
}

export type PlanChange =
  | { readonly kind: 'schedule'; readonly next: NextAttempt }
  | { readonly kind: 'callBackAgain'; readonly dueAt: number }
  | { readonly kind: 'cancel'; readonly reason: string; readonly keepsCallback: boolean }
  | { readonly kind: 'keep' };

const KEEP: PlanChange = { kind: 'keep' };

/** Only the last call counts, except for a removal. */
export function planAfterCall(
  last: LastCall,
  plan: AttemptPlan,
  { hasNewerCall, hasScheduledCall, hasNewCallback, callbackDueAt }: LeadState,
): PlanChange {
  if (last.result === 'removed') return cancel(english({ id: 'callReason.leadRemoved' }));
  // A callback takes the place of retries and follow-ups.
  if (hasNewerCall || hasNewCallback) return KEEP;
  const waits = isWaiting(last);
  const { endedAt } = last;
  if (callbackDueAt !== null && endedAt !== null && !waits && foundNoAgent(last)) {
    // Later, the team's plan decides, or it would ring forever.
    if (endedAt < callbackDueAt + CALLBACK_GRACE_MS)
      return { kind: 'callBackAgain', dueAt: endedAt + CALLBACK_AGAIN_MS };
  }
  // The result of the agent who parked the call is about the time before.
  if (last.result === 'contacted' && !(waits && last.hadConversation))
    return cancel(english({ id: 'schedule.contacted' }));
  if (last.type !== 'lead' && !waits) return KEEP;
  const next = nextAttempt(last, plan);
  // A call that is already scheduled serves as the callback.
  if (waits && (next === null || hasScheduledCall)) return KEEP;
  return next === null
    ? { ...cancel(english({ id: 'schedule.noAttemptLeft' })), keepsCallback: true }
    : { kind: 'schedule', next };
}

const cancel = (reason: string) => ({ kind: 'cancel', reason, keepsCallback: false }) as const;

/** The agent's result decides; without one, whether there was a conversation. */
function isLeadUnreached({ result, hadConversation }: LastCall): boolean {
  switch (result) {
    case 'voicemail':
    case 'missed':
      return true;
    case 'contacted':
    case 'removed':
      return false;
    case null:
      return !hadConversation;
    default:
      return result satisfies never;
  }
}

export interface ScheduledAttempt {
  readonly retry: number | null;
  readonly leadRetry: number | null;
  /** When it was scheduled, not when it's due, in ms since 1970. */
  readonly scheduledAt: number;
}

/** Sorts by lowest follow-up number, then lowest retry number, then first scheduled. */
export function sortByPriority<T extends ScheduledAttempt>(due: readonly T[]): T[] {
  return [...due].sort(
    (a, b) =>
      (a.leadRetry ?? 0) - (b.leadRetry ?? 0) ||
      (a.retry ?? 0) - (b.retry ?? 0) ||
      a.scheduledAt - b.scheduledAt,
  );
}
