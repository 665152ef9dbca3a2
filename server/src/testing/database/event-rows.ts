/** Writes leads, calls and notes of account 100 with their webhook events. */
import { eq, gt } from 'drizzle-orm';
import { addEndpoint } from '../../integrations/webhooks/endpoints.ts';
import { changeLeads, recordLeadChange } from '../../leads/change-leads.ts';
import type { Crm } from '../../leads/core/crm-names.ts';
import { type Database, insert, transaction } from '../../platform/database/database.ts';
import { recordNoteEvent, updateCalls } from '../../platform/database/record-events.ts';
import { calls, leads, notes, webhookEvents } from '../../platform/database/schema.ts';
import { TEST_SECRETS } from '../app/secrets.ts';

type LeadValues = Partial<typeof leads.$inferInsert> & { readonly phone_number: string };
type CallValues = Partial<typeof calls.$inferInsert>;

/** @param source the CRM that made the change */
export function addLead(
  db: Database,
  fields: LeadValues,
  now: number,
  source: Crm | null = null,
): Promise<number> {
  const at = new Date(now);
  const row = { account_id: 100, label: fields.phone_number, created_at: at, updated_at: at, ...fields };
  return transaction(db, async (tx) => {
    const lead = await insert(tx, leads, row);
    await recordLeadChange(tx, null, lead, source);
    return lead.id;
  });
}

export function changeLead(
  db: Database,
  id: number,
  set: Partial<typeof leads.$inferInsert>,
): Promise<unknown> {
  return transaction(db, (tx) => changeLeads(tx, eq(leads.id, id), set));
}

/** A call that rings, then ends with the values of `ends`. */
export function addEndedCall(
  db: Database,
  fields: CallValues,
  ends: CallValues,
  now: number,
): Promise<number> {
  const row = { account_id: 100, type: 'lead', direction: 'outbound', ...fields, status: 'ringing' } as const;
  return transaction(db, async (tx) => {
    const { id } = await insert(tx, calls, row);
    await updateCalls(tx, eq(calls.id, id), { ...ends, ended_at: new Date(now) });
    return id;
  });
}

export function addNote(db: Database, note: typeof notes.$inferInsert, now: number): Promise<void> {
  return transaction(db, async (tx) => {
    await tx.insert(notes).values(note);
    await recordNoteEvent(tx, note.call_id, new Date(now));
  });
}

/** Adds a webhook to account 100. @returns a function that reads the new events: type, and the CRM they came from */
export async function watchEvents(db: Database): Promise<() => Promise<string[]>> {
  await addEndpoint(db, TEST_SECRETS, 100, { url: 'https://hooks.example/all' });
  let last = 0;
  return async () => {
    const newEvents = await db
      .select()
      .from(webhookEvents)
      .where(gt(webhookEvents.id, last))
      .orderBy(webhookEvents.id);
    last = newEvents.at(-1)?.id ?? last;
    return newEvents.map(({ type, source }) => (source === null ? type : `${type} from ${source}`));
  };
}
