import type { Database } from '../../platform/database/database.ts';
import { presenceCutoff } from '../../platform/database/query-time.ts';
import type { Outbox } from '../../platform/work-queue/transact.ts';
import { notifyOfChangedCall, type TransitionDeps } from '../call-transitions.ts';
import type { LoadedConversation } from '../conversations.ts';
import { addRings, type RingRequest, ringEffects } from './ring-agents.ts';

type RunningCall = Pick<LoadedConversation, 'facts' | 'conversation'>;

export interface Invitation {
  readonly running: RunningCall;
  /** Excludes agents who are already in another call. */
  readonly callUserIds: readonly number[];
}

export async function invite(
  deps: TransitionDeps,
  tx: Database,
  outbox: Outbox,
  { facts, conversation }: RunningCall,
  request: RingRequest,
  now: number,
): Promise<Invitation> {
  const rings = await addRings(tx, facts.id, request, { now, presenceCutoff: presenceCutoff(deps.clock) });
  for (const { callUser, leg } of rings) {
    outbox.effects.push(...ringEffects(facts, callUser, leg, now));
    outbox.afterCommit.push(() => deps.realtime.agentUpdated(facts.accountId, callUser.userId));
  }
  const running: RunningCall = {
    facts,
    conversation: {
      ...conversation,
      callUsers: [...conversation.callUsers, ...rings.map(({ callUser }) => callUser)],
      legs: [...conversation.legs, ...rings.map(({ leg }) => leg)],
    },
  };
  if (rings.length > 0) notifyOfChangedCall(deps, outbox, running);
  return { running, callUserIds: rings.map(({ callUser }) => callUser.id) };
}
