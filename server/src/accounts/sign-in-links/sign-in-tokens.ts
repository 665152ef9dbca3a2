// A token in a link lets someone in without a password. Only its hash is stored, so neither the database nor a backup
// has a working link. A mail creates its own token when it is sent.

import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, lt, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { signInTokens } from '../../platform/database/schema.ts';
import { hashToken } from '../sign-in/sessions.ts';

export type TokenOwner = { readonly invitation_id: number } | { readonly user_id: number };

/** Each mail and each copied link has its own; older ones stop working. */
const MAX_TOKENS = 5;

export async function createToken(
  tx: Database,
  owner: TokenOwner,
  { at, expiresAt }: { readonly at: number; readonly expiresAt: number },
): Promise<string> {
  await tx.delete(signInTokens).where(lt(signInTokens.expires_at, new Date(at)));
  const token = randomBytes(32).toString('base64url');
  await tx
    .insert(signInTokens)
    .values({ ...owner, token_hash: hashToken(token), expires_at: new Date(expiresAt) });
  const surplus = tx
    .select({ id: signInTokens.id })
    .from(signInTokens)
    .where(isOwner(owner))
    .orderBy(desc(signInTokens.id))
    .offset(MAX_TOKENS);
  await tx.delete(signInTokens).where(inArray(signInTokens.id, surplus));
  return token;
}

/** null: unknown, used, revoked or expired. */
export async function findToken(db: Database, token: string, now: number) {
  const [row] = await db
    .select()
    .from(signInTokens)
    .where(and(eq(signInTokens.token_hash, hashToken(token)), gt(signInTokens.expires_at, new Date(now))));
  return row ?? null;
}

export async function deleteToken(tx: Database, token: string): Promise<void> {
  await tx.delete(signInTokens).where(eq(signInTokens.token_hash, hashToken(token)));
}

export async function deleteTokens(tx: Database, owner: TokenOwner): Promise<void> {
  await tx.delete(signInTokens).where(isOwner(owner));
}

function isOwner(owner: TokenOwner): SQL {
  return 'user_id' in owner
    ? eq(signInTokens.user_id, owner.user_id)
    : eq(signInTokens.invitation_id, owner.invitation_id);
}
