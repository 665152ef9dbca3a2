import type { Database } from '../../platform/database/database.ts';
import type { QueryTime } from '../../platform/database/query-time.ts';
import type { NewEffect } from '../../platform/work-queue/effect-rows.ts';
import type { CallFacts } from '../conversations.ts';
import type { Conversation } from '../core/conversation/conversation.ts';
import type { ParkStage } from '../core/conversation/hand-over/parked.ts';
import { addRings, readCandidates, ringEffects } from './ring-agents.ts';

export interface ParkedRings {
  readonly stage: ParkStage;
  readonly conversation: Conversation;
  readonly effects: readonly NewEffect[];
}

/** Rings the agent who parked the call or, once they were rung or if they can't be, the team. Null: no agent is left. */
export async function ringForParked(
  tx: Database,
  facts: CallFacts,
  conversation: Conversation,
  time: QueryTime,
): Promise<ParkedRings | null> {
  const { parked } = conversation.call;
  if (parked === null || parked.stage === 'team') return null;
  const { by, userId: parker, teamId } = parked;
  const scope = {
    accountId: facts.accountId,
    teamId,
    fallbackTeamId: null,
    requestedBy: null,
    owners: [parker],
  };
  const { candidates, externalNumbers } = await readCandidates(tx, scope, time);
  const available = candidates.filter(({ unavailable }) => unavailable === null);
  const team = available.filter(({ userId, inSchedule }) => userId !== parker && inSchedule);
  const stages = [
    {
      stage: 'parker',
      agents: parked.stage === 'none' ? available.filter((one) => one.userId === parker) : [],
    },
    { stage: 'team', agents: team },
  ] as const;
  for (const { stage, agents } of stages) {
    const userIds = agents.map(({ userId }) => userId);
    const request = {
      type: 'transfer',
      userIds,
      invitedBy: by,
      externalNumbers,
      checksStatus: true,
    } as const;
    const rung = await addRings(tx, facts.id, request, time);
    if (rung.length > 0)
      return {
        stage,
        conversation: {
          ...conversation,
          callUsers: [...conversation.callUsers, ...rung.map(({ callUser }) => callUser)],
          legs: [...conversation.legs, ...rung.map(({ leg }) => leg)],
        },
        effects: rung.flatMap(({ callUser, leg }) => ringEffects(facts, callUser, leg, time.now)),
      };
  }
  return null;
}
