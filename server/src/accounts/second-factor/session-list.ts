import { createHash } from 'node:crypto';
import type { UserSession } from '@offhook/contract/requests/second-factor-requests';
import bowser from 'bowser';
import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { getAccountRow } from '../../platform/database/account-rows.ts';
import type { Database } from '../../platform/database/database.ts';
import { sessions, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { ChangeContext, ChangeResult, Id } from '../settings/change.ts';
import { endSessions } from '../sign-in/sessions.ts';

const MAX_SESSIONS = 100;

/** Names a session to its user and administrators; the cookie and other identities can't be derived from it. */
export function sessionListId(tokenHash: string): string {
  return createHash('sha256').update(`session list:${tokenHash}`).digest('hex').slice(0, 32);
}

type SessionRow = typeof sessions.$inferSelect;

const openSessions = (tx: Database, userId: number, now: number): Promise<SessionRow[]> =>
  tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), gt(sessions.expires_at, new Date(now))))
    .orderBy(desc(sessions.created_at), desc(sessions.token_hash))
    .limit(MAX_SESSIONS);

/** Newest first. */
export async function listSessions(
  db: Database,
  userId: number,
  now: number,
): Promise<(UserSession & { readonly tokenHash: string })[]> {
  const rows = await openSessions(db, userId, now);
  return rows.map((row) => ({
    id: sessionListId(row.token_hash),
    tokenHash: row.token_hash,
    ...describeUserAgent(row.user_agent),
    address: row.address,
    signed_in_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }));
}

/** Names only, such as Firefox 143 on Windows. */
export function describeUserAgent(userAgent: string | null): {
  browser: string | null;
  system: string | null;
} {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = bowser.parse(userAgent);
  const version = browser.version?.split('.')[0] ?? '';
  return { browser: browser.name ? `${browser.name} ${version}`.trim() : null, system: os.name || null };
}

/** As `ended session` does everywhere: its phone closes, and a call in progress may be resumed elsewhere. */
export async function endListedSessions(
  tx: Database,
  userId: number,
  chosen: (row: SessionRow) => boolean,
  now: number,
): Promise<number> {
  const hashes = (await openSessions(tx, userId, now)).filter(chosen).map(({ token_hash }) => token_hash);
  return hashes.length === 0 ? 0 : endSessions(tx, inArray(sessions.token_hash, hashes), now);
}

/** @throws ApiError notFound */
export async function endUserSession(
  { tx, accountId, at }: ChangeContext,
  { id, session }: Id & { readonly session: string },
): Promise<ChangeResult & { readonly ended: number }> {
  await getAccountRow(tx, users, accountId, id);
  const ended = await endListedSessions(tx, id, (row) => sessionListId(row.token_hash) === session, at);
  if (ended === 0) throw new ApiError('notFound');
  return { ended, subject: `user ${id}` };
}
