/** Rows for tests, made, changed and found in a line each. */
import { and, eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import { calls, leads, users } from '../../platform/database/schema.ts';

export const ACCOUNT = 100;

/** The first of the rows. @throws when there is none */
export async function one<T>(rows: PromiseLike<readonly T[]>): Promise<T> {
  const [row] = await rows;
  if (row === undefined) throw new Error('no row');
  return row;
}

type Row<Table extends PgTable> = Table['$inferSelect'];

export async function insert<Table extends PgTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'],
): Promise<Row<Table>> {
  return one<Row<Table>>(db.insert<PgTable>(table).values(row).returning());
}

/** Changes the row of this id. */
export async function change<Table extends PgTable & { readonly id: PgColumn }>(
  db: Database,
  table: Table,
  id: number,
  changes: Partial<Table['$inferInsert']>,
): Promise<void> {
  await db.update<PgTable>(table).set(changes).where(eq(table.id, id));
}

type NewCall = typeof calls.$inferInsert;

/** A call to a lead, unless told otherwise. */
export const addCall = (db: Database, fields: Partial<NewCall> & Pick<NewCall, 'status'>) =>
  insert(db, calls, { account_id: ACCOUNT, type: 'lead', direction: 'outbound', ...fields });

/** The lead of a number, undefined when there is none. */
export async function leadOf(db: Database, phone: string, account = ACCOUNT) {
  const ofNumber = and(eq(leads.account_id, account), eq(leads.phone_number, phone));
  const [lead] = await db.select().from(leads).where(ofNumber);
  return lead;
}

/** The calls with the lead of a number, the oldest first. */
export async function callsWith(db: Database, phone: string, account = ACCOUNT) {
  const rows = await db
    .select({ call: calls })
    .from(calls)
    .innerJoin(leads, eq(leads.id, calls.lead_id))
    .where(and(eq(leads.phone_number, phone), eq(leads.account_id, account)))
    .orderBy(calls.id);
  return rows.map(({ call }) => call);
}

export const userOf = (db: Database, email: string) =>
  one(db.select().from(users).where(eq(users.email, email)));
