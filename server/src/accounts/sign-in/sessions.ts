// A visitor's session is a signed cookie without a row, so that the login has a CSRF token. A user's session is a
// random token, stored as a hash so that it can be revoked; each login creates a new one.
//
// After a password change the token has two parts. The first names the session and stays, so a call in progress and
// other tabs continue; the second is new, so copies of the old cookie are invalid. The CSRF token derives from the
// first.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { type Database, transaction, UNNAMED_STATEMENT } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { accounts, presence, sessions, users } from '../../platform/database/schema.ts';
import type { Session, SignedInUser } from '../../platform/http/caller.ts';
import { type NewEffect, scheduleEffects } from '../../platform/work-queue/effect-rows.ts';
import { PHONE_LEFT_AT, realtimeIdentity } from '../core/page-identity.ts';
import { SIGNED_IN_FIELDS, toSignedInUser } from './signed-in-user.ts';

const DAY_MS = 24 * 3_600_000;
export const SESSION_MS = 14 * DAY_MS;
/** Since the login, regardless of use. */
export const SESSION_MAX_MS = 30 * DAY_MS;

/** How exact the time of a session's last request is. */
const SEEN_EVERY_MS = 5 * 60_000;
const USER_AGENT_MAX_LENGTH = 300;

export interface SessionClient {
  readonly userAgent: string;
  readonly address: string;
}

export interface Sessions {
  read(cookie: string | undefined): Promise<Session | null>;
  createVisitor(): Session;
  /** `client`: shown in the user's list of sessions. */
  open(userId: number, client?: SessionClient, tx?: Database): Promise<string>;
  close(token: string): Promise<void>;
  /** Renews a session past half of its lifetime, up to `SESSION_MAX_MS`. @returns whether it was renewed */
  extend(token: string): Promise<boolean>;
  csrfToken(token: string): string;
  isCsrfToken(token: string, presented: unknown): boolean;
  endExpired(): Promise<number>;
}

const MAX_EXPIRY = sql`${sessions.created_at} + interval '${sql.raw(String(SESSION_MAX_MS / DAY_MS))} days'`;

export interface SessionsDeps extends DatabaseAndClock {
  readonly secret: string;
  readonly onEffectsScheduled?: () => void;
}

export function createSessions({ db, clock, secret, onEffectsScheduled }: SessionsDeps): Sessions {
  const sign = (purpose: string, value: string) =>
    createHmac('sha256', secret).update(`${purpose}:${value}`).digest('base64url');

  const signedIn = db
    .select({
      ...SIGNED_IN_FIELDS,
      last_seen_at: sessions.last_seen_at,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .where(
      and(
        eq(sessions.token_hash, sql.placeholder('hash')),
        sql`${sessions.secret_hash} is not distinct from ${sql.placeholder('secret')}::text`,
        gt(sessions.expires_at, sql.placeholder('now')),
        eq(users.active, true),
      ),
    )
    .prepare(UNNAMED_STATEMENT);

  const findUser = async (token: string): Promise<SignedInUser | null> => {
    const [row] = await signedIn.execute({
      hash: sessionHash(token),
      secret: secretHash(token),
      now: new Date(clock.now()).toISOString(),
    });
    if (!row) return null;
    const { last_seen_at, ...user } = row;
    if (clock.now() - Number(last_seen_at) > SEEN_EVERY_MS) await markSeen(token);
    return toSignedInUser(user);
  };

  /** A full disk must not end the session. */
  async function markSeen(token: string): Promise<void> {
    await db
      .update(sessions)
      .set({ last_seen_at: new Date(clock.now()) })
      .where(eq(sessions.token_hash, sessionHash(token)))
      .catch(() => undefined);
  }

  async function end(filter: SQL): Promise<number> {
    const ended = await transaction(db, (tx) => endSessions(tx, filter, clock.now()));
    if (ended > 0) onEffectsScheduled?.();
    return ended;
  }

  return {
    async read(cookie) {
      const token = cookie ?? '';
      if (token.startsWith('v.')) {
        const [, random = '', signature = ''] = token.split('.');
        return constantTimeEquals(sign('visitor', random), signature) ? { token, user: null } : null;
      }
      if (!USER_TOKEN.test(token)) return null;
      const user = await findUser(token);
      return user ? { token, user } : null;
    },
    createVisitor() {
      const random = randomBytes(16).toString('base64url');
      return { token: `v.${random}.${sign('visitor', random)}`, user: null };
    },
    async open(userId, client, tx = db) {
      const token = `u.${randomBytes(32).toString('base64url')}`;
      const now = new Date(clock.now());
      await tx.insert(sessions).values({
        token_hash: hashToken(token),
        user_id: userId,
        created_at: now,
        expires_at: new Date(clock.now() + SESSION_MS),
        user_agent: client?.userAgent.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
        address: client?.address ?? null,
        last_seen_at: now,
        confirmed_at: now,
      });
      return token;
    },
    async close(token) {
      await end(eq(sessions.token_hash, sessionHash(token)));
    },
    async extend(token) {
      const now = clock.now();
      const renewed = await db
        .update(sessions)
        .set({
          expires_at: sql`least(${new Date(now + SESSION_MS).toISOString()}::timestamptz, ${MAX_EXPIRY})`,
        })
        .where(
          and(
            eq(sessions.token_hash, sessionHash(token)),
            lt(
              sessions.expires_at,
              sql`least(${new Date(now + SESSION_MS / 2).toISOString()}::timestamptz, ${MAX_EXPIRY})`,
            ),
          ),
        )
        .returning({ hash: sessions.token_hash });
      return renewed.length > 0;
    },
    csrfToken: (token) => sign('csrf', sessionName(token)),
    isCsrfToken: (token, presented) =>
      token !== '' &&
      typeof presented === 'string' &&
      constantTimeEquals(sign('csrf', sessionName(token)), presented),
    async endExpired() {
      const expired = lt(sessions.expires_at, new Date(clock.now()));
      const [any] = await db.select({ hash: sessions.token_hash }).from(sessions).where(expired).limit(1);
      return any === undefined ? 0 : end(expired);
    },
  };
}

/**
 * The pages lose the phone, their realtime connections are closed, and a call in progress continues as if the
 * agent's connection was lost. Runs in the caller's transaction.
 */
export async function endSessions(tx: Database, filter: SQL, at: number): Promise<number> {
  const ended = await tx.delete(sessions).where(filter).returning({ hash: sessions.token_hash });
  if (ended.length === 0) return 0;
  const hashes = ended.map(({ hash }) => hash);
  const phones = await tx
    .update(presence)
    .set({ renewed_at: new Date(PHONE_LEFT_AT), session_hash: null })
    .where(inArray(presence.session_hash, hashes))
    .returning({ userId: presence.user_id, phoneId: presence.phone_id });
  const closing: NewEffect[] = [
    ...phones.map((phone) => ({
      effect: { kind: 'closePhone', ...phone } as const,
      callId: null,
      dueAt: at,
    })),
    ...hashes.flatMap((hash) => closeConnectionEffects(hash, at)),
  ];
  await scheduleEffects(tx, closing, at);
  return ended.length;
}

/**
 * After the commit, copies of the old cookie are invalid. Pages keep their identity at the provider, so a call in
 * progress continues. Realtime connections are closed, since a copy may have opened one.
 */
export async function renewSession(tx: Database, token: string, at: number): Promise<string> {
  const renewed = `${sessionName(token)}.${randomBytes(32).toString('base64url')}`;
  const hash = sessionHash(token);
  await tx
    .update(sessions)
    .set({ secret_hash: secretHash(renewed) })
    .where(eq(sessions.token_hash, hash));
  await scheduleEffects(tx, closeConnectionEffects(hash, at), at);
  return renewed;
}

/** The realtime service's limit of 10 s for signing in, plus clock skew. */
const SIGN_IN_LIMIT_MS = 12_000;

/** Closes connections now, and again once all credentials issued to the session have expired. */
export function closeConnectionEffects(sessionHash: string, at: number): readonly NewEffect[] {
  const effect = { kind: 'closeConnections', realtimeId: realtimeIdentity(sessionHash) } as const;
  return [at, at + SIGN_IN_LIMIT_MS].map((dueAt) => ({ effect, callId: null, dueAt }));
}

/** `u.<name>` after login, `u.<name>.<secret>` after a password change. */
const USER_TOKEN = /^(u\.[\w-]{43})(?:\.([\w-]{43}))?$/;

/** The constant part of a user's token; other tokens are returned unchanged. */
function sessionName(token: string): string {
  return USER_TOKEN.exec(token)?.[1] ?? token;
}

export function sessionHash(token: string): string {
  return hashToken(sessionName(token));
}

function secretHash(token: string): string | null {
  const secret = USER_TOKEN.exec(token)?.[2];
  return secret === undefined ? null : hashToken(secret);
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function constantTimeEquals(expected: string, presented: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(presented);
  return left.length === right.length && timingSafeEqual(left, right);
}
