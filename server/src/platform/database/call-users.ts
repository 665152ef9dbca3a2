import { eq, sql } from 'drizzle-orm';
import { type Database, insert } from './database.ts';
import { callUsers, users } from './schema.ts';

export type CallUserRow = typeof callUsers.$inferSelect;
export type NewCallUser = Omit<typeof callUsers.$inferInsert, 'n' | 'id'>;

/** Needs a transaction: the lock on the counter's row keeps `n` gapless, which the history's paging relies on. */
export async function addCallUser(tx: Database, values: NewCallUser): Promise<CallUserRow> {
  const [counted] = await tx
    .update(users)
    .set({ call_user_total: sql`${users.call_user_total} + 1` })
    .where(eq(users.id, values.user_id))
    .returning({ n: users.call_user_total });
  if (!counted) throw new Error(`no user ${values.user_id}`);
  return insert(tx, callUsers, { ...values, n: counted.n });
}
