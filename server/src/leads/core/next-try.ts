/**
 * What comes after the last call to a lead, by its team's profile: another try to reach an agent when nobody took it
 * (a retry, the last one by another team), another try to reach the lead when it was taken in vain (a follow-up), or
 * nothing. And what becomes of the calls that were promised before: contacted or removed, the lead is promised none.
 */
import type { CallDirection, CallStatus, CallType, Disposition } from '@offhook/contract/entities';

export interface LastCall {
  readonly type: CallType;
  readonly direction: CallDirection;
  readonly status: CallStatus;
  readonly result: Disposition | null;
  /** An agent had it. */
  readonly wasTaken: boolean;
  /** The lead and an agent talked. */
  readonly wasTalk: boolean;
  /** The lead called, reached nobody and left a message. */
  readonly leftMessage: boolean;
  readonly retry: number | null;
  readonly leadRetry: number | null;
  /** It was the other team's try. */
  readonly isFallback: boolean;
  /** ms since 1970; null: it is not over. */
  readonly endedAt: number | null;
}

/** Minutes until each further try. */
export interface TryPlan {
  readonly retryMinutes: readonly number[];
  readonly followupMinutes: readonly number[];
  /** Another team has one try when the retries are used up. */
  readonly hasFallback: boolean;
}

export interface NextTry {
  readonly retry: number | null;
  readonly leadRetry: number | null;
  /** Of the other team. */
  readonly isFallback: boolean;
  /** ms since 1970 */
  readonly dueAt: number;
}

const MINUTE_MS = 60_000;

export function nextTry(last: LastCall, plan: TryPlan): NextTry | null {
  const { endedAt, retry, leadRetry } = last;
  if (endedAt === null) return null;
  const after = (minutes: number | undefined) =>
    minutes === undefined ? null : endedAt + minutes * MINUTE_MS;
  if (last.type === 'inbound' && last.leftMessage) {
    // Whoever leaves a message asks to be called; the other team had its turn when they called.
    const dueAt = after(plan.retryMinutes[0]);
    return dueAt === null ? null : { retry: 1, leadRetry: null, isFallback: false, dueAt };
  }
  // A call by hand plans nothing, and a lead who called is waiting for nobody.
  if (last.type !== 'lead' || last.direction !== 'outbound') return null;
  if (last.wasTaken) {
    if (!isUnreached(last)) return null;
    const number = (leadRetry ?? 0) + 1;
    const dueAt = after(plan.followupMinutes[number - 1]);
    return dueAt === null ? null : { retry: null, leadRetry: number, isFallback: false, dueAt };
  }
  if (last.status !== 'missed' && last.status !== 'busy' && last.status !== 'offline') return null;
  if (last.isFallback) return null;
  const number = (retry ?? 0) + 1;
  const dueAt = after(plan.retryMinutes[number - 1]);
  if (dueAt !== null) return { retry: number, leadRetry, isFallback: false, dueAt };
  return plan.hasFallback ? { retry: number, leadRetry, isFallback: true, dueAt: endedAt } : null;
}

/** What else is known of the lead when a call of theirs ends, or gets its result. */
export interface LeadThen {
  /** They were called, or called, again since. */
  readonly hasNewerCall: boolean;
  /** A call is promised to them. */
  readonly isAwaited: boolean;
}

export type AfterCall =
  /** In the place of whatever was promised before. */
  | { readonly kind: 'promise'; readonly next: NextTry }
  /** Nothing that was promised is kept. */
  | { readonly kind: 'drop'; readonly reason: string }
  | { readonly kind: 'leave' };

const LEAVE: AfterCall = { kind: 'leave' };

/** What becomes of the calls promised to a lead. Only their last call counts, but a removal always does. */
export function afterCall(last: LastCall, plan: TryPlan, { hasNewerCall, isAwaited }: LeadThen): AfterCall {
  if (last.result === 'removed') return { kind: 'drop', reason: 'The lead was removed' };
  if (hasNewerCall) return LEAVE;
  if (last.result === 'contacted') return { kind: 'drop', reason: 'The lead was contacted' };
  const isMessage = last.type === 'inbound' && last.leftMessage;
  if (last.type !== 'lead' && !isMessage) return LEAVE;
  const next = nextTry(last, plan);
  // What was promised while the caller spoke stays as it is.
  if (isMessage && (next === null || isAwaited)) return LEAVE;
  return next === null ? { kind: 'drop', reason: 'No further try is planned' } : { kind: 'promise', next };
}

/** What the agent said counts; without a word, whether they talked. */
function isUnreached({ result, wasTalk }: LastCall): boolean {
  switch (result) {
    case 'voicemail':
    case 'missed':
      return true;
    case 'contacted':
    case 'removed':
      return false;
    case null:
      return !wasTalk;
    default:
      return result satisfies never;
  }
}

export interface Promised {
  readonly retry: number | null;
  readonly leadRetry: number | null;
  /** When it was promised, ms since 1970. */
  readonly madeAt: number;
}

/** Oldest promise first: the lowest follow-up, then the lowest retry, then who came first. */
export function inOrderOfPromise<T extends Promised>(due: readonly T[]): T[] {
  return [...due].sort(
    (a, b) =>
      (a.leadRetry ?? 0) - (b.leadRetry ?? 0) || (a.retry ?? 0) - (b.retry ?? 0) || a.madeAt - b.madeAt,
  );
}
