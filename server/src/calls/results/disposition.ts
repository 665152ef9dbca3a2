// A result can be undone for a few seconds. Only a settled result becomes the call's result, reaches webhooks and CRMs,
// and schedules or cancels calls.

import type { Disposition } from '@offhook/contract/calls/dispositions';
import { settlesAt } from '@offhook/contract/limits';
import { and, eq, isNull } from 'drizzle-orm';
import { changeLeads } from '../../leads/change-leads.ts';
import { cancelScheduledCalls, scheduleNextAttempt } from '../../leads/scheduled-calls/scheduled-calls.ts';
import { createLeadForCaller } from '../../leads/unknown-callers.ts';
import { english } from '../../platform/core/sentences.ts';
import { type Database, transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { updateCalls } from '../../platform/database/record-events.ts';
import { calls, callUsers, leads } from '../../platform/database/schema.ts';
import { lockUserCall } from '../../platform/database/user-call.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { RealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import { DONE, type EffectOf } from '../../platform/work-queue/effect-result.ts';
import { type EffectRow, insertEffects } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';

export async function setResult(
  { db, clock }: DatabaseAndClock,
  user: SignedInUser,
  callId: number,
  result: Disposition,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { callUser } = await lockUserCall(tx, user, callId);
    // A repeated request doesn't extend the time to undo.
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

/** @throws the ApiErrors that `lockUserCall` throws, and resultSettled */
export async function undoResult(
  { db }: DatabaseAndClock,
  user: SignedInUser,
  callId: number,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { callUser } = await lockUserCall(tx, user, callId);
    if (callUser.result === null) return;
    if (callUser.result_settles_at === null) throw new ApiError('resultSettled');
    await tx
      .update(callUsers)
      .set({ result: null, result_settles_at: null })
      .where(eq(callUsers.id, callUser.id));
  });
}

export async function settleResult(
  deps: DatabaseAndClock & { readonly realtime: Pick<RealtimePublisher, 'ownCallUpdated'> },
  { callId }: Pick<EffectRow, 'callId'>,
  { callUserId }: EffectOf<'settleResult'>,
): Promise<EffectResult> {
  const changed = await transaction(deps.db, async (tx) => {
    // Lock order: first the call, then its call users.
    const [call] = await tx.select().from(calls).where(eq(calls.id, callId)).for('update');
    const [callUser] = await tx.select().from(callUsers).where(eq(callUsers.id, callUserId));
    if (!call || !callUser?.result || callUser.result_settles_at === null) return null;
    if (callUser.result_settles_at.getTime() > deps.clock.now()) return null;
    await tx.update(callUsers).set({ result_settles_at: null }).where(eq(callUsers.id, callUserId));
    const owners = await applyResult(deps, tx, call, callUser.user_id, callUser.result);
    return [callUser.user_id, ...owners];
  });
  // Their lists of callbacks may have changed.
  if (changed !== null) deps.realtime.ownCallUpdated(callId, [...new Set(changed)]);
  return DONE;
}

/**
 * Only the handling agent's result becomes the call's, so supervisors and transferring agents don't overwrite it.
 * 'removed' blocks all further calls to the lead.
 * @returns the users whose callbacks were canceled
 */
async function applyResult(
  deps: DatabaseAndClock,
  tx: Database,
  call: typeof calls.$inferSelect,
  userId: number,
  result: Disposition,
): Promise<readonly number[]> {
  const owners: number[] = [];
  if (call.agent_id === userId) {
    await updateCalls(tx, eq(calls.id, call.id), { result });
    // Calls scheduled at the end of the call, before this result, may be obsolete.
    owners.push(...(await scheduleNextAttempt(deps, tx, call.id, userId)));
  }
  // An unknown caller who was removed becomes a lead, so that they aren't called again.
  const leadId = result === 'removed' ? await createLeadForCaller(tx, call, deps.clock.now()) : null;
  if (leadId === null) return owners;
  const now = new Date(deps.clock.now());
  const reason = english({ id: 'callReason.leadRemoved' });
  owners.push(...(await cancelScheduledCalls(tx, leadId, reason, now.getTime(), userId)));
  await changeLeads(tx, and(eq(leads.id, leadId), isNull(leads.removed_at)), {
    removed_at: now,
    updated_at: now,
  });
  return owners;
}
