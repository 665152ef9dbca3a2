import type { Database } from '../../platform/database/database.ts';
import { presenceCutoff } from '../../platform/database/query-time.ts';
import type { Outbox } from '../../platform/work-queue/transact.ts';
import type { TransitionDeps } from '../call-transitions.ts';
import type { LoadedConversation } from '../conversations.ts';
import { addRings, type RingRequest, ringEffects } from './ring-agents.ts';

type RunningCall = Pick<LoadedConversation, 'facts' | 'conversation'>;

export interface Invitation {
  readonly running: RunningCall;
  /** Excludes agents who are already in another call. */
  readonly callUserIds: readonly number[];
}

export async function invite(
  { realtime, clock }: TransitionDeps,
  tx: Database,
  outbox: Outbox,
  { facts, conversation }: RunningCall,
  request: RingRequest,
  now: number,
): Promise<Invitation> {
  const rings = await addRings(tx, facts.id, request, { now, presenceCutoff: presenceCutoff(clock) });
  for (const { callUser, leg } of rings) {
    outbox.effects.push(...ringEffects(facts, callUser, leg, now));
    outbox.afterCommit.push(() => realtime.agentUpdated(facts.accountId, callUser.userId));
  }
  if (rings.length > 0) outbox.afterCommit.push(() => realtime.callUpdated(facts.accountId, facts.id));
  return {
    running: {
      facts,
      conversation: {
        ...conversation,
        callUsers: [...conversation.callUsers, ...rings.map(({ callUser }) => callUser)],
        legs: [...conversation.legs, ...rings.map(({ leg }) => leg)],
      },
    },
    callUserIds: rings.map(({ callUser }) => callUser.id),
  };
}
