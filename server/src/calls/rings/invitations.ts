/** Agents are rung for a conversation that is there already. */

import type { Database } from '../../platform/database/database.ts';
import { presenceCutoff } from '../../platform/database/query-time.ts';
import type { Outbox } from '../../platform/work-queue/transact.ts';
import type { StepParts } from '../call-steps.ts';
import type { Loaded } from '../conversations.ts';
import { addRings, type RingWish, ringEffects } from './ring-agents.ts';

type Running = Pick<Loaded, 'facts' | 'conversation'>;

export interface Invited {
  /** With the new rings in it. */
  readonly running: Running;
  /** Of those who are rung; an agent whom another call got first is not. */
  readonly callUserIds: readonly number[];
}

export async function invite(
  { realtime, clock }: StepParts,
  tx: Database,
  outbox: Outbox,
  { facts, conversation }: Running,
  wish: RingWish,
  now: number,
): Promise<Invited> {
  const rings = await addRings(tx, facts.id, wish, { now, presenceCutoff: presenceCutoff(clock) });
  for (const { callUser, leg } of rings) {
    outbox.effects.push(...ringEffects(facts, callUser, leg, now));
    outbox.afterCommit.push(() => realtime.agentUpdated(facts.accountId, callUser.userId));
  }
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
