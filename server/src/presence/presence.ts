/** The phone reports its state, which is stored as a lease. Agents who return to a running call are detected here. */

import type { PhoneStateName } from '@offhook/contract/agent/phone-states';
import type { WrapUp } from '@offhook/contract/agent/wrap-up';
import { PRESENCE_INTERVAL_MS } from '@offhook/contract/limits';
import { and, eq, gt, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import { AWAY_AFTER_MS } from '../accounts/core/agent-status.ts';
import { PHONE_LEFT_AT } from '../accounts/core/page-identity.ts';
import { closeConnectionEffects } from '../accounts/sign-in/sessions.ts';
import { followPhone, readStatusRevision, statusRevision } from '../accounts/status/agent-status.ts';
import {
  type Database,
  oncePerDatabase,
  queryRows,
  UNNAMED_STATEMENT,
} from '../platform/database/database.ts';
import { presenceCutoff, queryTime } from '../platform/database/query-time.ts';
import { callUsers, presence, sessions, users } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { NewEffect } from '../platform/work-queue/effect-rows.ts';
import { transact, type WorkDeps } from '../platform/work-queue/transact.ts';
import { acquiresLease } from './core/presence-lease.ts';
import { clearWrapUp, endWrapUp, readWrapUp, wrapUpJson } from './wrap-up.ts';

export interface PresenceReport {
  readonly userId: number;
  readonly accountId: number;
  readonly sessionHash: string;
  readonly phoneId: string;
  readonly state: PhoneStateName;
  readonly device: 'registered' | 'unregistered';
  readonly audio: 'ready' | 'locked';
  readonly callUserId: number | null;
  readonly takeOver: boolean;
  readonly leaving: boolean;
}

export interface PresenceResponse {
  readonly success: true;
  readonly phone: boolean;
  readonly resume: number | null;
  readonly status: string;
  readonly wrap_up: WrapUp | null;
  readonly on_external_phone: boolean;
}

export const RINGABLE_STATES: readonly PhoneStateName[] = ['waiting', 'thankyou'];

export interface PhonesCalls {
  /** Also rings the page; null when there is nothing to resume. */
  readonly findCallToResume: (report: PresenceReport, at: number) => Promise<number | null>;
  /** The page is being closed or reloaded. */
  readonly endLeftSupervision: (report: PresenceReport, at: number) => Promise<void>;
}

export async function reportPresence(
  deps: WorkDeps,
  report: PresenceReport,
  { findCallToResume, endLeftSupervision }: PhonesCalls,
): Promise<PresenceResponse> {
  const { now: at, presenceCutoff: cutoff } = queryTime(deps.clock);
  if (report.leaving) {
    await endLease(deps.db, report, at);
    await endLeftSupervision(report, at);
    deps.realtime.agentUpdated(report.accountId, report.userId);
    return { success: true, phone: false, resume: null, status: '', wrap_up: null, on_external_phone: false };
  }
  const unchanged = await renewUnchanged(deps.db, report, at, cutoff);
  if (unchanged !== null) {
    const isForgotten = isWrapUpForgotten(report, unchanged, at);
    if (isForgotten) await endWrapUp(deps, { id: report.userId, account_id: report.accountId });
    return {
      success: true,
      phone: true,
      resume: unchanged.isInCall ? await findCallToResume(report, at) : null,
      status: unchanged.status,
      wrap_up: isForgotten ? null : unchanged.wrapUp,
      on_external_phone: unchanged.isOnExternalPhone,
    };
  }
  const { isPhone, isChanged, status } = await transact(deps, async (tx, outbox) => {
    const renewed = await renewLease(tx, report, at, cutoff);
    outbox.effects.push(...renewed.effects);
    return renewed;
  });
  if (isChanged) deps.realtime.agentUpdated(report.accountId, report.userId);
  if (isChanged && isPhone && RINGABLE_STATES.includes(report.state)) deps.onAgentsFree?.([report.userId]);
  if (!isPhone)
    return { success: true, phone: false, resume: null, status, wrap_up: null, on_external_phone: false };
  return {
    success: true,
    phone: true,
    resume: await findCallToResume(report, at),
    status,
    wrap_up: await readWrapUp(deps.db, report.userId, at),
    on_external_phone: await isOnExternalPhone(deps.db, report.userId),
  };
}

const onExternalPhone = (userId: SQLWrapper) => sql<boolean>`exists (select 1 from ${callUsers}
  where user_id = ${userId} and ended_at is null and status = 'accepted' and own_number is not null)`;

async function isOnExternalPhone(db: Database, userId: number): Promise<boolean> {
  const [row] = await queryRows<{ is: boolean }>(db, sql`select ${onExternalPhone(sql`${userId}`)} as is`);
  return row?.is ?? false;
}

const FORGOTTEN_AFTER_MS = 15 * 60_000;

/**
 * The page that had the call ends the wrap-up itself. A reloaded page shows it with Done, but a page of an older
 * version doesn't, and its agent would never get a call again.
 */
function isWrapUpForgotten(
  { state }: PresenceReport,
  { wrapUp, changedAt }: UnchangedPresence,
  at: number,
): boolean {
  const isUntilDone = wrapUp !== null && wrapUp.seconds_left === null;
  return isUntilDone && state === 'waiting' && changedAt !== null && at - changedAt >= FORGOTTEN_AFTER_MS;
}

/**
 * The next page gets the phone immediately, and late reports of this page can't renew the lease. The state stays but
 * counts as old, because a page that closes during a call hasn't hung up. The row keeps the session, so that when
 * the session ends, a leg that the page still has is ended too.
 */
async function endLease(db: Database, { userId, phoneId }: PresenceReport, at: number): Promise<void> {
  await db
    .update(presence)
    .set({ renewed_at: new Date(PHONE_LEFT_AT), changed_at: new Date(at) })
    .where(and(eq(presence.user_id, userId), eq(presence.phone_id, phoneId)));
}

const RENEWAL_GRACE_MS = PRESENCE_INTERVAL_MS + 1_000;

/**
 * Either the page or just its connection closed. A live page renews its lease with the next report, so the lease is
 * shortened to that interval.
 */
export async function shortenLease(
  { db, clock }: Pick<WorkDeps, 'db' | 'clock'>,
  userId: number,
): Promise<void> {
  const latest = new Date(presenceCutoff(clock) + RENEWAL_GRACE_MS);
  await db
    .update(presence)
    .set({ renewed_at: latest })
    .where(and(eq(presence.user_id, userId), gt(presence.renewed_at, latest)));
}

const { placeholder } = sql;

/**
 * Updates no row when something changed. Doesn't wait for the disk: the phone repeats anything lost in a crash within
 * seconds.
 */
const unchangedReportStatement = oncePerDatabase((db) =>
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
        sql`${presence.renewed_at} > ${placeholder('cutoff')}::timestamptz`,
        sql`set_config('synchronous_commit', 'off', true) = 'off'`,
      ),
    )
    .returning({
      isInCall: sql<boolean>`exists (select 1 from ${callUsers} where user_id = ${placeholder('userId')}
        and ended_at is null and status = 'accepted')`,
      isOnExternalPhone: onExternalPhone(placeholder('userId')),
      status: sql<string>`(select ${statusRevision(sql`agent`)} from ${users} agent where id = ${placeholder('userId')})`,
      changedAt: presence.changed_at,
      wrapUp: wrapUpJson(sql`${placeholder('userId')}`, sql`${placeholder('at')}::timestamptz`),
    })
    .prepare(UNNAMED_STATEMENT),
);

interface UnchangedPresence {
  readonly isInCall: boolean;
  readonly isOnExternalPhone: boolean;
  readonly status: string;
  readonly changedAt: number | null;
  readonly wrapUp: WrapUp | null;
}

/** The common case in one statement. @returns null, without writing, when something changed */
async function renewUnchanged(
  db: Database,
  { userId, phoneId, sessionHash, state, device, audio, callUserId }: PresenceReport,
  now: number,
  cutoff: number,
): Promise<UnchangedPresence | null> {
  const at = new Date(now).toISOString();
  const cutoffTime = new Date(cutoff).toISOString();
  const report = { userId, phoneId, sessionHash, state, device, audio, callUserId };
  const [row] = await unchangedReportStatement(db).execute({ ...report, at, cutoff: cutoffTime });
  return row ? { ...row, changedAt: row.changedAt?.getTime() ?? null } : null;
}

async function renewLease(
  tx: Database,
  report: PresenceReport,
  at: number,
  cutoff: number,
): Promise<{ isPhone: boolean; isChanged: boolean; status: string; effects: readonly NewEffect[] }> {
  const { userId, phoneId, sessionHash, takeOver } = report;
  // The session may have ended since the request was authenticated. This lock delays its end until the commit.
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
  if (!acquiresLease(lease, { phoneId, sessionHash, takeOver, presenceCutoff: cutoff }))
    return { isPhone: false, isChanged: false, status: await readStatusRevision(tx, userId), effects: [] };
  const isChanged =
    !held ||
    acquiresLease(lease, { phoneId: '', sessionHash: '', takeOver: false, presenceCutoff: cutoff }) ||
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
  if (isChanged && (await endsWrapUp(tx, held, report, at))) await clearWrapUp(tx, userId);
  if (isChanged)
    await followPhone(tx, userId, {
      isWorking: isWorking(report.state),
      lastSeenAt: held ? lastSeenAt(held) : null,
      at,
    });
  return {
    isPhone: true,
    isChanged,
    status: await readStatusRevision(tx, userId),
    effects: held ? takeoverEffects(held, report, at) : [],
  };
}

/**
 * The page that had the call is done, or the agent has been away. A reloaded page is another one. A ring that wasn't
 * accepted, such as of a call that the agent asked for, leaves the rest of the wrap-up.
 */
async function endsWrapUp(
  tx: Database,
  held: typeof presence.$inferSelect | undefined,
  report: PresenceReport,
  at: number,
): Promise<boolean> {
  const seenAt = held ? lastSeenAt(held) : null;
  if (!held || seenAt === null || at - seenAt > AWAY_AFTER_MS) return true;
  if (held.phone_id !== report.phoneId || held.state === 'waiting' || report.state !== 'waiting')
    return false;
  return held.state !== 'ringing' || (await wasAccepted(tx, held.call_user_id));
}

/** The page may have been on the call between two reports. */
async function wasAccepted(tx: Database, callUserId: number | null): Promise<boolean> {
  if (callUserId === null) return false;
  const [ring] = await tx
    .select({ acceptedAt: callUsers.accepted_at })
    .from(callUsers)
    .where(eq(callUsers.id, callUserId));
  return (ring?.acceptedAt ?? null) !== null;
}

function isWorking(state: PhoneStateName): boolean {
  return state !== 'waiting' && state !== 'ringing' && state !== 'thankyou';
}

function lastSeenAt({ renewed_at, changed_at }: typeof presence.$inferSelect): number | null {
  return renewed_at.getTime() === PHONE_LEFT_AT ? (changed_at?.getTime() ?? null) : renewed_at.getTime();
}

/** Closes the page that was the phone until now. Pages of one session share a realtime connection, which stays open. */
function takeoverEffects(
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
  const connections = closeConnectionEffects(held.session_hash, at).map((closeEffect) => ({
    ...closeEffect,
    dueAt: closeEffect.dueAt !== null && closeEffect.dueAt > at ? closeEffect.dueAt : null,
  }));
  return [closing, ...connections];
}
