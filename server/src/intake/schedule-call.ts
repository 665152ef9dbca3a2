import type { LeadIntake } from '@offhook/contract/requests/intake-requests';
import type { TransitionDeps } from '../calls/call-transitions.ts';
import type { LeadLine } from '../calls/outbound/lines.ts';
import { blockedReason } from '../leads/core/consent/callable.ts';
import type { LeadRow } from '../leads/lead-rows.ts';
import { english } from '../platform/core/sentences.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Account } from '../platform/http/caller.ts';
import { findExistingCall, findScheduledByKey, type Outcome } from './earlier-calls.ts';
import { type LeadResponse, scheduleLater, withStoredLead } from './leads.ts';

export interface ScheduleCallRequest extends LeadIntake {
  /** ISO 8601. Default: now. */
  readonly at?: string | null | undefined;
}

export interface ScheduleOptions {
  readonly reason?: string;
  readonly inSameTransaction?: (
    tx: Database,
    leadId: number,
    outcome: Pick<Outcome, 'outcome' | 'reason' | 'scheduledFor'>,
  ) => Promise<void>;
}

/** @throws ApiError as `receiveLead` does */
export async function scheduleCall(
  deps: TransitionDeps,
  account: Account,
  { at, ...intake }: ScheduleCallRequest,
  idempotencyKey: string | null,
  { reason = english({ id: 'schedule.requested' }), inSameTransaction }: ScheduleOptions = {},
): Promise<LeadResponse> {
  return withStoredLead(deps, account, intake, idempotencyKey, async (tx, _outbox, lead, found) => {
    const outcome = await schedule(tx, lead, found);
    await inSameTransaction?.(tx, lead.id, outcome);
    return outcome;
  });

  async function schedule(tx: Database, lead: LeadRow, found: LeadLine): Promise<Outcome> {
    const now = deps.clock.now();
    const blocked = blockedReason({ doNotCall: lead.do_not_call, isRemoved: lead.is_removed });
    if (blocked !== null)
      return { callId: null, outcome: 'blocked: do not call', reason: english(blocked), scheduledFor: null };
    if (found.line === null) throw new ApiError('noNumber');
    const zone = found.schedule?.time_zone ?? account.time_zone;
    // Any existing call satisfies a request without a time; one with a time needs a call with the same key.
    const existing = at
      ? await findScheduledByKey(tx, account.id, idempotencyKey, zone, now)
      : await findExistingCall(tx, account.id, lead, idempotencyKey, zone, now);
    if (existing !== null) return existing;
    const from = at ? Date.parse(at) : now;
    const request = { from, reason, intakeKey: idempotencyKey };
    return scheduleLater(tx, account, lead, found.teamId, null, request, zone, now);
  }
}
