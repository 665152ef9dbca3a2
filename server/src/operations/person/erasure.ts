/** Erased calls stay as anonymous rows, for statistics. */

import { ERASED_LABEL } from '@offhook/contract/sentences';
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { NO_CALL_NAME } from '../../leads/core/call-name.ts';
import { RING_DELAY_REASONS } from '../../leads/core/call-times/ring-delay.ts';
import { addToDoNotCallList } from '../../leads/do-not-call/do-not-call.ts';
import { recordCallbackEvent } from '../../leads/scheduled-calls/cancel-callbacks.ts';
import { english } from '../../platform/core/sentences.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  calls,
  callUsers,
  crmCalls,
  crmContacts,
  effects,
  externalLinks,
  leadConsents,
  leadImportLines,
  leads,
  messages,
  notes,
  recordingAnalyses,
  recordingComments,
  recordingPauses,
  recordings,
  routingDecisions,
  scheduledCalls,
  scorecardAnswers,
  scorecards,
  webhookEvents,
} from '../../platform/database/schema.ts';
import { scheduleEffects } from '../../platform/work-queue/effect-rows.ts';
import { scheduleRemovals } from '../../recordings/schedule-removals.ts';

export interface Person {
  readonly accountId: number;
  /** Null: match only by lead and calls. */
  readonly phoneNumber: string | null;
  readonly lead: LeadRow | null;
  readonly calls: readonly Pick<typeof calls.$inferSelect, 'id'>[];
}

type LeadRow = typeof leads.$inferSelect;
type RecordingRow = typeof recordings.$inferSelect;

export async function readPersonalRows(
  tx: Database,
  { accountId, phoneNumber, lead, calls: personCalls }: Person,
) {
  // No row has ID 0; this avoids an empty list.
  const ids = [0, ...personCalls.map(({ id }) => id)];
  const leadId = lead?.id ?? 0;
  const ofNumber =
    phoneNumber === null
      ? undefined
      : and(
          eq(messages.account_id, accountId),
          or(eq(messages.from_number, phoneNumber), eq(messages.to_number, phoneNumber)),
        );
  const rows = <T extends PgTable & { readonly id: PgColumn }>(table: T, where: SQL | undefined) =>
    selectRows(tx, table, where, table.id);
  const ofCalls = (column: PgColumn) => inArray(column, ids);
  return {
    call_users: await rows(callUsers, ofCalls(callUsers.call_id)),
    routing_decisions: await rows(routingDecisions, ofCalls(routingDecisions.call_id)),
    notes: await rows(notes, ofCalls(notes.call_id)),
    recordings: await rows(recordings, ofCalls(recordings.call_id)),
    recording_pauses: await rows(recordingPauses, ofCalls(recordingPauses.call_id)),
    ...(await readReviews(tx, ids)),
    messages: await rows(messages, or(eq(messages.lead_id, leadId), ofCalls(messages.call_id), ofNumber)),
    planned_calls: await rows(scheduledCalls, eq(scheduledCalls.lead_id, leadId)),
    lead_consents: await rows(leadConsents, eq(leadConsents.lead_id, leadId)),
    import_lines: await selectRows(
      tx,
      leadImportLines,
      eq(leadImportLines.lead_id, leadId),
      leadImportLines.import_id,
      leadImportLines.line,
    ),
    outward_events: await rows(
      webhookEvents,
      or(eq(webhookEvents.lead_id, leadId), ofCalls(webhookEvents.call_id)),
    ),
  };
}

/** What supervisors noted about the calls, and what the audio says. */
async function readReviews(tx: Database, callIds: readonly number[]) {
  const recorded = tx
    .select({ id: recordings.id })
    .from(recordings)
    .where(inArray(recordings.call_id, [...callIds]));
  const cards = tx
    .select({ id: scorecards.id })
    .from(scorecards)
    .where(inArray(scorecards.call_id, [...callIds]));
  return {
    recording_analyses: await selectRows(
      tx,
      recordingAnalyses,
      inArray(recordingAnalyses.recording_id, recorded),
      recordingAnalyses.recording_id,
    ),
    external_links: await selectRows(
      tx,
      externalLinks,
      inArray(externalLinks.recording_id, recorded),
      externalLinks.id,
    ),
    recording_comments: await selectRows(
      tx,
      recordingComments,
      inArray(recordingComments.recording_id, recorded),
      recordingComments.id,
    ),
    scorecards: await selectRows(tx, scorecards, inArray(scorecards.call_id, [...callIds]), scorecards.id),
    scorecard_answers: await selectRows(
      tx,
      scorecardAnswers,
      inArray(scorecardAnswers.scorecard_id, cards),
      scorecardAnswers.scorecard_id,
      scorecardAnswers.question_id,
    ),
  };
}

async function selectRows<T extends PgTable>(
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

export type PersonalRows = Awaited<ReturnType<typeof readPersonalRows>>;

export async function deleteRecordings(
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
  // Other recordings of the same call still need them.
  for (const table of [recordingPauses, scorecards])
    await tx
      .delete(table)
      .where(
        and(
          inArray(table.call_id, [...new Set(rows.map(({ call_id }) => call_id))]),
          sql`not exists (select from ${recordings} where ${recordings.call_id} = ${table.call_id})`,
        ),
      );
  // Demo rows share files.
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
    await scheduleRemovals(tx, { files, providerSids: provided }, call_id, at);
  }
  return removed;
}

/** Effects delete the copies at the provider. */
export async function deleteTexts(
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
  const forgetEffects = rows.flatMap(({ provider_sid: sid, call_id: callId }) =>
    sid === null ? [] : [{ effect: { kind: 'forgetText', sid } as const, callId, dueAt: at.getTime() }],
  );
  await scheduleEffects(tx, forgetEffects, at.getTime());
}

/** @param keepsNumber keeps only the number, for the do-not-call list @returns the erased rows */
export async function erase(
  tx: Database,
  person: Person,
  at: Date,
  cancelReason: string,
  keepsNumber = false,
): Promise<PersonalRows & { readonly files: Awaited<ReturnType<typeof deleteRecordings>> }> {
  const rows = await readPersonalRows(tx, person);
  const ids = [0, ...person.calls.map(({ id }) => id)];
  await tx.delete(notes).where(inArray(notes.call_id, ids));
  await tx.delete(recordingPauses).where(inArray(recordingPauses.call_id, ids));
  await tx.delete(scorecards).where(inArray(scorecards.call_id, ids));
  await tx.delete(routingDecisions).where(inArray(routingDecisions.call_id, ids));
  await tx
    .update(callUsers)
    .set({ reason: null, invite_reason: null, hand_over_note: null })
    .where(inArray(callUsers.call_id, ids));
  await tx.delete(webhookEvents).where(inArray(webhookEvents.call_id, ids));
  await tx.delete(crmCalls).where(inArray(crmCalls.call_id, ids));
  await deleteEffects(tx, person, ids, rows.messages);
  const files = await deleteRecordings(tx, rows.recordings, at);
  await deleteTexts(tx, rows.messages, at);
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
  if (person.lead) await eraseLead(tx, person.lead, at, cancelReason, keepsNumber);
  return { ...rows, files };
}

/** Deletes effects that contain the number, fetch deleted recordings, or send deleted texts. */
async function deleteEffects(
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
  // Calls that now belong to another lead, and provider errors that quote the number.
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

async function eraseLead(tx: Database, lead: LeadRow, at: Date, cancelReason: string, keepsNumber: boolean) {
  const { id } = lead;
  const canceled = await tx
    .update(scheduledCalls)
    .set({ ended_at: at, cancelled: cancelReason })
    .where(and(eq(scheduledCalls.lead_id, id), isNull(scheduledCalls.ended_at)))
    .returning();
  // The number stays on the do-not-call list.
  if (!keepsNumber && (lead.do_not_call || lead.removed_at !== null) && lead.phone_number.startsWith('+'))
    await addToDoNotCallList(
      tx,
      lead.account_id,
      [lead.phone_number],
      { source: 'erasure', by: null },
      at.getTime(),
    );
  await tx
    .update(scheduledCalls)
    .set({
      // The delay of a team says nothing about the person, and is part of the speed to lead.
      reason: sql`case when ${scheduledCalls.reason} like ${RING_DELAY_REASONS} then ${scheduledCalls.reason} else ${ERASED_LABEL} end`,
      intake_key: null,
      cancelled: sql`case when ${scheduledCalls.cancelled} is null then null else ${cancelReason} end`,
    })
    .where(eq(scheduledCalls.lead_id, id));
  await tx
    .update(leadImportLines)
    .set({
      lead_id: null,
      outcome: 'erased',
      reason: english({ id: 'import.personErased' }),
      scheduled_for: null,
    })
    .where(eq(leadImportLines.lead_id, id));
  const nothing = { email: null, company: null, category: null, crm: null, source_id: null } as const;
  const anonymous = {
    phone_number: `erased-${id}`,
    stopped_at: null,
    removed_at: at,
    do_not_call: true,
  } as const;
  await tx
    .update(leads)
    .set({
      ...nothing,
      ...(keepsNumber ? {} : anonymous),
      fname: '',
      lname: '',
      label: ERASED_LABEL,
      profile_picture: null,
      owner_user_id: null,
      time_zone: null,
      form: null,
      fields: [],
      tag_id: null,
      // So that an open page can't save the old data again.
      version: sql`${leads.version} + 1`,
      updated_at: at,
      erased_at: at,
    })
    .where(eq(leads.id, id));
  await tx.delete(leadConsents).where(eq(leadConsents.lead_id, id));
  await tx.delete(crmContacts).where(eq(crmContacts.lead_id, id));
  // This includes the event that the do-not-call list has just added.
  await tx.delete(webhookEvents).where(eq(webhookEvents.lead_id, id));
  // A webhook's body is written later, from the erased lead.
  for (const row of canceled)
    if (row.callback_by !== null) await recordCallbackEvent(tx, 'callback_canceled', row, at.getTime());
}
