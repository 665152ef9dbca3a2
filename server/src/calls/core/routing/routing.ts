/**
 * Whom to ring next for a call. Asked anew whenever nobody rings any more; who was rung in this call already is not
 * rung again, so the walk through owner and groups needs no memory of its own.
 *
 *   owner, when available → each priority group: all at once, or one by one → the fallback team's groups, where the
 *   call has one → nobody left: one final status
 */
import type { Unavailability } from '../../../presence/core/availability.ts';

export interface Candidate {
  readonly userId: number;
  /** Lower groups are rung first. An owner outside the team has none. */
  readonly group: number | null;
  readonly isOwner: boolean;
  /** null: can be offered a call. */
  readonly unavailable: Unavailability | null;
  readonly inSchedule: boolean;
  /** Rung for this call before. */
  readonly tried: boolean;
  /** Only of the team that stands in when the first has nobody left. */
  readonly isFallback: boolean;
}

export interface Team {
  readonly mode: 'simultaneous' | 'round_robin';
  /** The agent rung last by round robin: the turn goes on with the next id. */
  readonly rotation: number;
}

export type Choice =
  | {
      readonly type: 'ring';
      readonly userIds: readonly number[];
      /** Round robin: who had the turn; null leaves it as it is. */
      readonly rotation: number | null;
    }
  | {
      readonly type: 'nobody';
      readonly status: 'missed' | 'busy' | 'offline';
      readonly reason: string;
    };

/** @param fallback how the team is rung that stands in; null: none does */
export function chooseRings(
  team: Team,
  candidates: readonly Candidate[],
  fallback: Team | null = null,
): Choice {
  const ready = candidates.filter((agent) => agent.unavailable === null && agent.inSchedule && !agent.tried);
  const owner = ready.find((agent) => agent.isOwner);
  if (owner) return { type: 'ring', userIds: [owner.userId], rotation: null };
  const first = chooseOf(
    team,
    ready.filter(({ isFallback }) => !isFallback),
  );
  if (first) return first;
  const second =
    fallback &&
    chooseOf(
      fallback,
      ready.filter(({ isFallback }) => isFallback),
    );
  return second ?? nobody(candidates);
}

function chooseOf(team: Team, ready: readonly Candidate[]): Choice | null {
  const groups = ready.flatMap(({ group }) => (group === null ? [] : [group]));
  if (groups.length === 0) return null;
  const first = Math.min(...groups);
  const ids = ready.filter(({ group }) => group === first).map(({ userId }) => userId);
  ids.sort((a, b) => a - b);
  if (team.mode === 'simultaneous') return { type: 'ring', userIds: ids, rotation: null };
  const turn = ids.find((id) => id > team.rotation) ?? ids[0];
  return turn === undefined ? null : { type: 'ring', userIds: [turn], rotation: turn };
}

const BUSY: readonly Unavailability[] = ['on-call', 'wrap-up'];

/** Nobody accepted, or nobody could be rung. */
function nobody(candidates: readonly Candidate[]): Choice {
  const inSchedule = candidates.filter((agent) => agent.inSchedule);
  if (inSchedule.length === 0)
    return { type: 'nobody', status: 'offline', reason: 'Nobody of the team is in schedule' };
  if (inSchedule.some(({ tried }) => tried))
    return { type: 'nobody', status: 'missed', reason: 'Nobody accepted the call' };
  const busy = inSchedule.some(({ unavailable }) => unavailable !== null && BUSY.includes(unavailable));
  if (busy) return { type: 'nobody', status: 'busy', reason: 'All agents are on a call' };
  return { type: 'nobody', status: 'missed', reason: 'No agent is reachable' };
}
