/** Rows for tests, made, changed and found in a line each. */
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { addCallUser } from '../../platform/database/call-users.ts';
import { type Database, insert } from '../../platform/database/database.ts';
import { calls, leads, plannedCalls, users } from '../../platform/database/schema.ts';

export const ACCOUNT = 100;

/** The first of the rows. @throws when there is none */
export async function one<T>(rows: PromiseLike<readonly T[]>): Promise<T> {
  const [row] = await rows;
  if (row === undefined) throw new Error('no row');
  return row;
}

type Row<Table extends PgTable> = Table['$inferSelect'];

type WithId = PgTable & { readonly id: PgColumn };

/** @param which the id, or what holds of the rows */
export async function change<Table extends WithId>(
  db: Database,
  table: Table,
  which: number | SQL | undefined,
  changes: Partial<Table['$inferInsert']>,
): Promise<void> {
  const where = typeof which === 'number' ? eq(table.id, which) : which;
  await db.update<PgTable>(table).set(changes).where(where);
}

/** The rows of which this holds, the oldest first. */
export async function find<Table extends WithId>(
  db: Database,
  table: Table,
  where: SQL | undefined,
): Promise<Row<Table>[]> {
  return db.select().from<PgTable>(table).where(where).orderBy(table.id);
}

type NewCall = typeof calls.$inferInsert;

/** A call to a lead, unless told otherwise. */
export const addCall = (db: Database, fields: Partial<NewCall> & Pick<NewCall, 'status'>) =>
  insert(db, calls, { account_id: ACCOUNT, type: 'lead', direction: 'outbound', ...fields });

/** A call that this user had, which is over. */
export async function addCallOf(db: Database, user_id: number, fields: Partial<NewCall>) {
  const ended_at = new Date();
  const call = await addCall(db, { status: 'completed', agent_id: user_id, ended_at, ...fields });
  const part = { call_id: call.id, user_id, type: call.type, accepted_at: ended_at, ended_at };
  await addCallUser(db, { ...part, status: 'ended' });
  return call;
}

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

/** The calls that are promised to the lead of a number, and neither made nor cancelled yet. */
export async function plansWith(db: Database, phone: string, account = ACCOUNT) {
  const ofNumber = and(eq(leads.phone_number, phone), eq(leads.account_id, account));
  const rows = await db
    .select({ plan: plannedCalls })
    .from(plannedCalls)
    .innerJoin(leads, eq(leads.id, plannedCalls.lead_id))
    .where(and(ofNumber, isNull(plannedCalls.ended_at)));
  return rows.map(({ plan }) => plan);
}

export const userOf = (db: Database, email: string) =>
  one(db.select().from(users).where(eq(users.email, email)));
