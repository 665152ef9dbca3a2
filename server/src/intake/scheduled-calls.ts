/** A call that somebody outside asks for, at a time of their choice. */

import type { LeadIntake } from '@offhook/contract/requests';
import type { StepParts } from '../calls/call-steps.ts';
import type { LeadLine } from '../calls/outbound/lines.ts';
import { barredReason } from '../leads/core/callable.ts';
import type { LeadRow } from '../leads/lead-rows.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Account } from '../platform/http/caller.ts';
import { type LeadAnswer, type Outcome, presentCall, promised, promisedBefore, takeIn } from './leads.ts';

export interface ScheduledWish extends LeadIntake {
  /** ISO 8601; without it, now. */
  readonly at?: string | null | undefined;
}

export interface ScheduleOptions {
  /** Why the call is not made now. */
  readonly reason?: string;
  /** What is written in the same transaction. */
  readonly alongside?: (
    tx: Database,
    leadId: number,
    told: Pick<LeadAnswer, 'outcome' | 'reason'>,
  ) => Promise<void>;
}

/** @throws Refusal of the intake */
export async function scheduleCall(
  parts: StepParts,
  account: Account,
  { at, ...intake }: ScheduledWish,
  idempotencyKey: string | null,
  { reason = 'The call was asked for this time.', alongside }: ScheduleOptions = {},
): Promise<LeadAnswer> {
  return takeIn(parts, account, intake, idempotencyKey, async (tx, _outbox, lead, found) => {
    const outcome = await plan(tx, lead, found);
    await alongside?.(tx, lead.id, outcome);
    return outcome;
  });

  async function plan(tx: Database, lead: LeadRow, found: LeadLine): Promise<Outcome> {
    const now = parts.clock.now();
    const barred = barredReason({ doNotCall: lead.do_not_call, isRemoved: lead.is_removed });
    if (barred !== null)
      return { callId: null, outcome: 'blocked: do not call', reason: barred, scheduledFor: null };
    if (found.line === null) throw new ApiError('noNumber');
    const zone = found.schedule?.time_zone ?? account.time_zone;
    // Who wants it now and has it already gets no second one; who names a time wants that one too.
    const known = at
      ? await promisedBefore(tx, account.id, idempotencyKey, zone, now)
      : await presentCall(tx, account.id, lead, idempotencyKey, zone, now);
    if (known !== null) return known;
    const from = at ? Date.parse(at) : now;
    const wish = { from, reason, intakeKey: idempotencyKey };
    return promised(tx, account, lead, found.teamId, null, wish, zone, now);
  }
}
