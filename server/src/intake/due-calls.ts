/**
 * Makes the promised calls whose time has come. Several processes may do it: a team is looked after by one at a time,
 * and a promise is kept in the transaction that found it, so that the end of a process leaves nothing half done.
 */

import { and, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { advance, hintRung, type StepParts } from '../calls/call-steps.ts';
import { addCall } from '../calls/outbound/call-making.ts';
import { lineOfTeam } from '../calls/outbound/lines.ts';
import { offerToNext } from '../calls/rings/ring-agents.ts';
import { readAccount } from '../leads/contact-facts.ts';
import { dropPlans, openingFor, type PlannedRow } from '../leads/planned-calls.ts';
import { type Database, queryRows } from '../platform/database/database.ts';
import { presenceCutoff } from '../platform/database/query-time.ts';
import { calls, leads, scheduledCalls, teams, users } from '../platform/database/schema.ts';
import { type Outbox, transact } from '../platform/work-queue/transact.ts';
import { chooseDue, TEAM_PAUSE_MS } from './core/due-calls.ts';

/** Of one team, looked at in one go: those that cannot be made now are moved on. */
const MOST_LOOKED_AT = 50;
const MOST_TEAMS = 500;
/** A lead who is in a call is looked at again after this. */
const IN_CALL_MS = 60_000;

/** @returns how many calls were made */
export async function makeDueCalls(parts: StepParts): Promise<number> {
  const due = await parts.db
    .selectDistinct({ teamId: scheduledCalls.team_id })
    .from(scheduledCalls)
    .where(and(isNull(scheduledCalls.ended_at), lte(scheduledCalls.due_at, new Date(parts.clock.now()))))
    .limit(MOST_TEAMS);
  let made = 0;
  for (const { teamId } of due) {
    try {
      if (await transact(parts, (tx, outbox) => makeOneOf(parts, tx, outbox, teamId))) made += 1;
    } catch (error) {
      // One team's trouble is not another's.
      parts.log.error({ err: error, team: teamId }, 'promised call not made');
    }
  }
  return made;
}

interface DueRow {
  readonly id: number;
  readonly teamId: number | null;
  readonly ownerId: number | null;
  readonly leadId: number;
  readonly retry: number | null;
  readonly leadRetry: number | null;
  readonly madeAt: number;
}

async function makeOneOf(
  parts: StepParts,
  tx: Database,
  outbox: Outbox,
  teamId: number | null,
): Promise<boolean> {
  const now = parts.clock.now();
  if (teamId !== null && !(await lockTeam(tx, teamId))) return false;
  let rows = await readDue(tx, teamId, now);
  const restingTeams = new Set(teamId !== null && (await isResting(tx, teamId, now)) ? [teamId] : []);
  const busyOwners = await readBusyOwners(tx);
  for (;;) {
    const [first] = chooseDue(rows, { restingTeams, busyOwners });
    if (!first) return false;
    rows = rows.filter(({ id }) => id !== first.id);
    if (await keepPromise(parts, tx, outbox, first, now)) return true;
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
    .select({ plan: scheduledCalls, ownerId: leads.owner_user_id })
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
    .limit(MOST_LOOKED_AT);
  return rows.map(({ plan, ownerId }) => ({
    id: plan.id,
    teamId: plan.team_id,
    ownerId,
    leadId: plan.lead_id,
    retry: plan.retry,
    leadRetry: plan.lead_retry,
    madeAt: plan.created_at.getTime(),
  }));
}

async function isResting(tx: Database, teamId: number, now: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(
      and(
        eq(calls.team_id, teamId),
        isNotNull(calls.planned_for),
        gt(calls.started_at, new Date(now - TEAM_PAUSE_MS)),
        // After the clock was set back, calls from before that are no reason to rest until it has caught up.
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

/** False: not this one, not now; it waits, was moved on or dropped. */
async function keepPromise(
  parts: StepParts,
  tx: Database,
  outbox: Outbox,
  due: DueRow,
  now: number,
): Promise<boolean> {
  // The lead before the promise, as everybody does who changes both.
  const [lead] = await tx
    .select()
    .from(leads)
    .where(eq(leads.id, due.leadId))
    .for('no key update', { skipLocked: true });
  if (!lead) return false;
  const [plan] = await tx
    .select()
    .from(scheduledCalls)
    .where(and(eq(scheduledCalls.id, due.id), isNull(scheduledCalls.ended_at)))
    .for('update', { skipLocked: true });
  if (!plan) return false;
  if (due.ownerId !== null && !(await ownerIsFree(tx, due.ownerId))) return false;
  const account = await readAccount(tx, plan.account_id);
  const opening = await openingFor(tx, account, lead, plan.team_id, now, now);
  if (opening.kind === 'never') {
    await dropPlans(tx, lead.id, opening.reason, now);
    return false;
  }
  if (opening.at > now) {
    await moveOn(tx, plan, opening.at, opening.reason ?? plan.reason);
    return false;
  }
  const line = await lineOfTeam(tx, plan.account_id, plan.team_id);
  if (line === null) {
    await dropPlans(tx, lead.id, 'The account has no number to call from', now);
    return false;
  }
  const made = await addCall(tx, {
    accountId: plan.account_id,
    type: 'lead',
    direction: 'outbound',
    line,
    lead: { ...lead, is_removed: lead.removed_at !== null },
    at: now,
    unlessOpen: true,
    keepsPromises: true,
    ...(plan.asked_by === null ? {} : { askedBy: plan.asked_by }),
    retry: plan.retry,
    leadRetry: plan.lead_retry,
    previousCallId: plan.previous_call_id,
    isFallback: plan.is_fallback,
    requestedAt: plan.requested_at,
    plannedFor: plan.due_at,
  });
  if (made === null) {
    await moveOn(tx, plan, now + IN_CALL_MS, 'The lead is in another call');
    return false;
  }
  const { facts, conversation } = made;
  const offer = await offerToNext(tx, facts, conversation, {
    now,
    presenceCutoff: presenceCutoff(parts.clock),
  });
  if (offer.type === 'rung') {
    outbox.effects.push(...offer.effects);
    hintRung(parts, outbox, facts, offer.conversation);
    outbox.afterCommit.push(() => parts.realtime.callUpdated(facts.accountId, facts.id));
  } else {
    const { status, reason } = offer;
    await advance(parts, tx, outbox, made, [{ type: 'nobodyLeft', status, reason, at: now }]);
  }
  parts.log.info({ call: facts.id, retry: plan.retry, followup: plan.lead_retry }, 'promised call made');
  return true;
}

async function moveOn(tx: Database, plan: PlannedRow, dueAt: number, reason: string): Promise<void> {
  await tx
    .update(scheduledCalls)
    .set({ due_at: new Date(dueAt), reason })
    .where(eq(scheduledCalls.id, plan.id));
}

/** Looked at under the agent's lock: another team may have called a lead of theirs a moment ago. */
async function ownerIsFree(tx: Database, ownerId: number): Promise<boolean> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update');
  const [row] = await queryRows<{ busy: boolean }>(
    tx,
    sql`select exists (select 1 from ${calls} join ${leads} on ${leads.id} = ${calls.lead_id}
      where ${calls.ended_at} is null and ${calls.planned_for} is not null
        and ${leads.owner_user_id} = ${ownerId}) as busy`,
  );
  return row?.busy !== true;
}
