/** What is kept of one person, by their phone number: handed out, or erased. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Database } from '../store/database.ts';
import {
  calls,
  callUsers,
  crmCalls,
  crmContacts,
  effects,
  leadImportLines,
  leadImports,
  leads,
  messages,
  notes,
  outwardEvents,
  plannedCalls,
  recordings,
  routingDecisions,
} from '../store/schema.ts';
import { ACCOUNT } from './accounts.ts';
import { AdminError, type Command, type Context } from './command.ts';
import { NUMBER, numberIn } from './leads.ts';

interface Person {
  readonly accountId: number;
  readonly phone: string;
  readonly lead: typeof leads.$inferSelect | null;
  readonly calls: readonly (typeof calls.$inferSelect)[];
}

async function personOf(context: Context): Promise<Person> {
  const { tx } = context;
  const { account, phone } = await numberIn(context);
  const [lead] = await tx
    .select()
    .from(leads)
    .where(and(eq(leads.account_id, account.id), eq(leads.phone_number, phone)));
  const theirs = lead
    ? or(eq(calls.lead_id, lead.id), eq(calls.phone_number, phone))
    : eq(calls.phone_number, phone);
  const rows = await tx
    .select()
    .from(calls)
    .where(and(eq(calls.account_id, account.id), theirs))
    .orderBy(asc(calls.id));
  if (!lead && rows.length === 0) throw new AdminError('Nothing is kept of this number in this account.');
  return { accountId: account.id, phone, lead: lead ?? null, calls: rows };
}

async function keptOf(tx: Database, { accountId, phone, lead, calls: theirs }: Person) {
  // No call and no lead has the id 0.
  const ids = [0, ...theirs.map(({ id }) => id)];
  const leadId = lead?.id ?? 0;
  const ofNumber = and(
    eq(messages.account_id, accountId),
    or(eq(messages.from_number, phone), eq(messages.to_number, phone)),
  );
  return {
    call_users: await tx
      .select()
      .from(callUsers)
      .where(inArray(callUsers.call_id, ids))
      .orderBy(asc(callUsers.id)),
    routing_decisions: await tx
      .select()
      .from(routingDecisions)
      .where(inArray(routingDecisions.call_id, ids))
      .orderBy(asc(routingDecisions.id)),
    notes: await tx.select().from(notes).where(inArray(notes.call_id, ids)).orderBy(asc(notes.id)),
    recordings: await tx
      .select()
      .from(recordings)
      .where(inArray(recordings.call_id, ids))
      .orderBy(asc(recordings.id)),
    messages: await tx
      .select()
      .from(messages)
      .where(or(eq(messages.lead_id, leadId), inArray(messages.call_id, ids), ofNumber))
      .orderBy(asc(messages.id)),
    planned_calls: await tx
      .select()
      .from(plannedCalls)
      .where(eq(plannedCalls.lead_id, leadId))
      .orderBy(asc(plannedCalls.id)),
    import_lines: await tx
      .select()
      .from(leadImportLines)
      .where(eq(leadImportLines.lead_id, leadId))
      .orderBy(asc(leadImportLines.import_id), asc(leadImportLines.line)),
    outward_events: await tx
      .select()
      .from(outwardEvents)
      .where(or(eq(outwardEvents.lead_id, leadId), inArray(outwardEvents.call_id, ids)))
      .orderBy(asc(outwardEvents.id)),
  };
}

/** A file that is being taken in may hold the person, who would be there again. */
async function isTakingFilesIn(tx: Database, accountId: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: leadImports.id })
    .from(leadImports)
    .where(
      and(
        eq(leadImports.account_id, accountId),
        isNull(leadImports.ended_at),
        isNotNull(leadImports.claimed_until),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The provider keeps recordings and texts too: they are removed there by whichever process is up. */
async function forgetAtProvider(tx: Database, kept: Awaited<ReturnType<typeof keptOf>>, at: Date) {
  const orders = [
    ...kept.recordings.map((one) => ({
      kind: 'forgetRecording',
      sid: one.provider_sid,
      callId: one.call_id,
    })),
    ...kept.messages.map((one) => ({ kind: 'forgetText', sid: one.provider_sid, callId: one.call_id })),
  ].filter(({ sid }) => sid !== null);
  if (orders.length === 0) return;
  await tx.insert(effects).values(
    orders.map(({ kind, sid, callId }) => ({
      kind,
      payload: { kind, sid },
      call_id: callId,
      due_at: at,
      created_at: at,
    })),
  );
}

export const PERSON_COMMANDS: readonly Command[] = [
  {
    name: 'person export',
    summary: 'All that is kept of a person, best with --json; recordings by their files',
    options: { account: ACCOUNT, number: NUMBER },
    run: async (context) => {
      const person = await personOf(context);
      const kept = await keptOf(context.tx, person);
      return {
        // Reading a person's data is something to answer for, too.
        change: { accountId: person.accountId, subject: `lead ${person.lead?.id ?? '-'}: exported` },
        shown: {
          phone_number: person.phone,
          lead: person.lead,
          calls: person.calls,
          ...kept,
          recordings: kept.recordings.map(({ path, ...row }) => ({
            ...row,
            file: path === null ? null : join(context.recordingsFolder, path),
          })),
        },
      };
    },
  },
  {
    name: 'person erase',
    summary:
      'Erases a person: names, number, notes, texts, recordings, here and at the provider. Calls stay as counts of nobody',
    options: {
      account: ACCOUNT,
      number: NUMBER,
      yes: { type: 'flag', help: 'it cannot be undone, and I mean it', required: true },
    },
    run: async (context) => {
      const { tx } = context;
      const person = await personOf(context);
      if (person.calls.some(({ ended_at }) => ended_at === null))
        throw new AdminError('This person is in a call right now. Try again after it.');
      if (await isTakingFilesIn(tx, person.accountId))
        throw new AdminError('A file of leads is being taken in for this account. Try again after it.');
      const kept = await keptOf(tx, person);
      const ids = [0, ...person.calls.map(({ id }) => id)];
      const at = new Date(context.now);
      await tx.delete(notes).where(inArray(notes.call_id, ids));
      await tx.delete(recordings).where(inArray(recordings.call_id, ids));
      await tx.delete(routingDecisions).where(inArray(routingDecisions.call_id, ids));
      await tx.update(callUsers).set({ reason: null }).where(inArray(callUsers.call_id, ids));
      const texts = kept.messages.map(({ id }) => id);
      if (texts.length > 0) await tx.delete(messages).where(inArray(messages.id, texts));
      await tx.delete(outwardEvents).where(inArray(outwardEvents.call_id, ids));
      await tx.delete(crmCalls).where(inArray(crmCalls.call_id, ids));
      // They name the number, or would fetch again what is gone.
      await tx
        .delete(effects)
        .where(
          and(
            inArray(effects.call_id, ids),
            or(isNotNull(effects.done_at), inArray(effects.kind, ['dial', 'sendText', 'fetchRecording'])),
          ),
        );
      await forgetAtProvider(tx, kept, at);
      await tx
        .update(calls)
        .set({ phone_number: null, reasons: [], intake_key: null })
        .where(inArray(calls.id, ids));
      if (person.lead) {
        const { id } = person.lead;
        await tx
          .update(plannedCalls)
          .set({ ended_at: at, cancelled: 'The person was erased' })
          .where(and(eq(plannedCalls.lead_id, id), isNull(plannedCalls.ended_at)));
        await tx
          .update(plannedCalls)
          .set({ reason: 'Erased', intake_key: null })
          .where(eq(plannedCalls.lead_id, id));
        await tx
          .update(leadImportLines)
          .set({ lead_id: null, outcome: 'erased', reason: 'The person was erased.' })
          .where(eq(leadImportLines.lead_id, id));
        const nothing = { email: null, company: null, category: null, crm: null, source_id: null } as const;
        await tx
          .update(leads)
          .set({
            ...nothing,
            phone_number: `erased-${id}`,
            fname: '',
            lname: '',
            label: 'Erased',
            profile_picture: null,
            owner_user_id: null,
            time_zone: null,
            tag_id: null,
            do_not_call: true,
            stopped_at: null,
            removed_at: at,
            updated_at: at,
          })
          .where(eq(leads.id, id));
        await tx.delete(crmContacts).where(eq(crmContacts.lead_id, id));
        // Also what the line above has just said of the lead.
        await tx.delete(outwardEvents).where(eq(outwardEvents.lead_id, id));
      }
      const files = kept.recordings.flatMap(({ path }) =>
        path === null ? [] : [join(context.recordingsFolder, path)],
      );
      context.afterwards.push(() => {
        for (const file of files) rmSync(file, { force: true });
      });
      return {
        change: { accountId: person.accountId, subject: `lead ${person.lead?.id ?? '-'}: erased` },
        shown: {
          lead: person.lead?.id ?? null,
          calls: person.calls.length,
          notes: kept.notes.length,
          messages: kept.messages.length,
          recordings: kept.recordings.length,
          routing_decisions: kept.routing_decisions.length,
          import_lines: kept.import_lines.length,
          outward_events: kept.outward_events.length,
        },
      };
    },
  },
];
