import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  advance,
  notifyOfChangedCall,
  notifyRingingAgents,
  type TransitionDeps,
} from '../../calls/call-transitions.ts';
import { createCall } from '../../calls/outbound/create-call.ts';
import { findTeamLine } from '../../calls/outbound/lines.ts';
import { ringNextAgents } from '../../calls/rings/ring-agents.ts';
import { readAccountRules } from '../../leads/contact-facts.ts';
import { wereAgentsOccupied } from '../../leads/core/call-times/next-attempt.ts';
import { findCallbackTime, toCallback } from '../../leads/scheduled-calls/callbacks.ts';
import type { ScheduledCallRow } from '../../leads/scheduled-calls/cancel-callbacks.ts';
import { cancelScheduledCalls, findCallTime } from '../../leads/scheduled-calls/scheduled-calls.ts';
import { english } from '../../platform/core/sentences.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { presenceCutoff } from '../../platform/database/query-time.ts';
import { calls, leads, scheduledCalls } from '../../platform/database/schema.ts';
import type { Outbox } from '../../platform/work-queue/transact.ts';
import { hasPendingResult } from './pending-results.ts';
import type { DueRow } from './read-due-calls.ts';
import { FIRST_AGENT_OF_CALL } from './read-pace.ts';

const IN_CALL_DELAY_MS = 60_000;

/** Agents were free when they were looked up, but not when they were rung. */
export class AgentsTaken extends Error {}

/** @returns false if the call is locked, postponed or canceled */
export async function startScheduledCall(
  deps: TransitionDeps,
  tx: Database,
  outbox: Outbox,
  due: DueRow,
  now: number,
): Promise<boolean> {
  // Lock order: the lead, then the scheduled call.
  const [lead] = await tx
    .select()
    .from(leads)
    .where(eq(leads.id, due.leadId))
    .for('no key update', { skipLocked: true });
  if (!lead) return false;
  const [scheduled] = await tx
    .select()
    .from(scheduledCalls)
    .where(and(eq(scheduledCalls.id, due.id), isNull(scheduledCalls.ended_at)))
    .for('update', { skipLocked: true });
  if (!scheduled) return false;
  if (await hasPendingResult(deps, tx, lead)) return false;
  if (due.heldFor !== null && !(await isOwnerFree(tx, due.heldFor))) return false;
  const account = await readAccountRules(tx, scheduled.account_id);
  const callTime =
    scheduled.callback_by === null
      ? await findCallTime(tx, account, lead, scheduled.team_id, now, now)
      : await findCallbackTime(tx, account, lead, scheduled.team_id, now, now);
  if (callTime.kind === 'never') {
    await cancelScheduledCalls(tx, lead.id, callTime.reason, now);
    return false;
  }
  if (callTime.at > now) {
    await postpone(tx, scheduled, callTime.at, callTime.reason ?? scheduled.reason);
    return false;
  }
  const line = await findTeamLine(tx, scheduled.account_id, scheduled.team_id);
  if (line === null) {
    await cancelScheduledCalls(tx, lead.id, english({ id: 'schedule.noNumber' }), now);
    return false;
  }
  const created = await createCall(tx, {
    accountId: scheduled.account_id,
    type: 'lead',
    direction: 'outbound',
    line,
    lead: { ...lead, is_removed: lead.removed_at !== null },
    at: now,
    onlyIfNoneOpen: true,
    fulfills: scheduled.callback_by === null ? 'attempt' : 'callback',
    callback: toCallback(scheduled),
    ...(scheduled.asked_by === null ? {} : { requestedBy: scheduled.asked_by }),
    retry: scheduled.retry,
    leadRetry: scheduled.lead_retry,
    previousCallId: scheduled.previous_call_id,
    isFallback: scheduled.is_fallback,
    requestedAt: scheduled.requested_at,
    scheduledFor: scheduled.due_at,
  });
  if (created === null) {
    // Postponed, an overdue callback would be its agent's again.
    if (scheduled.callback_for !== null && due.heldFor === null) return false;
    await postpone(tx, scheduled, now + IN_CALL_DELAY_MS, english({ id: 'schedule.leadInCall' }));
    return false;
  }
  const { facts, conversation } = created;
  const offer = await ringNextAgents(tx, facts, conversation, {
    now,
    presenceCutoff: presenceCutoff(deps.clock),
  });
  // The lead waits for them.
  if (offer.type === 'none' && wereAgentsOccupied(offer.status, [offer.reason])) throw new AgentsTaken();
  if (offer.type === 'rung') {
    outbox.effects.push(...offer.effects);
    notifyRingingAgents(deps, outbox, facts, offer.conversation);
    notifyOfChangedCall(deps, outbox, { facts, conversation: offer.conversation });
  } else {
    const { status, reason } = offer;
    await advance(deps, tx, outbox, created, [{ type: 'noAgentLeft', status, reason, at: now }]);
  }
  deps.log.info(
    { call: facts.id, retry: scheduled.retry, followup: scheduled.lead_retry },
    'scheduled call started',
  );
  return true;
}

async function postpone(
  tx: Database,
  scheduled: ScheduledCallRow,
  dueAt: number,
  reason: string,
): Promise<void> {
  await tx
    .update(scheduledCalls)
    .set({ due_at: new Date(dueAt), reason })
    .where(eq(scheduledCalls.id, scheduled.id));
}

/** Another team may be calling one of the owner's leads. Never waits, because that team may wait for these agents. */
async function isOwnerFree(tx: Database, ownerId: number): Promise<boolean> {
  const [row] = await queryRows<{ locked: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`scheduled call of owner ${ownerId}`}, 0)) as locked`,
  );
  if (row?.locked !== true) return false;
  const [call] = await queryRows<{ busy: boolean }>(
    tx,
    sql`select exists (select 1 from ${calls} join ${leads} on ${leads.id} = ${calls.lead_id}
      where ${calls.ended_at} is null and ${calls.planned_for} is not null
        and ${FIRST_AGENT_OF_CALL} = ${ownerId}) as busy`,
  );
  return call?.busy !== true;
}
