/** Which of the promised calls whose time has come are made now. */
import { inOrderOfPromise, type Promised } from '../../leads/core/next-try.ts';

export interface DueCall extends Promised {
  readonly id: number;
  readonly teamId: number | null;
  /** The lead's own agent. */
  readonly ownerId: number | null;
}

export interface UnderWay {
  /** Teams that a promised call was made for within `TEAM_PAUSE_MS`. */
  readonly restingTeams: ReadonlySet<number>;
  /** Agents with a promised call of a lead of theirs that is not over. */
  readonly busyOwners: ReadonlySet<number>;
}

/** One promised call per team in this time. */
export const TEAM_PAUSE_MS = 60_000;

/** Oldest promise first; one per team, one per owner. A call of no team rests with nobody. */
export function chooseDue<T extends DueCall>(due: readonly T[], underWay: UnderWay): T[] {
  const teams = new Set(underWay.restingTeams);
  const owners = new Set(underWay.busyOwners);
  const chosen: T[] = [];
  for (const call of inOrderOfPromise(due)) {
    if (call.teamId !== null && teams.has(call.teamId)) continue;
    if (call.ownerId !== null && owners.has(call.ownerId)) continue;
    if (call.teamId !== null) teams.add(call.teamId);
    if (call.ownerId !== null) owners.add(call.ownerId);
    chosen.push(call);
  }
  return chosen;
}
