/**
 * Which of a team's due calls starts next. A call whose agents are all occupied waits, without using up its attempt. If
 * none can be reached at all, the attempt is recorded, at most one a minute. Callbacks go first, and wait a while for the
 * agent who set them.
 */
import type { Reach } from '../../calls/core/routing/routing.ts';
import { CALLBACK_GRACE_MS } from '../../leads/core/call-times/callback-times.ts';
import { type ScheduledAttempt, sortByPriority } from '../../leads/core/call-times/next-attempt.ts';

export interface DueCall extends ScheduledAttempt {
  readonly id: number;
  readonly dueAt: number;
  readonly isCallback: boolean;
  /** The agent that a callback waits for; null for the team's. */
  readonly callbackFor: number | null;
  /** Rung first. */
  readonly ownerId: number | null;
  /** The owner, whose calls start one by one; null for a callback after the wait. */
  readonly heldFor: number | null;
  /** The only agent who is rung; null for the team. */
  readonly requestedBy: number | null;
}

export interface Pace {
  readonly now: number;
  /** The team's agents. */
  readonly team: readonly Reach[];
  readonly owners: ReadonlyMap<number, Reach>;
  readonly requesters: ReadonlyMap<number, Reach>;
  /** They have a scheduled call in progress. */
  readonly busyOwners: ReadonlySet<number>;
  /** The team's highest number of calls per minute; null without a limit. */
  readonly callsPerMinute: number | null;
  readonly callsInLastMinute: number;
  /** A call of the last minute rang no agent, or only agents who missed it. */
  readonly reachedNoAgent: boolean;
}

export const PACE_WINDOW_MS = 60_000;

/**
 * An agent who missed their last ring counts as away for a minute. Otherwise a phone that can't ring, or an agent who
 * walked away, would use up the attempts of lead after lead.
 */
export function reachForPacing(reach: Reach, missedAt: number | null, now: number): Reach {
  const hasJustMissed = missedAt !== null && missedAt > now - PACE_WINDOW_MS && missedAt <= now;
  return reach === 'free' && hasJustMissed ? 'away' : reach;
}

export function nextDueCall<T extends DueCall>(due: readonly T[], pace: Pace): T | null {
  if (pace.callsPerMinute !== null && pace.callsInLastMinute >= pace.callsPerMinute) return null;
  const callbacks = due.filter(({ isCallback }) => isCallback).sort((a, b) => a.dueAt - b.dueAt);
  const attempts = sortByPriority(due.filter(({ isCallback }) => !isCallback));
  const next = [...callbacks, ...attempts].find((call) => {
    if (call.heldFor !== null && pace.busyOwners.has(call.heldFor)) return false;
    if (waitsForAgent(call, pace)) return false;
    const agents = agentsOf(call, pace);
    if (agents.includes('free')) return true;
    return !agents.includes('occupied') && !pace.reachedNoAgent;
  });
  return next ?? null;
}

function waitsForAgent({ callbackFor, dueAt }: DueCall, { owners, now }: Pace): boolean {
  if (callbackFor === null || now >= dueAt + CALLBACK_GRACE_MS) return false;
  return owners.get(callbackFor) !== 'free';
}

function agentsOf({ requestedBy, ownerId }: DueCall, { team, owners, requesters }: Pace): readonly Reach[] {
  if (requestedBy !== null) return [requesters.get(requestedBy) ?? 'away'];
  const owner = ownerId === null ? undefined : owners.get(ownerId);
  return owner === undefined ? team : [...team, owner];
}
