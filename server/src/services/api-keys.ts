import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../store/database.ts';
import { accounts, apiKeys } from '../store/schema.ts';
import { hashToken, type SignedInUser } from './sessions.ts';

export type Account = typeof accounts.$inferSelect;

/** The account of an `Authorization: Bearer …` header; `null`: no key, or none of ours. */
export async function accountOfKey(db: Database, authorization: string | undefined): Promise<Account | null> {
  const key = /^Bearer ([\w.~+/=-]{1,200})$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) return null;
  const [row] = await db
    .select({ account: accounts })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.account_id))
    .where(and(eq(apiKeys.key_hash, hashToken(key)), isNull(apiKeys.revoked_at)));
  return row?.account ?? null;
}

/** The account that a signed-in user belongs to. */
export async function accountOfUser(db: Database, user: SignedInUser): Promise<Account> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, user.account_id));
  if (!account) throw new Error(`no account ${user.account_id}`);
  return account;
}
