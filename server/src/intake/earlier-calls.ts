import { and, desc, eq, gt, isNotNull, isNull, ne, notExists, or } from 'drizzle-orm';
import type { LeadRow } from '../leads/lead-rows.ts';
import { localDateTime } from '../platform/core/local-time.ts';
import { english } from '../platform/core/sentences.ts';
import type { Database } from '../platform/database/database.ts';
import { calls, callUsers, scheduledCalls } from '../platform/database/schema.ts';

export interface Outcome {
  readonly callId: number | null;
  readonly outcome: string;
  readonly reason: string;
  readonly scheduledFor: number | null;
}

export const RINGING = 'ringing now';
export const NOT_CALLED = 'not called';
const REPEAT_WINDOW_MS = 60_000;

/**
 * Finds a recent call to the lead that rang no agent for the same reason: a repeated request shouldn't count as
 * another missed lead. The lead's row is locked, so concurrent repeats are serialized.
 */
export async function findRecentMiss(
  tx: Database,
  leadId: number,
  teamId: number | null,
  status: 'missed' | 'busy' | 'offline',
  now: number,
  exceptCallId = 0,
): Promise<number | null> {
  const [last] = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(
      and(
        eq(calls.lead_id, leadId),
        eq(calls.type, 'lead'),
        eq(calls.status, status),
        teamId === null ? isNull(calls.team_id) : eq(calls.team_id, teamId),
        ne(calls.id, exceptCallId),
        gt(calls.started_at, new Date(now - REPEAT_WINDOW_MS)),
        isNotNull(calls.ended_at),
        notExists(tx.select({ id: callUsers.id }).from(callUsers).where(eq(callUsers.call_id, calls.id))),
      ),
    )
    .orderBy(desc(calls.id))
    .limit(1);
  return last?.id ?? null;
}

export function scheduledOutcome(
  callId: number | null,
  at: number,
  reason: string,
  zone: string,
  now: number,
): Outcome {
  return { callId, outcome: `scheduled for ${localDateTime(zone, at, now)}`, reason, scheduledFor: at };
}

export async function findScheduledCall(tx: Database, leadId: number) {
  const [scheduled] = await tx
    .select()
    .from(scheduledCalls)
    .where(
      and(
        eq(scheduledCalls.lead_id, leadId),
        isNull(scheduledCalls.ended_at),
        isNull(scheduledCalls.callback_by),
      ),
    );
  return scheduled ?? null;
}

/** A repeated request, or one for a lead that is in a call, creates no second call. */
export async function findExistingCall(
  tx: Database,
  accountId: number,
  lead: Pick<LeadRow, 'id' | 'phone_number'>,
  idempotencyKey: string | null,
  zone: string,
  now: number,
): Promise<Outcome | null> {
  // The call of an unknown caller has no lead.
  const isWithLead = or(eq(calls.lead_id, lead.id), eq(calls.phone_number, lead.phone_number));
  const [open] = await tx
    .select({ id: calls.id, talking: calls.talk_started_at })
    .from(calls)
    .where(and(eq(calls.account_id, accountId), isNull(calls.ended_at), isWithLead))
    .limit(1);
  const toOutcome = (callId: number, outcome: string, reason: string) => ({
    callId,
    outcome,
    reason,
    scheduledFor: null,
  });
  if (open)
    return open.talking === null
      ? toOutcome(open.id, RINGING, english({ id: 'leadReason.ringing' }))
      : toOutcome(open.id, NOT_CALLED, english({ id: 'leadReason.onCall' }));
  if (idempotencyKey === null) return null;
  const [same] = await tx
    .select({ id: calls.id, status: calls.status })
    .from(calls)
    .where(and(eq(calls.account_id, accountId), eq(calls.intake_key, idempotencyKey)));
  if (same)
    return toOutcome(
      same.id,
      'taken already',
      english({ id: 'leadReason.repeated', values: { status: same.status.replace('-', ' ') } }),
    );
  return findScheduledByKey(tx, accountId, idempotencyKey, zone, now);
}

export async function findScheduledByKey(
  tx: Database,
  accountId: number,
  idempotencyKey: string | null,
  zone: string,
  now: number,
): Promise<Outcome | null> {
  if (idempotencyKey === null) return null;
  const [scheduled] = await tx
    .select()
    .from(scheduledCalls)
    .where(and(eq(scheduledCalls.account_id, accountId), eq(scheduledCalls.intake_key, idempotencyKey)));
  if (!scheduled) return null;
  if (scheduled.ended_at === null)
    return scheduledOutcome(null, scheduled.due_at.getTime(), scheduled.reason, zone, now);
  const reason = scheduled.cancelled ?? english({ id: 'leadReason.called' });
  return { callId: scheduled.call_id, outcome: 'taken already', reason, scheduledFor: null };
}
