// Runs again whenever no agent is ringing. Agents who were already rung are skipped, so no other progress is stored.
//
//   owner, if available → each priority group, all at once or one by one → the fallback team's groups → final status
import { english } from '../../../platform/core/sentences.ts';
import type { Unavailability } from '../../../presence/core/availability.ts';

export interface Candidate {
  readonly userId: number;
  /** Lower groups are rung first. null for an owner outside the team. */
  readonly group: number | null;
  readonly isOwner: boolean;
  readonly unavailable: Unavailability | null;
  /** When the agent's status began; null if it isn't known. In ms since 1970. */
  readonly statusSince: number | null;
  readonly inSchedule: boolean;
  readonly tried: boolean;
  readonly isFallback: boolean;
}

export interface Team {
  readonly mode: 'simultaneous' | 'round_robin';
  /** For round robin: the next higher ID is rung next. */
  readonly lastRungUserId: number;
}

export type Choice =
  | {
      readonly type: 'ring';
      readonly userIds: readonly number[];
      /** The team's new value; null leaves it unchanged. */
      readonly lastRungUserId: number | null;
    }
  | {
      readonly type: 'none';
      readonly status: 'missed' | 'busy' | 'offline';
      readonly reason: string;
    };

export function chooseRings(
  team: Team,
  candidates: readonly Candidate[],
  now: number,
  fallback: Team | null = null,
): Choice {
  const ready = candidates.filter((agent) => agent.unavailable === null && agent.inSchedule && !agent.tried);
  const owner = ready.find((agent) => agent.isOwner);
  if (owner) return { type: 'ring', userIds: [owner.userId], lastRungUserId: null };
  const first = chooseInTeam(
    team,
    ready.filter(({ isFallback }) => !isFallback),
  );
  if (first) return first;
  const second =
    fallback &&
    chooseInTeam(
      fallback,
      ready.filter(({ isFallback }) => isFallback),
    );
  return second ?? noAgent(candidates, now);
}

function chooseInTeam(team: Team, ready: readonly Candidate[]): Choice | null {
  const groups = ready.flatMap(({ group }) => (group === null ? [] : [group]));
  if (groups.length === 0) return null;
  const first = Math.min(...groups);
  const ids = ready.filter(({ group }) => group === first).map(({ userId }) => userId);
  ids.sort((a, b) => a - b);
  if (team.mode === 'simultaneous') return { type: 'ring', userIds: ids, lastRungUserId: null };
  const next = ids.find((id) => id > team.lastRungUserId) ?? ids[0];
  return next === undefined ? null : { type: 'ring', userIds: [next], lastRungUserId: next };
}

const BUSY: readonly Unavailability[] = ['on-call', 'wrap-up'];
/** Their phones are online, and they will be back. */
const PAUSING: readonly Unavailability[] = ['break', 'lunch', 'training', 'other-status'];

/** A longer break may have been forgotten: scheduled calls no longer wait for its end. */
export const MAX_PAUSE_MS = 15 * 60_000;

/** `occupied`: in a call or on a short break, and then free again. */
export type Reach = 'free' | 'occupied' | 'away';

export function reach(
  { inSchedule, unavailable, statusSince }: Pick<Candidate, 'inSchedule' | 'unavailable' | 'statusSince'>,
  now: number,
): Reach {
  if (!inSchedule) return 'away';
  if (unavailable === null) return 'free';
  const isPausing = PAUSING.includes(unavailable) && now - (statusSince ?? now) < MAX_PAUSE_MS;
  return BUSY.includes(unavailable) || isPausing ? 'occupied' : 'away';
}

function noAgent(candidates: readonly Candidate[], now: number): Choice {
  const inSchedule = candidates.filter((agent) => agent.inSchedule);
  if (inSchedule.length === 0)
    return { type: 'none', status: 'offline', reason: english({ id: 'callReason.agentsOutsideHours' }) };
  if (inSchedule.some(({ tried }) => tried))
    return { type: 'none', status: 'missed', reason: english({ id: 'callReason.noAgentAccepted' }) };
  if (inSchedule.some(({ unavailable }) => unavailable !== null && BUSY.includes(unavailable)))
    return { type: 'none', status: 'busy', reason: english({ id: 'callReason.agentsBusy' }) };
  if (inSchedule.some((agent) => reach(agent, now) === 'occupied'))
    return { type: 'none', status: 'missed', reason: english({ id: 'callReason.agentsPausing' }) };
  return { type: 'none', status: 'missed', reason: english({ id: 'callReason.agentsUnreachable' }) };
}
