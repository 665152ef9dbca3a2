/** What happened to a lead, for supervisors who ask why it was or wasn't called. */
import type { LeadEvent, LeadOutlook } from '@offhook/contract/console/leads/lead-timeline-entities';
import { and, desc, eq, inArray, isNotNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { readConsents } from '../../leads/consents/consent-views.ts';
import { findListing } from '../../leads/do-not-call/do-not-call.ts';
import { RUNG_FIRST, readOutlook } from '../../leads/scheduled-calls/outlook.ts';
import { pick } from '../../platform/core/pick.ts';
import { getAccountRow } from '../../platform/database/account-rows.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import {
  auditLog,
  calls,
  leads,
  messages,
  notes,
  scheduledCalls,
  teams,
  users,
} from '../../platform/database/schema.ts';
import { supervisesCall, supervisesLead } from '../../platform/database/team-scope.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { readCalls, readTexts } from '../calls.ts';
import { isTextSupervised } from '../lead-views.ts';
import { readDecisions } from '../routing-record.ts';
import { pageOfEvents } from './core/event-page.ts';

const PAGE_EVENTS = 100;

type Lead = typeof leads.$inferSelect;

/** @throws ApiError notFound */
export async function readLeadTimeline(
  deps: DatabaseAndClock,
  user: SignedInUser,
  id: number,
  before: Date | null,
): Promise<{ success: true; outlook: LeadOutlook; events: LeadEvent[]; next: string | null }> {
  const { db } = deps;
  const lead = await getAccountRow(db, leads, user.account_id, id, supervisesLead(user));
  const ofTeam = supervisesLead(user, scheduledCalls.team_id);
  const isShown = (column: PgColumn) => (before === null ? undefined : lt(column, before));
  const sources = await Promise.all([
    readArrivals(db, lead),
    readCallEvents(db, user, and(eq(calls.lead_id, id), isShown(calls.started_at))),
    readScheduled(db, and(eq(scheduledCalls.lead_id, id), ofTeam, isShown(scheduledCalls.created_at))),
    readCanceled(db, and(eq(scheduledCalls.lead_id, id), ofTeam, isShown(scheduledCalls.ended_at))),
    readNotes(db, and(eq(calls.lead_id, id), supervisesCall(user), isShown(notes.created_at))),
    readTextEvents(db, and(eq(messages.lead_id, id), isTextSupervised(user), isShown(messages.created_at))),
    readChanges(db, lead, isShown(auditLog.at)),
  ]);
  const events = sources.flat().map((event) => ({ at: Date.parse(event.at), event }));
  const older = events.filter(({ at }) => before === null || at < before.getTime());
  const page = pageOfEvents(older, PAGE_EVENTS);
  return {
    success: true,
    outlook: await readOutlook(deps, lead),
    events: page.events.map(({ event }) => event),
    next: page.next === null ? null : new Date(page.next).toISOString(),
  };
}

/** A few: when the lead came in first and last, its consents, and the do-not-call list. */
async function readArrivals(db: Database, lead: Lead): Promise<LeadEvent[]> {
  const { origin, form, form_at: formAt, created_at: createdAt } = lead;
  // A lead's row is written a moment after the time of its form.
  const cameAgain = formAt !== null && formAt > createdAt;
  const listing = await findListing(db, lead.account_id, lead.phone_number);
  const consents = await readConsents(db, lead.id);
  return [
    {
      at: createdAt.toISOString(),
      arrived: { origin, is_first: true, form: cameAgain ? null : form },
    },
    ...(cameAgain ? [{ at: formAt.toISOString(), arrived: { origin, is_first: false, form } }] : []),
    ...consents.map((consent) => ({ at: consent.created_at, consent })),
    ...(listing ? [{ at: listing.created_at.toISOString(), listed: { source: listing.source } }] : []),
  ];
}

async function readCallEvents(
  db: Database,
  user: SignedInUser,
  where: SQL | undefined,
): Promise<LeadEvent[]> {
  const shown = await readCalls(db, user, where, PAGE_EVENTS + 1);
  const ids = shown.map(({ id }) => id);
  const decisions = await readDecisions(db, ids);
  const reasonRows = await db
    .select(pick(calls, 'id', 'reasons'))
    .from(calls)
    .where(inArray(calls.id, ids));
  const reasons = new Map(reasonRows.map((row) => [row.id, row.reasons]));
  return shown.map((call) => ({
    at: call.started_at,
    call: { ...call, reasons: [...(reasons.get(call.id) ?? [])], decisions: decisions.get(call.id) ?? [] },
  }));
}

const setter = alias(users, 'setter');
const canceler = alias(users, 'canceler');

/** The audit log knows it, at the same time. */
const CANCELED_BY = sql`(select user_id from ${auditLog} where account_id = ${scheduledCalls.account_id}
  and at = ${scheduledCalls.ended_at} and action = 'callbacks cancel'
  and subject = 'lead ' || ${scheduledCalls.lead_id} || ': callback' limit 1)`;

async function readScheduledRows(db: Database, where: SQL | undefined, newestBy: PgColumn) {
  const rows = await db
    .select({
      row: scheduledCalls,
      team: { id: teams.id, name: teams.name },
      set_by: { id: setter.id, full_name: setter.full_name },
      agent: { id: users.id, full_name: users.full_name },
      canceledBy: { id: canceler.id, full_name: canceler.full_name },
    })
    .from(scheduledCalls)
    .leftJoin(teams, eq(teams.id, scheduledCalls.team_id))
    .leftJoin(setter, eq(setter.id, scheduledCalls.callback_by))
    .leftJoin(users, eq(users.id, RUNG_FIRST))
    .leftJoin(canceler, eq(canceler.id, CANCELED_BY))
    .where(where)
    .orderBy(desc(newestBy))
    .limit(PAGE_EVENTS + 1);
  return rows.map(({ row, canceledBy, ...rest }) => ({
    row,
    canceledBy,
    shown: { ...pick(row, 'id', 'retry', 'lead_retry', 'reason'), due_at: row.due_at.toISOString(), ...rest },
  }));
}

async function readScheduled(db: Database, where: SQL | undefined): Promise<LeadEvent[]> {
  const rows = await readScheduledRows(db, where, scheduledCalls.created_at);
  return rows.map(({ row, shown }) => ({ at: row.created_at.toISOString(), scheduled: shown }));
}

async function readCanceled(db: Database, where: SQL | undefined): Promise<LeadEvent[]> {
  const isCanceled = and(isNotNull(scheduledCalls.ended_at), isNotNull(scheduledCalls.cancelled));
  const rows = await readScheduledRows(db, and(where, isCanceled), scheduledCalls.ended_at);
  return rows.flatMap(({ row: { ended_at, cancelled }, shown, canceledBy }) =>
    ended_at === null || cancelled === null
      ? []
      : [{ at: ended_at.toISOString(), canceled: { ...shown, reason: cancelled, canceled_by: canceledBy } }],
  );
}

async function readNotes(db: Database, where: SQL | undefined): Promise<LeadEvent[]> {
  const rows = await db
    .select({
      at: notes.created_at,
      ...pick(notes, 'id', 'call_id', 'content'),
      user: { id: users.id, full_name: users.full_name },
    })
    .from(notes)
    .innerJoin(calls, eq(calls.id, notes.call_id))
    .innerJoin(users, eq(users.id, notes.user_id))
    .where(where)
    .orderBy(desc(notes.created_at))
    .limit(PAGE_EVENTS + 1);
  return rows.map(({ at, ...note }) => ({ at: at.toISOString(), note }));
}

async function readTextEvents(db: Database, where: SQL | undefined): Promise<LeadEvent[]> {
  const texts = await readTexts(db, where);
  return texts.map((text) => ({ at: text.created_at, text }));
}

/** Callbacks are left out, because they are scheduled calls. */
async function readChanges(db: Database, lead: Lead, where: SQL | undefined): Promise<LeadEvent[]> {
  const rows = await db
    .select({
      at: auditLog.at,
      ...pick(auditLog, 'id', 'action', 'subject'),
      user: { id: users.id, full_name: users.full_name },
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.user_id))
    .where(
      and(
        eq(auditLog.account_id, lead.account_id),
        or(eq(auditLog.subject, `lead ${lead.id}`), sql`${auditLog.subject} like ${`lead ${lead.id}:%`}`),
        notInArray(auditLog.action, ['callbacks set', 'callbacks cancel']),
        where,
      ),
    )
    .orderBy(desc(auditLog.at))
    .limit(PAGE_EVENTS + 1);
  return rows.map(({ at, ...change }) => ({ at: at.toISOString(), change }));
}
