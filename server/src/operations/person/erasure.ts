/** What is kept of a person, and how it is erased: calls stay as counts of nobody. */

import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { NO_CALL_NAME } from '../../leads/core/call-name.ts';
import { listNumbers } from '../../leads/do-not-call.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  calls,
  callUsers,
  crmCalls,
  crmContacts,
  effects,
  leadConsents,
  leadImportLines,
  leads,
  messages,
  notes,
  recordings,
  routingDecisions,
  scheduledCalls,
  webhookEvents,
} from '../../platform/database/schema.ts';
import { scheduleEffects } from '../../platform/work-queue/effect-rows.ts';
import { orderRemovals } from '../../recordings/order-removals.ts';

export interface Person {
  readonly accountId: number;
  /** `null`: only what belongs to the lead or the calls. */
  readonly phoneNumber: string | null;
  readonly lead: LeadRow | null;
  readonly calls: readonly Pick<typeof calls.$inferSelect, 'id'>[];
}

type LeadRow = typeof leads.$inferSelect;
type RecordingRow = typeof recordings.$inferSelect;

export async function keptOf(tx: Database, { accountId, phoneNumber, lead, calls: theirs }: Person) {
  // No call and no lead has the id 0.
  const ids = [0, ...theirs.map(({ id }) => id)];
  const leadId = lead?.id ?? 0;
  const ofNumber =
    phoneNumber === null
      ? undefined
      : and(
          eq(messages.account_id, accountId),
          or(eq(messages.from_number, phoneNumber), eq(messages.to_number, phoneNumber)),
        );
  const kept = <T extends PgTable & { readonly id: PgColumn }>(table: T, where: SQL | undefined) =>
    rowsOf(tx, table, where, table.id);
  const ofCalls = (column: PgColumn) => inArray(column, ids);
  return {
    call_users: await kept(callUsers, ofCalls(callUsers.call_id)),
    routing_decisions: await kept(routingDecisions, ofCalls(routingDecisions.call_id)),
    notes: await kept(notes, ofCalls(notes.call_id)),
    recordings: await kept(recordings, ofCalls(recordings.call_id)),
    messages: await kept(messages, or(eq(messages.lead_id, leadId), ofCalls(messages.call_id), ofNumber)),
    planned_calls: await kept(scheduledCalls, eq(scheduledCalls.lead_id, leadId)),
    lead_consents: await kept(leadConsents, eq(leadConsents.lead_id, leadId)),
    import_lines: await rowsOf(
      tx,
      leadImportLines,
      eq(leadImportLines.lead_id, leadId),
      leadImportLines.import_id,
      leadImportLines.line,
    ),
    outward_events: await kept(
      webhookEvents,
      or(eq(webhookEvents.lead_id, leadId), ofCalls(webhookEvents.call_id)),
    ),
  };
}

async function rowsOf<T extends PgTable>(
  tx: Database,
  table: T,
  where: SQL | undefined,
  ...by: readonly PgColumn[]
): Promise<T['$inferSelect'][]> {
  return tx
    .select()
    .from(table as PgTable)
    .where(where)
    .orderBy(...by);
}

export type Kept = Awaited<ReturnType<typeof keptOf>>;

/** The rows of recordings go now; their files, and what the provider has of them, by rows that order it. */
export async function removeRecordings(
  tx: Database,
  rows: readonly RecordingRow[],
  at: Date,
): Promise<readonly { readonly storage: RecordingRow['storage']; readonly path: string }[]> {
  if (rows.length === 0) return [];
  await tx.delete(recordings).where(
    inArray(
      recordings.id,
      rows.map(({ id }) => id),
    ),
  );
  const paths = rows.flatMap(({ path }) => path ?? []);
  // Rows of the demo share their files.
  const shared = await tx
    .select({ storage: recordings.storage, path: recordings.path })
    .from(recordings)
    .where(inArray(recordings.path, ['', ...paths]));
  const removed = rows.flatMap(({ storage, path }) =>
    path === null || shared.some((one) => one.storage === storage && one.path === path)
      ? []
      : [{ storage, path }],
  );
  for (const { storage, path, provider_sid: sid, call_id, provider_removed_at } of rows) {
    const files = removed.filter((one) => one.storage === storage && one.path === path);
    const provided = sid === null || provider_removed_at !== null ? [] : [sid];
    await orderRemovals(tx, { files, provided }, call_id, at);
  }
  return removed;
}

/** Of a text the provider keeps a copy as well. */
export async function removeTexts(
  tx: Database,
  rows: readonly Pick<typeof messages.$inferSelect, 'id' | 'provider_sid' | 'call_id'>[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.delete(messages).where(
    inArray(
      messages.id,
      rows.map(({ id }) => id),
    ),
  );
  const orders = rows.flatMap(({ provider_sid: sid, call_id: callId }) =>
    sid === null ? [] : [{ effect: { kind: 'forgetText', sid } as const, callId, dueAt: at.getTime() }],
  );
  await scheduleEffects(tx, orders, at.getTime());
}

/**
 * Erases a person, here and at the provider. Answers what was kept of them.
 * @param why for calls that were promised to them
 * @param keepsNumber the number and that it must not be called stay, and nothing else
 */
export async function erase(
  tx: Database,
  person: Person,
  at: Date,
  why: string,
  keepsNumber = false,
): Promise<Kept & { readonly files: Awaited<ReturnType<typeof removeRecordings>> }> {
  const kept = await keptOf(tx, person);
  const ids = [0, ...person.calls.map(({ id }) => id)];
  await tx.delete(notes).where(inArray(notes.call_id, ids));
  await tx.delete(routingDecisions).where(inArray(routingDecisions.call_id, ids));
  await tx.update(callUsers).set({ reason: null }).where(inArray(callUsers.call_id, ids));
  await tx.delete(webhookEvents).where(inArray(webhookEvents.call_id, ids));
  await tx.delete(crmCalls).where(inArray(crmCalls.call_id, ids));
  await removeOrders(tx, person, ids, kept.messages);
  const files = await removeRecordings(tx, kept.recordings, at);
  await removeTexts(tx, kept.messages, at);
  await tx
    .update(calls)
    .set({
      phone_number: null,
      extension: null,
      ...NO_CALL_NAME,
      reasons: [],
      intake_key: null,
      erased_at: at,
    })
    .where(inArray(calls.id, ids));
  if (person.lead) await eraseLead(tx, person.lead, at, why, keepsNumber);
  return { ...kept, files };
}

/** Orders that name the number, that would fetch again what is gone, or send what is not there. */
async function removeOrders(
  tx: Database,
  { accountId, phoneNumber }: Person,
  callIds: readonly number[],
  texts: readonly { readonly id: number }[],
): Promise<void> {
  await tx
    .delete(effects)
    .where(
      and(
        inArray(effects.call_id, [...callIds]),
        or(isNotNull(effects.done_at), inArray(effects.kind, ['dial', 'sendText', 'fetchRecording'])),
      ),
    );
  const textIds = [0, ...texts.map(({ id }) => id)].map(String);
  await tx
    .delete(effects)
    .where(and(eq(effects.kind, 'sendText'), inArray(sql`${effects.payload} ->> 'messageId'`, textIds)));
  if (phoneNumber === null) return;
  // Of calls that have become another lead's, and in a provider's words of why it failed.
  const ended = tx
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.account_id, accountId), isNotNull(calls.ended_at)));
  await tx
    .delete(effects)
    .where(
      and(
        inArray(effects.call_id, ended),
        sql`position(${phoneNumber} in concat_ws(' ', ${effects.payload}::text, ${effects.last_error})) > 0`,
      ),
    );
}

async function eraseLead(tx: Database, lead: LeadRow, at: Date, why: string, keepsNumber: boolean) {
  const { id } = lead;
  // Who must not be called stays so: the list has the number and nothing else of them.
  if (!keepsNumber && (lead.do_not_call || lead.removed_at !== null) && lead.phone_number.startsWith('+'))
    await listNumbers(
      tx,
      lead.account_id,
      [lead.phone_number],
      { source: 'erasure', by: null },
      at.getTime(),
    );
  await tx
    .update(scheduledCalls)
    .set({ ended_at: at, cancelled: why })
    .where(and(eq(scheduledCalls.lead_id, id), isNull(scheduledCalls.ended_at)));
  await tx
    .update(scheduledCalls)
    .set({
      reason: 'Erased',
      intake_key: null,
      cancelled: sql`case when ${scheduledCalls.cancelled} is null then null else ${why} end`,
    })
    .where(eq(scheduledCalls.lead_id, id));
  await tx
    .update(leadImportLines)
    .set({ lead_id: null, outcome: 'erased', reason: 'The person was erased.' })
    .where(eq(leadImportLines.lead_id, id));
  const nothing = { email: null, company: null, category: null, crm: null, source_id: null } as const;
  const nobody = {
    phone_number: `erased-${id}`,
    stopped_at: null,
    removed_at: at,
    do_not_call: true,
  } as const;
  await tx
    .update(leads)
    .set({
      ...nothing,
      ...(keepsNumber ? {} : nobody),
      fname: '',
      lname: '',
      label: 'Erased',
      profile_picture: null,
      owner_user_id: null,
      time_zone: null,
      tag_id: null,
      // A page that still shows the person must not save them back.
      version: sql`${leads.version} + 1`,
      updated_at: at,
      erased_at: at,
    })
    .where(eq(leads.id, id));
  await tx.delete(leadConsents).where(eq(leadConsents.lead_id, id));
  await tx.delete(crmContacts).where(eq(crmContacts.lead_id, id));
  // Also what the do-not-call list has just said of the lead.
  await tx.delete(webhookEvents).where(eq(webhookEvents.lead_id, id));
}
