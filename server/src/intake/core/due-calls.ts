/** Which due calls start now. */
import { type ScheduledAttempt, sortByPriority } from '../../leads/core/next-attempt.ts';

export interface DueCall extends ScheduledAttempt {
  readonly id: number;
  readonly teamId: number | null;
  /** The agent who owns the lead. */
  readonly ownerId: number | null;
}

export interface Constraints {
  /** Teams with a scheduled call within the last `TEAM_PAUSE_MS`. */
  readonly pausedTeams: ReadonlySet<number>;
  /** Agents with an active scheduled call of one of their leads. */
  readonly busyOwners: ReadonlySet<number>;
}

/** One scheduled call per team in this time. */
export const TEAM_PAUSE_MS = 60_000;

/** By priority, at most one per team and one per owner. Calls without a team aren't limited. */
export function selectDueCalls<T extends DueCall>(due: readonly T[], constraints: Constraints): T[] {
  const teams = new Set(constraints.pausedTeams);
  const owners = new Set(constraints.busyOwners);
  const selected: T[] = [];
  for (const call of sortByPriority(due)) {
    if (call.teamId !== null && teams.has(call.teamId)) continue;
    if (call.ownerId !== null && owners.has(call.ownerId)) continue;
    if (call.teamId !== null) teams.add(call.teamId);
    if (call.ownerId !== null) owners.add(call.ownerId);
    selected.push(call);
  }
  return selected;
}
