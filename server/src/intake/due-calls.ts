// Safe with several processes: only one locks a team at a time, and a call is claimed and started in one transaction.

import { and, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import {
  advance,
  notifyOfChangedCall,
  notifyRingingAgents,
  type TransitionDeps,
} from '../calls/call-transitions.ts';
import { createCall } from '../calls/outbound/create-call.ts';
import { findTeamLine } from '../calls/outbound/lines.ts';
import { ringNextAgents } from '../calls/rings/ring-agents.ts';
import { readAccountRules } from '../leads/contact-facts.ts';
import { cancelScheduledCalls, findCallTime, type ScheduledCallRow } from '../leads/scheduled-calls.ts';
import { english } from '../platform/core/sentences.ts';
import { type Database, queryRows } from '../platform/database/database.ts';
import { presenceCutoff } from '../platform/database/query-time.ts';
import { calls, leads, scheduledCalls, teams, users } from '../platform/database/schema.ts';
import { type Outbox, transact } from '../platform/work-queue/transact.ts';
import { selectDueCalls, TEAM_PAUSE_MS } from './core/due-calls.ts';

/** Per team and poll. Calls that can't start now are postponed. */
const MAX_CANDIDATES = 50;
const MAX_TEAMS = 500;
const IN_CALL_DELAY_MS = 60_000;

export async function startDueCalls(deps: TransitionDeps): Promise<number> {
  const due = await deps.db
    .selectDistinct({ teamId: scheduledCalls.team_id })
    .from(scheduledCalls)
    .where(and(isNull(scheduledCalls.ended_at), lte(scheduledCalls.due_at, new Date(deps.clock.now()))))
    .limit(MAX_TEAMS);
  let started = 0;
  for (const { teamId } of due) {
    try {
      if (await transact(deps, (tx, outbox) => startNextForTeam(deps, tx, outbox, teamId))) started += 1;
    } catch (error) {
      deps.log.error({ err: error, team: teamId }, 'failed to start a scheduled call');
    }
  }
  return started;
}

interface DueRow {
  readonly id: number;
  readonly teamId: number | null;
  readonly ownerId: number | null;
  readonly leadId: number;
  readonly retry: number | null;
  readonly leadRetry: number | null;
  readonly scheduledAt: number;
}

async function startNextForTeam(
  deps: TransitionDeps,
  tx: Database,
  outbox: Outbox,
  teamId: number | null,
): Promise<boolean> {
  const now = deps.clock.now();
  if (teamId !== null && !(await lockTeam(tx, teamId))) return false;
  let rows = await readDue(tx, teamId, now);
  const pausedTeams = new Set(teamId !== null && (await isPaused(tx, teamId, now)) ? [teamId] : []);
  const busyOwners = await readBusyOwners(tx);
  for (;;) {
    const [first] = selectDueCalls(rows, { pausedTeams, busyOwners });
    if (!first) return false;
    rows = rows.filter(({ id }) => id !== first.id);
    if (await startScheduledCall(deps, tx, outbox, first, now)) return true;
  }
}

async function lockTeam(tx: Database, teamId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(eq(teams.id, teamId))
    .for('no key update', { skipLocked: true });
  return rows.length > 0;
}

async function readDue(tx: Database, teamId: number | null, now: number): Promise<DueRow[]> {
  const rows = await tx
    .select({ scheduled: scheduledCalls, ownerId: leads.owner_user_id })
    .from(scheduledCalls)
    .innerJoin(leads, eq(leads.id, scheduledCalls.lead_id))
    .where(
      and(
        isNull(scheduledCalls.ended_at),
        lte(scheduledCalls.due_at, new Date(now)),
        teamId === null ? isNull(scheduledCalls.team_id) : eq(scheduledCalls.team_id, teamId),
      ),
    )
    .orderBy(
      sql`coalesce(${scheduledCalls.lead_retry}, 0), coalesce(${scheduledCalls.retry}, 0), ${scheduledCalls.created_at}`,
    )
    .limit(MAX_CANDIDATES);
  return rows.map(({ scheduled, ownerId }) => ({
    id: scheduled.id,
    teamId: scheduled.team_id,
    ownerId,
    leadId: scheduled.lead_id,
    retry: scheduled.retry,
    leadRetry: scheduled.lead_retry,
    scheduledAt: scheduled.created_at.getTime(),
  }));
}

async function isPaused(tx: Database, teamId: number, now: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(
      and(
        eq(calls.team_id, teamId),
        isNotNull(calls.planned_for),
        gt(calls.started_at, new Date(now - TEAM_PAUSE_MS)),
        // Ignore calls in the future: the clock may have been set back.
        lte(calls.started_at, new Date(now)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

async function readBusyOwners(tx: Database): Promise<Set<number>> {
  const rows = await tx
    .selectDistinct({ ownerId: leads.owner_user_id })
    .from(calls)
    .innerJoin(leads, eq(leads.id, calls.lead_id))
    .where(and(isNull(calls.ended_at), isNotNull(calls.planned_for), isNotNull(leads.owner_user_id)));
  return new Set(rows.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId])));
}

/** @returns false if the call is locked, postponed or canceled */
async function startScheduledCall(
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
  if (due.ownerId !== null && !(await isOwnerFree(tx, due.ownerId))) return false;
  const account = await readAccountRules(tx, scheduled.account_id);
  const callTime = await findCallTime(tx, account, lead, scheduled.team_id, now, now);
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
    fulfillsScheduledCalls: true,
    ...(scheduled.asked_by === null ? {} : { requestedBy: scheduled.asked_by }),
    retry: scheduled.retry,
    leadRetry: scheduled.lead_retry,
    previousCallId: scheduled.previous_call_id,
    isFallback: scheduled.is_fallback,
    requestedAt: scheduled.requested_at,
    scheduledFor: scheduled.due_at,
  });
  if (created === null) {
    await postpone(tx, scheduled, now + IN_CALL_DELAY_MS, english({ id: 'schedule.leadInCall' }));
    return false;
  }
  const { facts, conversation } = created;
  const offer = await ringNextAgents(tx, facts, conversation, {
    now,
    presenceCutoff: presenceCutoff(deps.clock),
  });
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

/** Another team may be calling one of the owner's leads, so this locks the owner. */
async function isOwnerFree(tx: Database, ownerId: number): Promise<boolean> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update');
  const [row] = await queryRows<{ busy: boolean }>(
    tx,
    sql`select exists (select 1 from ${calls} join ${leads} on ${leads.id} = ${calls.lead_id}
      where ${calls.ended_at} is null and ${calls.planned_for} is not null
        and ${leads.owner_user_id} = ${ownerId}) as busy`,
  );
  return row?.busy !== true;
}
