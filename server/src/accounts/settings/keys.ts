import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { insert } from '../../platform/database/database.ts';
import { apiKeys } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { hashToken } from '../sign-in/sessions.ts';
import type { ChangeContext, ChangeResult, Id } from './change.ts';
import type { ConsoleBody } from './request.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;

export async function addApiKey(
  { tx, accountId, at }: ChangeContext,
  { name }: ConsoleBody<'addApiKey'>,
): Promise<ChangeResult & { readonly row: ApiKeyRow; readonly secret: string }> {
  const secret = `ok_${randomBytes(24).toString('base64url')}`;
  const row = await insert(tx, apiKeys, {
    account_id: accountId,
    name,
    key_hash: hashToken(secret),
    created_at: new Date(at),
  });
  return { row, secret, subject: `api key ${row.id}: added` };
}

/** @throws ApiError notFound if there is no such key or it's revoked */
export async function revokeApiKey(
  { tx, accountId, at }: ChangeContext,
  { id }: Id,
): Promise<ChangeResult & { readonly row: ApiKeyRow }> {
  const [row] = await tx
    .update(apiKeys)
    .set({ revoked_at: new Date(at) })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.account_id, accountId), isNull(apiKeys.revoked_at)))
    .returning();
  if (!row) throw new ApiError('notFound');
  return { row, subject: `api key ${id}: revoked` };
}
