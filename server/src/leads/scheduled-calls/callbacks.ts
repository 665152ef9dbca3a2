// A callback takes the place of the lead's retry or follow-up, and stands beside whatever result the call gets. Its time
// obeys the calling rules and the team's hours, like every scheduled call, but isn't spaced.

import { isParty } from '@offhook/contract/accounts/permissions';
import { type Callback, type CallbackOffer, MAX_CALLBACK_DAYS } from '@offhook/contract/leads/callbacks';
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import {
  type Actor,
  type ChangeContext,
  type ChangeResult,
  type Id,
  recordChange,
} from '../../accounts/settings/change.ts';
import { findFirstTeam } from '../../accounts/settings/teams.ts';
import { english } from '../../platform/core/sentences.ts';
import { getAccountRow } from '../../platform/database/account-rows.ts';
import { type Database, insert, retryOnConflict, transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { leads, scheduledCalls, teams } from '../../platform/database/schema.ts';
import { lockUserCall, readUserCall, type UserCall } from '../../platform/database/user-call.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { timeZonesOfNumber } from '../../platform/phone-numbers/number-time-zones.ts';
import { formatPhoneNumber, readNumber } from '../../platform/phone-numbers/phone-numbers.ts';
import { type AccountRules, readAccountRules } from '../contact-facts.ts';
import { callbackChoices, parseLocalMinute } from '../core/call-times/callback-times.ts';
import {
  type CallTime,
  type CallTimeConstraints,
  earliestCallTime,
} from '../core/call-times/earliest-call-time.ts';
import { blockedReason, personTimeZones } from '../core/consent/callable.ts';
import { createLeadForCaller } from '../unknown-callers.ts';
import {
  callbackSubject,
  endCallbacks,
  recordCallbackEvent,
  type ScheduledCallRow,
} from './cancel-callbacks.ts';
import {
  CALLBACK_MISSED_AT,
  CALLBACK_REASON,
  cancelAttempts,
  type LeadRecord,
  readCallHours,
  scheduleInPlaceOfCallback,
} from './scheduled-calls.ts';

const MAX_AHEAD_MS = MAX_CALLBACK_DAYS * 24 * 3_600_000;
const MAX_LISTED = 100;

export interface CallbackRequest {
  /** ISO 8601, or a minute in the lead's local time. */
  readonly at: string;
  readonly target: Callback['target'];
}

export function toCallback({ callback_by, callback_for }: ScheduledCallRow) {
  return callback_by === null ? null : { by: callback_by, for: callback_for };
}

/** As `findCallTime`, without the spacing of the team's calls. */
export async function findCallbackTime(
  tx: Database,
  account: AccountRules,
  lead: LeadRecord,
  teamId: number | null,
  from: number,
  now: number,
): Promise<CallTime> {
  return earliestCallTime(await readCallHours(tx, account, lead, teamId, now), Math.max(from, now));
}

/** @throws the ApiErrors that `lockUserCall` throws, noLead, doNotCall and callbackTime */
export async function setCallback(
  { db, clock }: DatabaseAndClock,
  actor: Actor,
  callId: number,
  request: CallbackRequest,
): Promise<Callback> {
  const { user } = actor;
  const set = async (tx: Database) => {
    const now = clock.now();
    const userCall = await lockUserCall(tx, user, callId);
    const leadId = isParty(userCall.callUser.type) ? await createLeadForCaller(tx, userCall.call, now) : null;
    if (leadId === null) throw new ApiError('noLead');
    // Lock order: the lead, then its scheduled calls.
    const [lead] = await tx.select().from(leads).where(eq(leads.id, leadId)).for('no key update');
    if (!lead) throw new ApiError('noLead');
    const account = await readAccountRules(tx, user.account_id);
    const teamId = await findTeam(tx, user, userCall, lead.team_id);
    const hours = await readCallHours(tx, account, lead, teamId, now);
    const time = earliestCallTime(hours, readTime(hours, request.at, now), true);
    if (time.kind === 'never') throw new ApiError(isBlocked(hours) ? 'doNotCall' : 'callbackTime');
    await cancelAttempts(tx, leadId, english({ id: 'schedule.replaced' }), now);
    const values = {
      team_id: teamId,
      due_at: new Date(time.at),
      previous_call_id: callId,
      callback_by: user.id,
      callback_for: request.target === 'me' ? user.id : null,
      reason: time.reason ?? CALLBACK_REASON,
      requested_at: new Date(now),
    };
    const [changed] = await tx
      .update(scheduledCalls)
      .set(values)
      .where(
        and(
          eq(scheduledCalls.lead_id, leadId),
          isNull(scheduledCalls.ended_at),
          sql`${scheduledCalls.callback_by} is not null`,
        ),
      )
      .returning();
    const row =
      changed ??
      (await insert(tx, scheduledCalls, {
        ...values,
        account_id: user.account_id,
        lead_id: leadId,
        created_at: new Date(now),
      }));
    await recordCallbackEvent(tx, changed ? 'callback_changed' : 'callback_scheduled', row, now);
    await recordChange(tx, actor, 'callbacks set', callbackSubject(row), now);
    return callbackView(row, lead, hours.contact.timeZones[0] ?? account.timeZone, user);
  };
  return retryOnConflict(() => transaction(db, set));
}

/** @throws the ApiErrors that `readUserCall` throws, noLead and doNotCall */
export async function readCallbackOffer(
  { db, clock }: DatabaseAndClock,
  user: SignedInUser,
  callId: number,
): Promise<CallbackOffer> {
  const now = clock.now();
  const userCall = await readUserCall(db, user, callId);
  const { call } = userCall;
  const account = await readAccountRules(db, user.account_id);
  const [lead] = call.lead_id === null ? [] : await db.select().from(leads).where(eq(leads.id, call.lead_id));
  const number = lead?.phone_number ?? (call.direction === 'inbound' ? call.phone_number : null);
  if (number === null || readNumber(number, account.country) === null) throw new ApiError('noLead');
  const unknown = { id: 0, phone_number: number, do_not_call: false, removed_at: null, time_zone: null };
  const teamId = await findTeam(db, user, userCall, lead?.team_id ?? null);
  const hours = await readCallHours(db, account, lead ?? unknown, teamId, now);
  if (isBlocked(hours)) throw new ApiError('doNotCall');
  const timeZone = hours.contact.timeZones[0] ?? account.timeZone;
  const times = callbackChoices(timeZone, now).flatMap(({ choice, at }) => {
    const time = earliestCallTime(hours, at, true);
    return time.kind === 'never' ? [] : [{ choice, at: toIso(time.at), moved: time.reason }];
  });
  // Several may move to the same minute.
  const choices = times.filter(
    ({ at, moved }, index) => moved === null || times.findIndex((other) => other.at === at) === index,
  );
  const [own] = lead ? await readOwn(db, user, lead.id) : [];
  return {
    time_zone: timeZone,
    choices,
    callback: own && lead ? callbackView(own.row, lead, timeZone, user, own.missedAt) : null,
  };
}

/** By time. */
export async function listCallbacks(db: Database, user: SignedInUser): Promise<Callback[]> {
  const account = await readAccountRules(db, user.account_id);
  const rows = await readOwn(db, user);
  return rows.map(({ row, lead, schedule, missedAt }) => {
    const number = lead.phone_number;
    const [timeZone = account.timeZone] = personTimeZones(
      lead.time_zone,
      { country: readNumber(number, account.country)?.country ?? null, zones: timeZonesOfNumber(number) },
      schedule?.time_zone ?? null,
      account,
    );
    return callbackView(row, lead, timeZone, user, missedAt);
  });
}

/** @throws ApiError notFound, unless the agent set it */
export async function cancelCallback(
  { db, clock }: DatabaseAndClock,
  actor: Actor,
  id: number,
): Promise<void> {
  const cancel = async (tx: Database) => {
    const now = clock.now();
    const own = and(eq(scheduledCalls.id, id), eq(scheduledCalls.callback_by, actor.user.id));
    const [found] = await tx.select({ lead_id: scheduledCalls.lead_id }).from(scheduledCalls).where(own);
    if (!found) throw new ApiError('notFound');
    await tx.execute(sql`select 1 from ${leads} where id = ${found.lead_id} for no key update`);
    // It may have been canceled or started just now: then nothing is left to do.
    if ((await cancelByHand(tx, own, now)).length > 0)
      await recordChange(tx, actor, 'callbacks cancel', callbackSubject(found), now);
  };
  await retryOnConflict(() => transaction(db, cancel));
}

/**
 * @returns also the callbacks, for their agents' phones
 * @throws ApiError notFound
 */
export async function cancelCallbackOfLead(
  { tx, accountId, at }: ChangeContext,
  { id }: Id,
): Promise<ChangeResult & { readonly canceled: readonly ScheduledCallRow[] }> {
  await getAccountRow(tx, leads, accountId, id);
  await tx.execute(sql`select 1 from ${leads} where id = ${id} for no key update`);
  const canceled = await cancelByHand(tx, eq(scheduledCalls.lead_id, id), at);
  return { subject: callbackSubject({ lead_id: id }), canceled };
}

async function cancelByHand(tx: Database, where: SQL | undefined, now: number): Promise<ScheduledCallRow[]> {
  const canceled = await endCallbacks(tx, where, english({ id: 'schedule.callbackCanceled' }), now);
  for (const callback of canceled) await scheduleInPlaceOfCallback(tx, callback, now);
  return canceled;
}

function readOwn(db: Database, user: SignedInUser, leadId?: number) {
  return db
    .select({ row: scheduledCalls, lead: leads, schedule: teams.schedule, missedAt: CALLBACK_MISSED_AT })
    .from(scheduledCalls)
    .innerJoin(leads, eq(leads.id, scheduledCalls.lead_id))
    .leftJoin(teams, eq(teams.id, scheduledCalls.team_id))
    .where(
      and(
        eq(scheduledCalls.callback_by, user.id),
        isNull(scheduledCalls.ended_at),
        leadId === undefined ? undefined : eq(scheduledCalls.lead_id, leadId),
      ),
    )
    .orderBy(asc(scheduledCalls.due_at), asc(scheduledCalls.id))
    .limit(MAX_LISTED);
}

async function findTeam(
  db: Database,
  user: SignedInUser,
  { call }: UserCall,
  leadTeamId: number | null,
): Promise<number | null> {
  return call.team_id ?? leadTeamId ?? (await findFirstTeam(db, user.id));
}

function readTime(hours: CallTimeConstraints, at: string, now: number): number {
  const [timeZone = 'UTC'] = hours.contact.timeZones;
  const time = at.length === 'YYYY-MM-DDTHH:mm'.length ? parseLocalMinute(timeZone, at) : Date.parse(at);
  if (time === null || time <= now || time > now + MAX_AHEAD_MS) throw new ApiError('callbackTime');
  return time;
}

const isBlocked = ({ contact }: CallTimeConstraints) =>
  contact.numberError !== null || blockedReason(contact) !== null;

const toIso = (at: number): string => new Date(at).toISOString();

function callbackView(
  row: ScheduledCallRow,
  lead: typeof leads.$inferSelect,
  timeZone: string,
  user: SignedInUser,
  missedAt: number | null = null,
): Callback {
  return {
    id: row.id,
    at: row.due_at.toISOString(),
    target: row.callback_for === null ? 'team' : 'me',
    call_id: row.previous_call_id ?? 0,
    set_at: row.requested_at.toISOString(),
    missed_at: missedAt === null ? null : toIso(missedAt),
    moved: row.reason === CALLBACK_REASON ? null : row.reason,
    time_zone: timeZone,
    lead: {
      fname: lead.fname,
      lname: lead.lname,
      label: lead.label,
      phone_number: lead.phone_number,
      phone_number_formatted: formatPhoneNumber(lead.phone_number, user.country_code),
    },
  };
}
