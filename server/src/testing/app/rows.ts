import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { addCallUser } from '../../platform/database/call-users.ts';
import { type Database, insert } from '../../platform/database/database.ts';
import { calls, leads, scheduledCalls, users } from '../../platform/database/schema.ts';

export const ACCOUNT = 100;

/** @throws if there is no row */
export async function firstRow<T>(rows: PromiseLike<readonly T[]>): Promise<T> {
  const [row] = await rows;
  if (row === undefined) throw new Error('Expected at least one row.');
  return row;
}

type Row<Table extends PgTable> = Table['$inferSelect'];

type WithId = PgTable & { readonly id: PgColumn };

/** @param target ID or condition */
export async function change<Table extends WithId>(
  db: Database,
  table: Table,
  target: number | SQL | undefined,
  changes: Partial<Table['$inferInsert']>,
): Promise<void> {
  const where = typeof target === 'number' ? eq(table.id, target) : target;
  await db.update<PgTable>(table).set(changes).where(where);
}

/** Oldest first. */
export async function find<Table extends WithId>(
  db: Database,
  table: Table,
  where: SQL | undefined,
): Promise<Row<Table>[]> {
  return db.select().from<PgTable>(table).where(where).orderBy(table.id);
}

type NewCall = typeof calls.$inferInsert;

/** By default an outbound call to a lead. */
export const addCall = (db: Database, fields: Partial<NewCall> & Pick<NewCall, 'status'>) =>
  insert(db, calls, { account_id: ACCOUNT, type: 'lead', direction: 'outbound', ...fields });

export async function addPastCall(db: Database, user_id: number, fields: Partial<NewCall>) {
  const ended_at = new Date();
  const call = await addCall(db, { status: 'completed', agent_id: user_id, ended_at, ...fields });
  const part = { call_id: call.id, user_id, type: call.type, accepted_at: ended_at, ended_at };
  await addCallUser(db, { ...part, status: 'ended' });
  return call;
}

export async function leadOf(db: Database, phone: string, account = ACCOUNT) {
  const ofNumber = and(eq(leads.account_id, account), eq(leads.phone_number, phone));
  const [lead] = await db.select().from(leads).where(ofNumber);
  return lead;
}

/** Oldest first. */
export async function callsWith(db: Database, phone: string, account = ACCOUNT) {
  const rows = await db
    .select({ call: calls })
    .from(calls)
    .innerJoin(leads, eq(leads.id, calls.lead_id))
    .where(and(eq(leads.phone_number, phone), eq(leads.account_id, account)))
    .orderBy(calls.id);
  return rows.map(({ call }) => call);
}

/** Open scheduled calls of a number's lead. */
export async function scheduledCallsWith(db: Database, phone: string, account = ACCOUNT) {
  const ofNumber = and(eq(leads.phone_number, phone), eq(leads.account_id, account));
  const rows = await db
    .select({ plan: scheduledCalls })
    .from(scheduledCalls)
    .innerJoin(leads, eq(leads.id, scheduledCalls.lead_id))
    .where(and(ofNumber, isNull(scheduledCalls.ended_at)));
  return rows.map(({ plan }) => plan);
}

export const userOf = (db: Database, email: string) =>
  firstRow(db.select().from(users).where(eq(users.email, email)));
