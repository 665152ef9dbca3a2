/**
 * What an agent says came of a call. It is stored at once, on the agent's own row of the call, and can be undone for some
 * seconds. Then it settles: only what has settled is the call's result, reaches webhooks and CRMs, and plans or ends calls.
 */

import type { Disposition } from '@offhook/contract/entities';
import { settlesAt } from '@offhook/contract/limits';
import { and, eq, isNull } from 'drizzle-orm';
import { changeLeads } from '../../leads/change-leads.ts';
import { cancelScheduledCalls, scheduleNextAttempt } from '../../leads/scheduled-calls.ts';
import { createLeadForCaller } from '../../leads/unknown-callers.ts';
import { type Database, transaction } from '../../platform/database/database.ts';
import { lockOwnCall } from '../../platform/database/own-call.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { updateCalls } from '../../platform/database/record-events.ts';
import { calls, callUsers, leads } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { DONE, type EffectOf } from '../../platform/work-queue/effect-result.ts';
import { type EffectRow, insertEffects } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';

/** @throws Refusal of `lockOwnCall` */
export async function giveResult(
  { db, clock }: DatabaseAndClock,
  user: SignedInUser,
  callId: number,
  result: Disposition,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { callUser } = await lockOwnCall(tx, user, callId);
    // A request that is repeated begins no second wait.
    if (callUser.result === result) return;
    const now = clock.now();
    const dueAt = settlesAt(result, now);
    await tx
      .update(callUsers)
      .set({ result, result_settles_at: new Date(dueAt) })
      .where(eq(callUsers.id, callUser.id));
    const effect = { kind: 'settleResult', callUserId: callUser.id } as const;
    await insertEffects(tx, [{ callId, dueAt, effect }], '', now);
  });
}

/** @throws Refusal of `lockOwnCall`; resultSettled when what follows from the result has been done */
export async function undoResult(
  { db }: DatabaseAndClock,
  user: SignedInUser,
  callId: number,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { callUser } = await lockOwnCall(tx, user, callId);
    if (callUser.result === null) return;
    if (callUser.result_settles_at === null) throw new ApiError('resultSettled');
    await tx
      .update(callUsers)
      .set({ result: null, result_settles_at: null })
      .where(eq(callUsers.id, callUser.id));
  });
}

/** Its time has come, unless it was undone, or another result was given in its place. */
export async function settleResult(
  parts: DatabaseAndClock,
  { callId }: Pick<EffectRow, 'callId'>,
  { callUserId }: EffectOf<'settleResult'>,
): Promise<EffectResult> {
  await transaction(parts.db, async (tx) => {
    // The call before its parts, as everyone does who changes both.
    const [call] = await tx.select().from(calls).where(eq(calls.id, callId)).for('update');
    const [callUser] = await tx.select().from(callUsers).where(eq(callUsers.id, callUserId));
    if (!call || !callUser?.result || callUser.result_settles_at === null) return;
    if (callUser.result_settles_at.getTime() > parts.clock.now()) return;
    await tx.update(callUsers).set({ result_settles_at: null }).where(eq(callUsers.id, callUserId));
    await takeEffect(parts, tx, call, callUser.user_id, callUser.result);
  });
  return DONE;
}

/**
 * It is the call's result only when this agent had the conversation, so that a supervisor or a transferring agent
 * overwrites no one. 'removed' takes the lead out of all further calling.
 */
async function takeEffect(
  parts: DatabaseAndClock,
  tx: Database,
  call: typeof calls.$inferSelect,
  userId: number,
  result: Disposition,
): Promise<void> {
  if (call.agent_id === userId) {
    await updateCalls(tx, eq(calls.id, call.id), { result });
    // What was planned at the end of the call, without this word, may not hold.
    await scheduleNextAttempt(parts, tx, call.id);
  }
  // An unknown caller who was removed must be known to be left alone.
  const leadId = result === 'removed' ? await createLeadForCaller(tx, call, parts.clock.now()) : null;
  if (leadId === null) return;
  const now = new Date(parts.clock.now());
  await cancelScheduledCalls(tx, leadId, 'The lead was removed', now.getTime());
  await changeLeads(tx, and(eq(leads.id, leadId), isNull(leads.removed_at)), {
    removed_at: now,
    updated_at: now,
  });
}
