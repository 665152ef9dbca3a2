/** API keys of an account: shown once, kept as a hash. */
import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { apiKeys } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashToken } from '../sign-in/sessions.ts';
import type { Done } from './change.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;

export async function addApiKey(
  tx: Database,
  accountId: number,
  name: string,
  now: number,
): Promise<Done & { readonly row: ApiKeyRow; readonly secret: string }> {
  const secret = `ok_${randomBytes(24).toString('base64url')}`;
  const [row] = await tx
    .insert(apiKeys)
    .values({ account_id: accountId, name, key_hash: hashToken(secret), created_at: new Date(now) })
    .returning();
  if (!row) throw new Error('the insert returned no row');
  return { row, secret, subject: `api key ${row.id}: added` };
}

/** @throws Refusal notFound: there is none, or it was revoked */
export async function revokeApiKey(
  tx: Database,
  accountId: number,
  id: number,
  now: number,
): Promise<Done & { readonly row: ApiKeyRow }> {
  const [row] = await tx
    .update(apiKeys)
    .set({ revoked_at: new Date(now) })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.account_id, accountId), isNull(apiKeys.revoked_at)))
    .returning();
  if (!row) throw new Refusal('notFound');
  return { row, subject: `api key ${id}: revoked` };
}
