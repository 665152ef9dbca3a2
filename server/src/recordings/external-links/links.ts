// A link opens one recording without a login. Only the hash of its token is stored, so neither the database nor a
// backup has a working link.

import { randomBytes } from 'node:crypto';
import { SIGN_IN_PAGES } from '@offhook/contract/client/sign-in-pages';
import { type ExternalLink, MAX_EXTERNAL_LINKS } from '@offhook/contract/console/review-entities';
import { and, desc, eq, gt, lt } from 'drizzle-orm';
import type { Actor, Id } from '../../accounts/settings/change.ts';
import type { ConsoleBody } from '../../accounts/settings/request.ts';
import { hashToken } from '../../accounts/sign-in/sessions.ts';
import { getAccountRow } from '../../platform/database/account-rows.ts';
import { type Database, insert } from '../../platform/database/database.ts';
import { accounts, calls, externalLinks, recordings, users } from '../../platform/database/schema.ts';
import { supervisesCall } from '../../platform/database/team-scope.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { authorizeRecording } from '../recordings.ts';
import type { ReviewChange } from '../review/review-change.ts';

const DAY_MS = 24 * 3_600_000;

/** The fragment is never sent to a server, so no log has the token. */
export function externalLinkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${SIGN_IN_PAGES.recording}#${token}`;
}

/** For the audit log. A person's export finds it by the recording. */
export const linkSubject = (link: {
  readonly id: number;
  readonly recordingId: number;
  readonly callId: number;
}): string => `recording ${link.recordingId}: external link ${link.id}, call ${link.callId}`;

/** An agent's own recording isn't enough: links are part of the call's review. @throws ApiError notFound, forbidden */
async function authorizeLinks(tx: Database, user: SignedInUser, recordingId: number): Promise<number> {
  const { call_id: callId } = await authorizeRecording(tx, user, recordingId);
  await getAccountRow(tx, calls, user.account_id, callId, supervisesCall(user));
  return callId;
}

/** @throws ApiError notFound, forbidden, unauthenticated, externalLinksOff, tooManyExternalLinks */
export async function createExternalLink(
  tx: Database,
  { user }: Actor,
  { id: recordingId, days }: Id & ConsoleBody<'createExternalLink'>,
  at: number,
): Promise<ReviewChange & { readonly token: string }> {
  const callId = await authorizeLinks(tx, user, recordingId);
  // A change of the setting waits, and then revokes this link too.
  const [account] = await tx
    .select({ allowed: accounts.external_links })
    .from(accounts)
    .where(eq(accounts.id, user.account_id))
    .for('share');
  if (!account?.allowed) throw new ApiError('externalLinksOff');
  // A deactivation locks the account, too: it either revokes this link or has ended the creator's session.
  const creator = and(eq(users.id, user.id), eq(users.active, true));
  if ((await tx.$count(users, creator)) === 0) throw new ApiError('unauthenticated');
  const [locked] = await tx
    .select({ id: recordings.id })
    .from(recordings)
    .where(eq(recordings.id, recordingId))
    .for('update');
  if (!locked) throw new ApiError('notFound');
  await tx.delete(externalLinks).where(lt(externalLinks.expires_at, new Date(at)));
  const active = await tx.$count(externalLinks, eq(externalLinks.recording_id, recordingId));
  if (active >= MAX_EXTERNAL_LINKS) throw new ApiError('tooManyExternalLinks');
  const token = randomBytes(32).toString('base64url');
  const { id } = await insert(tx, externalLinks, {
    recording_id: recordingId,
    user_id: user.id,
    token_hash: hashToken(token),
    created_at: new Date(at),
    expires_at: new Date(at + days * DAY_MS),
  });
  const subject = `${linkSubject({ id, recordingId, callId })}, days ${days}`;
  return { callId, action: 'external links add', subject, token };
}

/** By its creator or anyone else who may hear the recording. @throws ApiError notFound, forbidden */
export async function revokeExternalLink(tx: Database, { user }: Actor, { id }: Id): Promise<ReviewChange> {
  const [link] = await tx
    .select({ recordingId: externalLinks.recording_id })
    .from(externalLinks)
    .where(eq(externalLinks.id, id))
    .for('update');
  if (!link) throw new ApiError('notFound');
  const { recordingId } = link;
  const callId = await authorizeLinks(tx, user, recordingId);
  await tx.delete(externalLinks).where(eq(externalLinks.id, id));
  return { callId, action: 'external links revoke', subject: linkSubject({ id, recordingId, callId }) };
}

/** Active ones of a call, newest first; null if the account allows none. */
export async function listExternalLinks(
  db: Database,
  user: SignedInUser,
  callId: number,
  now: number,
): Promise<ExternalLink[] | null> {
  const [account] = await db
    .select({ allowed: accounts.external_links })
    .from(accounts)
    .where(eq(accounts.id, user.account_id));
  if (!account?.allowed) return null;
  const rows = await db
    .select({ link: externalLinks, user: { id: users.id, full_name: users.full_name } })
    .from(externalLinks)
    .innerJoin(recordings, eq(recordings.id, externalLinks.recording_id))
    .innerJoin(calls, eq(calls.id, recordings.call_id))
    .innerJoin(users, eq(users.id, externalLinks.user_id))
    .where(
      and(
        eq(calls.id, callId),
        eq(calls.account_id, user.account_id),
        eq(users.active, true),
        gt(externalLinks.expires_at, new Date(now)),
      ),
    )
    .orderBy(desc(externalLinks.id));
  return rows.map(({ link, user: creator }) => ({
    id: link.id,
    recording_id: link.recording_id,
    user: creator,
    created_at: link.created_at.toISOString(),
    expires_at: link.expires_at.toISOString(),
    plays: link.plays,
    last_played_at: link.last_played_at?.toISOString() ?? null,
  }));
}
