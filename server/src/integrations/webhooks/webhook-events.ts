/** Stores the final body of each due event and adds one delivery per subscribed endpoint. */

import {
  CallFilters,
  WEBHOOK_EVENTS,
  type WebhookCall,
  type WebhookCallback,
  type WebhookEvent,
  type WebhookLead,
  WebhookStatusChange,
} from '@offhook/contract/webhook-events';
import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { isOnDoNotCallListSql } from '../../leads/do-not-call/do-not-call.ts';
import { pick } from '../../platform/core/pick.ts';
import { type Database, transaction } from '../../platform/database/database.ts';
import {
  calls,
  leads,
  notes,
  numbers,
  recordingPauses,
  scheduledCalls,
  tags,
  teams,
  users,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../../platform/database/schema.ts';
import { isSubscribed } from './core/delivery.ts';

type EventRow = typeof webhookEvents.$inferSelect;
const BATCH_SIZE = 100;

/** @returns how many events were dispatched; more may be due */
export function dispatchDueEvents(db: Database, now: number): Promise<number> {
  return transaction(db, async (tx) => {
    const due = await tx
      .select()
      .from(webhookEvents)
      .where(
        and(
          isNull(webhookEvents.told_at),
          lte(webhookEvents.due_at, new Date(now)),
          // A newer version's events are left to its servers.
          inArray(webhookEvents.type, Object.keys(WEBHOOK_EVENTS)),
        ),
      )
      .orderBy(asc(webhookEvents.id))
      .limit(BATCH_SIZE)
      .for('update', { skipLocked: true });
    if (due.length === 0) return 0;
    const accounts = [...new Set(due.map(({ account_id }) => account_id))];
    const endpoints = await tx
      .select()
      .from(webhookEndpoints)
      .where(and(inArray(webhookEndpoints.account_id, accounts), isNull(webhookEndpoints.removed_at)));
    for (const row of due) {
      const event = await buildEvent(tx, row);
      const at = new Date(now);
      await tx
        .update(webhookEvents)
        .set({ told_at: at, body: event && JSON.stringify(event) })
        .where(eq(webhookEvents.id, row.id));
      if (event === null) continue;
      const notifiedOfCall = await endpointsNotifiedOfCall(tx, row);
      const receivers = endpoints.filter(
        ({ id, account_id, kind, events, filters }) =>
          account_id === row.account_id &&
          isSubscribed(
            { kind, events, filters: z.parse(CallFilters, filters) },
            event,
            row.source,
            notifiedOfCall.has(id),
          ),
      );
      if (receivers.length > 0)
        await tx
          .insert(webhookDeliveries)
          .values(
            receivers.map(({ id }) => ({ event_id: row.id, destination_id: id, since: at, due_at: at })),
          )
          .onConflictDoNothing();
    }
    return due.length;
  });
}

async function endpointsNotifiedOfCall(
  tx: Database,
  { id, type, call_id }: EventRow,
): Promise<ReadonlySet<number>> {
  if (type !== 'call_updated' || call_id === null) return new Set();
  const rows = await tx
    .selectDistinct({ id: webhookDeliveries.destination_id })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.event_id))
    .where(and(eq(webhookEvents.call_id, call_id), lt(webhookEvents.id, id)));
  return new Set(rows.map((row) => row.id));
}

export function formatEventId(id: number): string {
  return `evt_${id}`;
}

/** Null when the event's lead or call no longer exists. */
async function buildEvent(tx: Database, row: EventRow): Promise<WebhookEvent | null> {
  const head = {
    id: formatEventId(row.id),
    created_at: row.created_at.toISOString(),
    account_id: row.account_id,
  };
  if (row.type === 'call_completed' || row.type === 'call_updated') {
    const call = await readCall(tx, row.call_id ?? 0);
    if (call === null) return null;
    return row.type === 'call_completed'
      ? { ...head, type: row.type, data: { call } }
      : { ...head, type: row.type, data: { call } };
  }
  if (row.type === 'agent_status_changed') {
    const data = z.safeParse(WebhookStatusChange, row.data);
    return data.success ? { ...head, type: row.type, data: data.data } : null;
  }
  if (
    row.type === 'callback_scheduled' ||
    row.type === 'callback_changed' ||
    row.type === 'callback_canceled'
  ) {
    const data = z.safeParse(CallbackEventData, row.data);
    const callback = data.success ? await readCallback(tx, data.data.callback_id) : null;
    // A union of three event types, each with its own name.
    return callback && ({ ...head, type: row.type, data: { callback } } as WebhookEvent);
  }
  if (row.type !== 'lead_created' && row.type !== 'lead_updated') return null;
  const lead = await readLead(tx, row.lead_id);
  if (lead === null) return null;
  return row.type === 'lead_created'
    ? { ...head, type: row.type, data: { lead } }
    : { ...head, type: row.type, data: { lead } };
}

const CallbackEventData = z.object({ callback_id: z.int() });

const setter = alias(users, 'setter');
const agent = alias(users, 'agent');

async function readCallback(tx: Database, id: number): Promise<WebhookCallback | null> {
  const [row] = await tx
    .select({
      scheduled: scheduledCalls,
      set_by: { id: setter.id, full_name: setter.full_name, email: setter.email },
      agent: { id: agent.id, full_name: agent.full_name, email: agent.email },
      team: { id: teams.id, name: teams.name },
    })
    .from(scheduledCalls)
    .innerJoin(setter, eq(setter.id, scheduledCalls.callback_by))
    .leftJoin(agent, eq(agent.id, scheduledCalls.callback_for))
    .leftJoin(teams, eq(teams.id, scheduledCalls.team_id))
    .where(eq(scheduledCalls.id, id));
  const lead = row && (await readLead(tx, row.scheduled.lead_id));
  if (!lead) return null;
  const { scheduled, ...people } = row;
  return {
    id,
    due_at: scheduled.due_at.toISOString(),
    ...people,
    canceled: scheduled.cancelled,
    lead,
  };
}

async function readLead(tx: Database, id: number | null): Promise<WebhookLead | null> {
  if (id === null) return null;
  const [row] = await tx
    .select({
      lead: leads,
      owner: users.email,
      tag: tags.key,
      listed: sql<boolean>`${isOnDoNotCallListSql(sql`${leads}`)}`,
    })
    .from(leads)
    .leftJoin(users, eq(users.id, leads.owner_user_id))
    .leftJoin(tags, eq(tags.id, leads.tag_id))
    .where(eq(leads.id, id));
  if (!row) return null;
  const { lead } = row;
  return {
    ...pick(lead, 'id', 'fname', 'lname', 'label', 'phone_number', 'email', 'company', 'category', 'crm'),
    source_id: lead.source_id,
    form: lead.form,
    fields: Object.fromEntries(lead.fields),
    owner: row.owner,
    team_id: lead.team_id,
    tag: row.tag,
    do_not_call: lead.do_not_call || row.listed,
    removed: lead.removed_at !== null,
    origin: lead.origin,
    created_at: lead.created_at.toISOString(),
    updated_at: lead.updated_at.toISOString(),
  };
}

async function readCall(tx: Database, id: number): Promise<WebhookCall | null> {
  const [row] = await tx
    .select({
      call: calls,
      team: { id: teams.id, name: teams.name },
      number: { id: numbers.id, name: numbers.name, phone_number: numbers.phone_number },
      agent: { id: users.id, full_name: users.full_name, email: users.email },
    })
    .from(calls)
    .leftJoin(teams, eq(teams.id, calls.team_id))
    .leftJoin(numbers, eq(numbers.id, calls.number_id))
    .leftJoin(users, eq(users.id, calls.agent_id))
    .where(eq(calls.id, id));
  if (!row) return null;
  const { call, team, number, agent } = row;
  const noteRows = await tx
    .select({ content: notes.content })
    .from(notes)
    .where(eq(notes.call_id, id))
    .orderBy(asc(notes.id));
  const pauseRows = await tx
    .select({
      user: { id: users.id, full_name: users.full_name, email: users.email },
      pausedAt: recordingPauses.paused_at,
      resumedAt: recordingPauses.resumed_at,
    })
    .from(recordingPauses)
    .innerJoin(users, eq(users.id, recordingPauses.user_id))
    .where(eq(recordingPauses.call_id, id))
    .orderBy(asc(recordingPauses.id));
  return {
    ...pick(call, 'id', 'type', 'direction', 'status', 'result', 'seconds'),
    started_at: call.started_at.toISOString(),
    talk_started_at: call.talk_started_at?.toISOString() ?? null,
    ended_at: (call.ended_at ?? call.started_at).toISOString(),
    retry: call.retry,
    lead_retry: call.lead_retry,
    phone_number: call.phone_number,
    team,
    number,
    agent,
    lead: await readLead(tx, call.lead_id),
    notes: noteRows.map(({ content }) => content),
    ...(pauseRows.length === 0
      ? {}
      : {
          recording_pauses: pauseRows.map(({ user, pausedAt, resumedAt }) => ({
            user,
            paused_at: pausedAt.toISOString(),
            resumed_at: resumedAt?.toISOString() ?? null,
          })),
        }),
  };
}

/** Keeps events that still have a waiting delivery. */
export async function deleteOldEvents(db: Database, before: number): Promise<void> {
  await db.delete(webhookEvents).where(
    sql`${webhookEvents.told_at} < ${new Date(before).toISOString()} and not exists (select from ${webhookDeliveries} one
      where one.event_id = ${webhookEvents.id} and one.status = 'waiting')`,
  );
}
