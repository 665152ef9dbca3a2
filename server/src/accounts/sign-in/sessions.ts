/**
 * Sessions and their CSRF tokens.
 *
 * A visitor's session is a signed cookie and no row: it exists so that the login has a token bound to something.
 * A user's session is a random token whose hash is a row, so that it can be revoked; it is new at every login.
 * It has two parts after a change of password: the first names the session and its pages outside and stays, so that a
 * call in progress and the other tabs of the browser go on; the second is new, so that a copy of the cookie is void.
 * The CSRF token is derived from the cookie's first part: nothing to store, and it changes with the session.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import { type Database, transaction, UNNAMED } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/moment.ts';
import { accounts, presence, sessions, users } from '../../platform/database/schema.ts';
import type { Session, SignedInUser } from '../../platform/http/caller.ts';
import { type NewEffect, orderEffects } from '../../platform/work-queue/effect-rows.ts';
import { LEFT, realtimeIdentity } from '../core/page-identity.ts';

const DAY_MS = 24 * 3_600_000;
/** From its last use. */
export const SESSION_MS = 14 * DAY_MS;
/** From the login, however much it is used. */
export const SESSION_LIFE_MS = 30 * DAY_MS;

export interface Sessions {
  /** `null`: no cookie, or one that is not ours, or revoked, or expired. */
  read(cookie: string | undefined): Promise<Session | null>;
  visitor(): Session;
  open(userId: number): Promise<string>;
  close(token: string): Promise<void>;
  /** A session whose time is half over gets a whole one again, until its life ends; true when it did. */
  prolong(token: string): Promise<boolean>;
  csrfToken(token: string): string;
  isCsrfToken(token: string, presented: unknown): boolean;
  /** Ends the sessions that have expired. @returns how many */
  endExpired(): Promise<number>;
}

const END_OF_LIFE = sql`${sessions.created_at} + interval '${sql.raw(String(SESSION_LIFE_MS / DAY_MS))} days'`;

export interface SessionsParts extends DatabaseAndClock {
  readonly secret: string;
  /** Called after a commit that ordered effects, so that they do not wait for the worker's next look. */
  readonly effectsOrdered?: () => void;
}

export function createSessions({ db, clock, secret, effectsOrdered }: SessionsParts): Sessions {
  const sign = (purpose: string, value: string) =>
    createHmac('sha256', secret).update(`${purpose}:${value}`).digest('base64url');

  // Every request asks this: the statement is put together once.
  const signedIn = db
    .select({
      ...pick(users, 'id', 'account_id', 'email', 'full_name', 'phone_number', 'profile_picture'),
      ...pick(users, 'permissions', 'hubspot_id', 'salesforce_domain', 'activecampaign_domain'),
      own_country: users.country_code,
      account_country: accounts.country_code,
      time_zone: users.time_zone,
      custom_crm_url: accounts.custom_crm_url,
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
    .prepare(UNNAMED);

  const userOf = async (token: string): Promise<SignedInUser | null> => {
    const [row] = await signedIn.execute({
      hash: sessionHash(token),
      secret: secretHash(token),
      now: new Date(clock.now()).toISOString(),
    });
    if (!row) return null;
    const { own_country, account_country, ...user } = row;
    return { ...user, country_code: own_country ?? account_country };
  };

  async function end(which: SQL): Promise<number> {
    const ended = await transaction(db, (tx) => endSessions(tx, which, clock.now()));
    if (ended > 0) effectsOrdered?.();
    return ended;
  }

  return {
    async read(cookie) {
      const token = cookie ?? '';
      if (token.startsWith('v.')) {
        const [, random = '', signature = ''] = token.split('.');
        return sameText(sign('visitor', random), signature) ? { token, user: null } : null;
      }
      if (!USER_TOKEN.test(token)) return null;
      const user = await userOf(token);
      return user ? { token, user } : null;
    },
    visitor() {
      const random = randomBytes(16).toString('base64url');
      return { token: `v.${random}.${sign('visitor', random)}`, user: null };
    },
    async open(userId) {
      const token = `u.${randomBytes(32).toString('base64url')}`;
      await db.insert(sessions).values({
        token_hash: hashToken(token),
        user_id: userId,
        created_at: new Date(clock.now()),
        expires_at: new Date(clock.now() + SESSION_MS),
      });
      return token;
    },
    async close(token) {
      await end(eq(sessions.token_hash, sessionHash(token)));
    },
    async prolong(token) {
      const now = clock.now();
      const renewed = await db
        .update(sessions)
        .set({
          expires_at: sql`least(${new Date(now + SESSION_MS).toISOString()}::timestamptz, ${END_OF_LIFE})`,
        })
        .where(
          and(
            eq(sessions.token_hash, sessionHash(token)),
            lt(
              sessions.expires_at,
              sql`least(${new Date(now + SESSION_MS / 2).toISOString()}::timestamptz, ${END_OF_LIFE})`,
            ),
          ),
        )
        .returning({ hash: sessions.token_hash });
      return renewed.length > 0;
    },
    csrfToken: (token) => sign('csrf', sessionName(token)),
    isCsrfToken: (token, presented) =>
      token !== '' && typeof presented === 'string' && sameText(sign('csrf', sessionName(token)), presented),
    async endExpired() {
      const expired = lt(sessions.expires_at, new Date(clock.now()));
      const [any] = await db.select({ hash: sessions.token_hash }).from(sessions).where(expired).limit(1);
      return any === undefined ? 0 : end(expired);
    },
  };
}

/**
 * Ends sessions and all that their pages can do: they lose the phone, their realtime connections are ended, and a call
 * in progress is one whose agent has vanished. To be called in the transaction that gives the reason.
 * @param which a condition on `sessions`
 * @returns how many sessions ended
 */
export async function endSessions(tx: Database, which: SQL, at: number): Promise<number> {
  const ended = await tx.delete(sessions).where(which).returning({ hash: sessions.token_hash });
  if (ended.length === 0) return 0;
  const hashes = ended.map(({ hash }) => hash);
  const phones = await tx
    .update(presence)
    .set({ renewed_at: new Date(LEFT), session_hash: null })
    .where(inArray(presence.session_hash, hashes))
    .returning({ userId: presence.user_id, phoneId: presence.phone_id });
  const orders: NewEffect[] = [
    ...phones.map((phone) => ({
      effect: { kind: 'closePhone', ...phone } as const,
      callId: null,
      dueAt: at,
    })),
    ...hashes.flatMap((hash) => connectionsClosed(hash, at)),
  ];
  await orderEffects(tx, orders, at);
  return ended.length;
}

/**
 * Gives a session a new cookie; from the commit on, copies of the one before are void. Its pages keep their names at the
 * telephony provider, so that a call in progress goes on; their realtime connections are ended, because a copy may have
 * opened one, and those that have the new cookie connect again.
 * @returns the new cookie's value
 */
export async function renewSession(tx: Database, token: string, at: number): Promise<string> {
  const renewed = `${sessionName(token)}.${randomBytes(32).toString('base64url')}`;
  const hash = sessionHash(token);
  await tx
    .update(sessions)
    .set({ secret_hash: secretHash(renewed) })
    .where(eq(sessions.token_hash, hash));
  await orderEffects(tx, connectionsClosed(hash, at), at);
  return renewed;
}

/** The realtime service closes a connection that has not signed in by then: ten seconds, and some for its clock. */
const SIGN_IN_LIMIT_MS = 12_000;

/** Now, and once more when all credentials that the session was given before its end have expired. */
export function connectionsClosed(sessionHash: string, at: number): readonly NewEffect[] {
  const effect = { kind: 'closeConnections', realtimeId: realtimeIdentity(sessionHash) } as const;
  return [at, at + SIGN_IN_LIMIT_MS].map((dueAt) => ({ effect, callId: null, dueAt }));
}

/** From the login `u.<name>`, from a change of password on `u.<name>.<secret>`. */
const USER_TOKEN = /^(u\.[\w-]{43})(?:\.([\w-]{43}))?$/;

/** What stays of a user's token for the session's whole life; any other token as it is. */
function sessionName(token: string): string {
  return USER_TOKEN.exec(token)?.[1] ?? token;
}

/** By which rows know the session whose cookie this is. */
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

/** In constant time for texts of one length. */
function sameText(expected: string, presented: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(presented);
  return left.length === right.length && timingSafeEqual(left, right);
}
