import type { Disposition } from '@offhook/contract/entities';
import { and, eq, isNull } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { type Database, transaction } from '../store/database.ts';
import { calls, callUsers, leads } from '../store/schema.ts';
import { dropPlans, planAfter } from './planned-calls.ts';
import type { SignedInUser } from './sessions.ts';
import { lockOwnCall } from './took-part.ts';
import { leadOfCaller } from './unknown-callers.ts';

/**
 * What an agent says came of a call. It stands on the agent's own row of the call; it is the call's result only when
 * that agent had the conversation, so that a supervisor or a transferring agent overwrites nobody.
 * 'removed' takes the lead out of all further calling.
 * @throws Refusal of `lockOwnCall`
 */
export async function giveResult(
  parts: { db: Database; clock: Clock },
  user: SignedInUser,
  callId: number,
  result: Disposition,
): Promise<void> {
  await transaction(parts.db, async (tx) => {
    const { call, callUser } = await lockOwnCall(tx, user, callId);
    await tx.update(callUsers).set({ result }).where(eq(callUsers.id, callUser.id));
    if (call.agent_id === user.id) {
      await tx.update(calls).set({ result }).where(eq(calls.id, callId));
    }
    // What was planned at the end of the call, without this word, may not hold.
    if (call.agent_id === user.id) await planAfter(parts, tx, callId);
    // An unknown caller who was removed must be known to be left alone.
    const leadId = result === 'removed' ? await leadOfCaller(tx, call, parts.clock.now()) : null;
    if (leadId !== null) {
      const now = new Date(parts.clock.now());
      await dropPlans(tx, leadId, 'The lead was removed', now.getTime());
      await tx
        .update(leads)
        .set({ removed_at: now, updated_at: now })
        .where(and(eq(leads.id, leadId), isNull(leads.removed_at)));
    }
  });
}
