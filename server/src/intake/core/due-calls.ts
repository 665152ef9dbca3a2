import { type ScheduledAttempt, sortByPriority } from '../../leads/core/next-attempt.ts';

export interface DueCall extends ScheduledAttempt {
  readonly id: number;
  readonly teamId: number | null;
  readonly ownerId: number | null;
}

export interface Constraints {
  readonly pausedTeams: ReadonlySet<number>;
  readonly busyOwners: ReadonlySet<number>;
}

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
