import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { accounts, apiKeyMinutes, apiKeys } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Account, SignedInUser } from '../../platform/http/caller.ts';
import { hashToken } from './sessions.ts';

export async function findAccountByKey(
  db: Database,
  authorization: string | undefined,
): Promise<Account | null> {
  const key = /^Bearer ([\w.~+/=-]{1,200})$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) return null;
  const [row] = await db
    .select({ account: accounts, keyId: apiKeys.id })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.account_id))
    .where(and(eq(apiKeys.key_hash, hashToken(key)), isNull(apiKeys.revoked_at)));
  return row ? { ...row.account, api_key_id: row.keyId } : null;
}

const MINUTE_MS = 60_000;
const RETENTION_MS = 3_600_000;

/** Counts one call requested with an API key. @throws ApiError tooManyCallsOfKey */
export async function countApiKeyCall(db: Database, account: Account, now: number): Promise<void> {
  const { api_key_id, key_calls_per_minute } = account;
  if (api_key_id === undefined || key_calls_per_minute === null) return;
  const minute = new Date(now - (now % MINUTE_MS));
  const [row] = await db
    .insert(apiKeyMinutes)
    .values({ api_key_id, minute, calls: 1 })
    .onConflictDoUpdate({
      target: [apiKeyMinutes.api_key_id, apiKeyMinutes.minute],
      set: { calls: sql`${apiKeyMinutes.calls} + 1` },
    })
    .returning({ calls: apiKeyMinutes.calls });
  const calls = row?.calls ?? 0;
  if (calls === 1)
    await db.delete(apiKeyMinutes).where(lt(apiKeyMinutes.minute, new Date(now - RETENTION_MS)));
  if (calls > key_calls_per_minute) throw new ApiError('tooManyCallsOfKey');
}

export async function getUserAccount(db: Database, user: SignedInUser): Promise<Account> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, user.account_id));
  if (!account) throw new Error(`no account ${user.account_id}`);
  return account;
}
