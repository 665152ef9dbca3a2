/** The phone says its state; the server keeps it as a lease, and knows by it who came back into a living call. */

import type { PhoneStateName } from '@offhook/contract/entities';
import { PRESENCE_INTERVAL_MS } from '@offhook/contract/limits';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { PHONE_LEFT_AT } from '../accounts/core/page-identity.ts';
import { closeConnectionEffects } from '../accounts/sign-in/sessions.ts';
import { type Database, oncePerDatabase, UNNAMED_STATEMENT } from '../platform/database/database.ts';
import { presenceCutoff, queryTime } from '../platform/database/query-time.ts';
import { callUsers, presence, sessions } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { NewEffect } from '../platform/work-queue/effect-rows.ts';
import { transact, type WorkParts } from '../platform/work-queue/transact.ts';
import { getsLease } from './core/presence-lease.ts';

export interface PresenceReport {
  readonly userId: number;
  readonly accountId: number;
  /** Of the browser's session. */
  readonly sessionHash: string;
  readonly phoneId: string;
  readonly state: PhoneStateName;
  readonly device: 'registered' | 'unregistered';
  readonly audio: 'ready' | 'locked';
  readonly callUserId: number | null;
  readonly takeOver: boolean;
  /** The page goes. */
  readonly leaving: boolean;
}

export interface PresenceAnswer {
  readonly success: true;
  /** This page is the agent's phone. */
  readonly phone: boolean;
  /** A call of the agent that still lives and that this page is not connected to. */
  readonly resume: number | null;
}

/** Finds the call that the page may come back into at a moment (ms since 1970), and rings it; null: there is none. */
export type CallToResume = (report: PresenceReport, at: number) => Promise<number | null>;

export async function reportPresence(
  parts: WorkParts,
  report: PresenceReport,
  callToResume: CallToResume,
): Promise<PresenceAnswer> {
  const { now: at, presenceCutoff: since } = queryTime(parts.clock);
  if (report.leaving) {
    await endLease(parts.db, report);
    parts.realtime.agentUpdated(report.accountId, report.userId);
    return { success: true, phone: false, resume: null };
  }
  const unchanged = await renewUnchanged(parts.db, report, at, since);
  if (unchanged !== null)
    return {
      success: true,
      phone: true,
      resume: unchanged.isInCall ? await callToResume(report, at) : null,
    };
  const { isPhone, isChanged } = await transact(parts, async (tx, outbox) => {
    const renewed = await renewLease(tx, report, at, since);
    outbox.effects.push(...renewed.orders);
    return renewed;
  });
  if (isChanged) parts.realtime.agentUpdated(report.accountId, report.userId);
  if (!isPhone) return { success: true, phone: false, resume: null };
  return { success: true, phone: true, resume: await callToResume(report, at) };
}

/**
 * As if it had run out: the page is no longer rung, and the next page has the lease at once. Its state stays, but is as
 * old as can be: a page that goes in the midst of a call has not hung up. No late report of this page takes the lease
 * again. The row keeps the session: when that ends, so does a call that the page is still connected to.
 */
async function endLease(db: Database, { userId, phoneId }: PresenceReport): Promise<void> {
  await db
    .update(presence)
    .set({ renewed_at: new Date(PHONE_LEFT_AT) })
    .where(and(eq(presence.user_id, userId), eq(presence.phone_id, phoneId)));
}

/** A page that lives says so again within this. */
const LAST_WAIT_MS = PRESENCE_INTERVAL_MS + 1_000;

/**
 * The agent's connection to the realtime service is gone: their page, or only that connection. A page that lives renews
 * its lease with its next report; one that does not is waited for no longer than for that.
 */
export async function memberLeft(
  { db, clock }: Pick<WorkParts, 'db' | 'clock'>,
  userId: number,
): Promise<void> {
  const latest = new Date(presenceCutoff(clock) + LAST_WAIT_MS);
  await db
    .update(presence)
    .set({ renewed_at: latest })
    .where(and(eq(presence.user_id, userId), gt(presence.renewed_at, latest)));
}

const { placeholder } = sql;

/**
 * One row, or none when there is something new. It does not wait for the disk: what a crash takes of it is said again
 * within seconds.
 */
const unchangedReport = oncePerDatabase((db) =>
  db
    .update(presence)
    .set({ renewed_at: sql`${placeholder('at')}::timestamptz` })
    .where(
      and(
        eq(presence.user_id, placeholder('userId')),
        eq(presence.phone_id, placeholder('phoneId')),
        eq(presence.session_hash, placeholder('sessionHash')),
        eq(presence.state, placeholder('state')),
        eq(presence.device, placeholder('device')),
        eq(presence.audio, placeholder('audio')),
        sql`${presence.call_user_id} is not distinct from ${placeholder('callUserId')}::bigint`,
        isNull(presence.unreachable_at),
        sql`${presence.renewed_at} > ${placeholder('lastMoment')}::timestamptz`,
        sql`set_config('synchronous_commit', 'off', true) = 'off'`,
      ),
    )
    .returning({
      isInCall: sql<boolean>`exists (select 1 from ${callUsers} where user_id = ${placeholder('userId')}
        and ended_at is null and status = 'accepted')`,
    })
    .prepare(UNNAMED_STATEMENT),
);

/**
 * The phone that has the lease says what it said before, as nearly every report does: one statement.
 * @returns null: there is something new, and nothing was done
 */
async function renewUnchanged(
  db: Database,
  { userId, phoneId, sessionHash, state, device, audio, callUserId }: PresenceReport,
  now: number,
  since: number,
): Promise<{ readonly isInCall: boolean } | null> {
  const at = new Date(now).toISOString();
  const lastMoment = new Date(since).toISOString();
  const said = { userId, phoneId, sessionHash, state, device, audio, callUserId };
  const [row] = await unchangedReport(db).execute({ ...said, at, lastMoment });
  return row ?? null;
}

async function renewLease(
  tx: Database,
  report: PresenceReport,
  at: number,
  since: number,
): Promise<{ isPhone: boolean; isChanged: boolean; orders: readonly NewEffect[] }> {
  const { userId, phoneId, sessionHash, takeOver } = report;
  // The session may have ended since the request was let in; from here on it ends after this transaction.
  const alive = await tx
    .select({ hash: sessions.token_hash })
    .from(sessions)
    .where(eq(sessions.token_hash, sessionHash))
    .for('key share');
  if (alive.length === 0) throw new ApiError('unauthenticated');
  const [held] = await tx.select().from(presence).where(eq(presence.user_id, userId)).for('update');
  const lease = held
    ? { phoneId: held.phone_id, sessionHash: held.session_hash, renewedAt: held.renewed_at.getTime() }
    : null;
  if (!getsLease(lease, { phoneId, sessionHash, takeOver, heardSince: since }))
    return { isPhone: false, isChanged: false, orders: [] };
  const isChanged =
    !held ||
    getsLease(lease, { phoneId: '', sessionHash: '', takeOver: false, heardSince: since }) ||
    held.unreachable_at !== null ||
    held.state !== report.state ||
    held.device !== report.device ||
    held.audio !== report.audio;
  const row = {
    phone_id: phoneId,
    session_hash: sessionHash,
    state: report.state,
    device: report.device,
    audio: report.audio,
    call_user_id: report.callUserId,
    renewed_at: new Date(at),
    changed_at: isChanged ? new Date(at) : held.changed_at,
    unreachable_at: null,
    unreachable_reason: null,
  };
  await tx
    .insert(presence)
    .values({ user_id: userId, ...row })
    .onConflictDoUpdate({ target: presence.user_id, set: row });
  return { isPhone: true, isChanged, orders: held ? closingOf(held, report, at) : [] };
}

/** Another page was the phone until now. Pages of one session share their connections' name, and pass on what they hear. */
function closingOf(
  held: typeof presence.$inferSelect,
  { userId, phoneId, sessionHash }: PresenceReport,
  at: number,
): readonly NewEffect[] {
  if (held.phone_id === phoneId || held.session_hash === null) return [];
  const effect = { kind: 'closePhone', userId, phoneId: held.phone_id } as const;
  const closing = { effect, callId: null, dueAt: null };
  const hasLeft = held.renewed_at.getTime() === PHONE_LEFT_AT;
  if (held.session_hash === sessionHash) return hasLeft ? [] : [closing];
  if (hasLeft) return [closing];
  // What is due by now is performed right after the commit.
  const connections = closeConnectionEffects(held.session_hash, at).map((order) => ({
    ...order,
    dueAt: order.dueAt !== null && order.dueAt > at ? order.dueAt : null,
  }));
  return [closing, ...connections];
}
