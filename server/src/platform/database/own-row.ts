/** Rows of one account, by their id. */
import { and, eq, type SQL } from 'drizzle-orm';
import { Refusal, type RefusalCode } from '../http/refusal.ts';
import type { Database } from './database.ts';
import type { calls, leadImports, leads, numbers, outwardDestinations, teams, users } from './schema.ts';

type Owned =
  | typeof calls
  | typeof leadImports
  | typeof leads
  | typeof numbers
  | typeof outwardDestinations
  | typeof teams
  | typeof users;

/** @throws Refusal notFound */
export async function ownRow<T extends Owned>(
  tx: Database,
  table: T,
  accountId: number,
  id: number,
  filter?: SQL,
): Promise<T['$inferSelect']> {
  // The statement is the same for each of these tables, but not its type.
  const one = table as unknown as typeof teams;
  const [row] = await tx
    .select()
    .from(one)
    .where(and(eq(one.id, id), eq(one.account_id, accountId), filter));
  if (!row) throw new Refusal('notFound');
  return row;
}

export async function isOwn(tx: Database, table: Owned, accountId: number, id: number): Promise<boolean> {
  const one = table as typeof teams;
  const [row] = await tx
    .select({ id: one.id })
    .from(one)
    .where(and(eq(one.id, id), eq(one.account_id, accountId)));
  return row !== undefined;
}

/** @throws Refusal with the code: it is none of the account's */
export async function requireOwn(
  tx: Database,
  table: Owned,
  accountId: number,
  id: number | null | undefined,
  code: RefusalCode,
): Promise<void> {
  if (id !== null && id !== undefined && !(await isOwn(tx, table, accountId, id))) throw new Refusal(code);
}
