/** Rows that the outside hears of: written in account 100, with what the product records of them. */
import { eq, gt } from 'drizzle-orm';
import { addEndpoint } from '../../integrations/webhooks/endpoints.ts';
import { changeLeads, recordLeadChange } from '../../leads/change-leads.ts';
import type { Crm } from '../../leads/core/crm-names.ts';
import { type Database, insert, transaction } from '../../platform/database/database.ts';
import { changeCalls, recordNote } from '../../platform/database/record-news.ts';
import { calls, leads, notes, outwardEvents } from '../../platform/database/schema.ts';

type LeadValues = Partial<typeof leads.$inferInsert> & { readonly phone_number: string };
type CallValues = Partial<typeof calls.$inferInsert>;

/** @param source the CRM that said so */
export function addLead(
  db: Database,
  fields: LeadValues,
  now: number,
  source: Crm | null = null,
): Promise<number> {
  const at = new Date(now);
  const row = { account_id: 100, label: fields.phone_number, created_at: at, updated_at: at, ...fields };
  return transaction(db, async (tx) => {
    const made = await insert(tx, leads, row);
    await recordLeadChange(tx, null, made, source);
    return made.id;
  });
}

export function changeLead(
  db: Database,
  id: number,
  set: Partial<typeof leads.$inferInsert>,
): Promise<unknown> {
  return transaction(db, (tx) => changeLeads(tx, eq(leads.id, id), set));
}

/** A call that rings, and ends with `ends`. */
export function addEndedCall(
  db: Database,
  fields: CallValues,
  ends: CallValues,
  now: number,
): Promise<number> {
  const row = { account_id: 100, type: 'lead', direction: 'outbound', ...fields, status: 'ringing' } as const;
  return transaction(db, async (tx) => {
    const { id } = await insert(tx, calls, row);
    await changeCalls(tx, eq(calls.id, id), { ...ends, ended_at: new Date(now) });
    return id;
  });
}

export function addNote(db: Database, note: typeof notes.$inferInsert, now: number): Promise<void> {
  return transaction(db, async (tx) => {
    await tx.insert(notes).values(note);
    await recordNote(tx, note.call_id, new Date(now));
  });
}

/** Account 100 has a webhook from now on. @returns tells what it hears, each event once: its type, and whether its CRM said it */
export async function hear(db: Database): Promise<() => Promise<string[]>> {
  await addEndpoint(db, 100, { url: 'https://hooks.example/all' });
  let last = 0;
  return async () => {
    const news = await db
      .select()
      .from(outwardEvents)
      .where(gt(outwardEvents.id, last))
      .orderBy(outwardEvents.id);
    last = news.at(-1)?.id ?? last;
    return news.map(({ type, source }) => (source === null ? type : `${type} from ${source}`));
  };
}
