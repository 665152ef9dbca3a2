/** Every change of an agent's status ends here, so that each time in a status is stored and reported. */

import { hasPermission } from '@offhook/contract/accounts/permissions';
import { AVAILABLE, DO_NOT_DISTURB } from '@offhook/contract/agent/agent-status';
import type { WebhookStatusChange } from '@offhook/contract/webhook-events';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import type { QueryTime } from '../../platform/database/query-time.ts';
import { hasSubscriber, recordEvents } from '../../platform/database/record-events.ts';
import {
  agentStatusIntervals,
  calls,
  callUsers,
  presence,
  sessions,
  users,
} from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { NewEffect } from '../../platform/work-queue/effect-rows.ts';
import { currentStatus, INTERVALS_KEPT_MS, statusOnReturn } from '../core/agent-status.ts';
import { englishStatusName, readStatuses } from './statuses.ts';

const FIELDS = pick(
  users,
  'id',
  'account_id',
  'full_name',
  'email',
  'status',
  'status_since',
  'next_status',
  'do_not_disturb',
);
type StatusRow = Pick<typeof users.$inferSelect, keyof typeof FIELDS>;

/** @param alias the table, as named in the statement */
export function statusRevision(alias: SQL): SQL<string> {
  return sql<string>`concat_ws('~', case when ${alias}.do_not_disturb then ${sql.raw(`'${DO_NOT_DISTURB}'`)} else ${alias}.status end,
    floor(extract(epoch from ${alias}.status_since) * 1000)::bigint, ${alias}.next_status)`;
}

export async function readStatusRevision(db: Database, userId: number): Promise<string> {
  const [row] = await db
    .select({ revision: statusRevision(sql`${users}`) })
    .from(users)
    .where(eq(users.id, userId));
  return row?.revision ?? '';
}

async function lockStatus(tx: Database, userId: number): Promise<StatusRow> {
  const [row] = await tx.select(FIELDS).from(users).where(eq(users.id, userId)).for('no key update');
  if (!row) throw new ApiError('notFound');
  return row;
}

/**
 * During a call or wrap-up, the status starts afterwards. Otherwise it starts now, and a ring that isn't accepted yet
 * goes to the next agent.
 * @throws ApiError notFound, unknownStatus, statusLocked, forbidden
 */
export async function chooseStatus(
  tx: Database,
  userId: number,
  key: string,
  { now, presenceCutoff }: QueryTime,
  by: { readonly permissions: readonly string[] } | null,
): Promise<readonly NewEffect[]> {
  const row = await lockStatus(tx, userId);
  const isAdmin = by === null || hasPermission(by, 'admin');
  if (key === DO_NOT_DISTURB) {
    if (!isAdmin) throw new ApiError('forbidden');
    return setDoNotDisturb(tx, userId, true, now);
  }
  if (row.do_not_disturb && !isAdmin) throw new ApiError('statusLocked');
  const statuses = await readStatuses(tx, row.account_id);
  if (key !== AVAILABLE && !statuses.some((one) => one.key === key && !one.archived))
    throw new ApiError('unknownStatus');
  if (!row.do_not_disturb && (await isWorking(tx, userId, presenceCutoff))) {
    const next = key === row.status ? null : key;
    await tx.update(users).set({ next_status: next }).where(eq(users.id, userId));
    return [];
  }
  const isUnchanged = key === currentStatus(row) && row.next_status === null;
  if (isUnchanged && row.status_since !== null) return [];
  await switchStatus(tx, row, { status: key, do_not_disturb: false, since: now }, now);
  return key === AVAILABLE ? [] : withdrawRingEffects(tx, userId);
}

/** Takes effect at once. Without it, the agent is available. */
export async function setDoNotDisturb(
  tx: Database,
  userId: number,
  isOn: boolean,
  at: number,
): Promise<readonly NewEffect[]> {
  const row = await lockStatus(tx, userId);
  if (row.do_not_disturb === isOn) return [];
  await switchStatus(tx, row, { status: AVAILABLE, do_not_disturb: isOn, since: at }, at);
  return isOn ? withdrawRingEffects(tx, userId) : [];
}

export interface PhoneReturn {
  /** In a call or wrap-up. */
  readonly isWorking: boolean;
  /** When the phone last reported; null if never. */
  readonly lastSeenAt: number | null;
  readonly at: number;
}

/** Starts the status after a login or absence, and the one chosen during a call. */
export async function followPhone(
  tx: Database,
  userId: number,
  { isWorking, lastSeenAt, at }: PhoneReturn,
): Promise<void> {
  const row = await lockStatus(tx, userId);
  const { status, do_not_disturb, next_status, status_since } = row;
  const same = { status, do_not_disturb, since: at };
  if (status_since === null) return switchStatus(tx, row, same, at);
  if (next_status !== null && !isWorking)
    return switchStatus(tx, row, { status: next_status, do_not_disturb, since: at }, at);
  if (lastSeenAt === null) return;
  const outcome = statusOnReturn(row, at - lastSeenAt);
  if (outcome === 'startsAgain') await switchStatus(tx, row, same, lastSeenAt);
  else if (outcome === 'available')
    await switchStatus(tx, row, { status: AVAILABLE, do_not_disturb, since: at }, lastSeenAt);
}

/**
 * After a call on an external phone, which reports no wrap-up.
 * @returns the users whose status started
 */
export async function startNextStatuses(
  tx: Database,
  userIds: readonly number[],
  { now, presenceCutoff }: QueryTime,
): Promise<readonly number[]> {
  const rows = await tx
    .select(FIELDS)
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNotNull(users.next_status)))
    .orderBy(asc(users.id))
    .for('no key update');
  const started: number[] = [];
  for (const row of rows) {
    const { id, next_status, do_not_disturb } = row;
    if (next_status === null || (await isWorking(tx, id, presenceCutoff))) continue;
    await switchStatus(tx, row, { status: next_status, do_not_disturb, since: now }, now);
    started.push(id);
  }
  return started;
}

/** Logging out ends the status, unless the user is still signed in on another device. Do not disturb stays. */
export async function endStatus(tx: Database, userId: number, at: number): Promise<void> {
  const [session] = await tx
    .select({ hash: sessions.token_hash })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), gt(sessions.expires_at, new Date(at))))
    .limit(1);
  if (session) return;
  const row = await lockStatus(tx, userId);
  if (row.status_since === null) return;
  await switchStatus(tx, row, { status: AVAILABLE, do_not_disturb: row.do_not_disturb, since: null }, at);
}

/** @param endedAt of the time in the previous status */
async function switchStatus(
  tx: Database,
  before: StatusRow,
  to: { readonly status: string; readonly do_not_disturb: boolean; readonly since: number | null },
  endedAt: number,
): Promise<void> {
  const startedAt = before.status_since?.getTime() ?? null;
  const end = startedAt === null ? endedAt : Math.max(startedAt, endedAt);
  const previous = currentStatus(before);
  if (startedAt !== null && end > startedAt)
    await tx.insert(agentStatusIntervals).values({
      account_id: before.account_id,
      user_id: before.id,
      status: previous,
      started_at: new Date(startedAt),
      ended_at: new Date(end),
    });
  await tx
    .delete(agentStatusIntervals)
    .where(
      and(
        eq(agentStatusIntervals.user_id, before.id),
        lt(agentStatusIntervals.ended_at, new Date(end - INTERVALS_KEPT_MS)),
      ),
    );
  const { status, do_not_disturb, since } = to;
  const [after] = await tx
    .update(users)
    .set({ status, do_not_disturb, status_since: since === null ? null : new Date(since), next_status: null })
    .where(eq(users.id, before.id))
    .returning({ has_subscriber: hasSubscriber(sql`${users}`) });
  const current = since === null ? null : currentStatus({ status, do_not_disturb, next_status: null });
  if (!after?.has_subscriber || (startedAt !== null && current === previous)) return;
  const statuses = await readStatuses(tx, before.account_id);
  const named = (key: string) => ({ key, name: englishStatusName(key, statuses) });
  const changedAt = new Date(since ?? end);
  const data: WebhookStatusChange = {
    agent: pick(before, 'id', 'full_name', 'email'),
    status: current === null ? null : named(current),
    previous:
      startedAt === null
        ? null
        : {
            ...named(previous),
            started_at: new Date(startedAt).toISOString(),
            seconds: Math.round((end - startedAt) / 1000),
          },
    changed_at: changedAt.toISOString(),
  };
  await recordEvents(tx, [
    { account_id: before.account_id, type: 'agent_status_changed', data, due_at: changedAt },
  ]);
}

async function isWorking(tx: Database, userId: number, presenceCutoff: number): Promise<boolean> {
  const [row] = await queryRows<{ working: boolean }>(
    tx,
    sql`select exists (select from ${callUsers} where user_id = ${userId} and ended_at is null and status = 'accepted')
      or exists (select from ${presence} where user_id = ${userId}
        and renewed_at > ${new Date(presenceCutoff).toISOString()}::timestamptz
        and state not in ('waiting', 'ringing', 'thankyou')) as working`,
  );
  return row?.working === true;
}

/** Rings that the agent requested stay. */
async function withdrawRingEffects(tx: Database, userId: number): Promise<readonly NewEffect[]> {
  const rows = await tx
    .select({ callUserId: callUsers.id, callId: callUsers.call_id })
    .from(callUsers)
    .innerJoin(calls, eq(calls.id, callUsers.call_id))
    .where(
      and(
        eq(callUsers.user_id, userId),
        isNull(callUsers.ended_at),
        eq(callUsers.status, 'ringing'),
        eq(callUsers.autoaccept, false),
        inArray(callUsers.type, ['lead', 'inbound', 'transfer', 'conference']),
        or(isNull(calls.asked_by), ne(calls.asked_by, userId)),
      ),
    );
  return rows.map(({ callUserId, callId }) => ({
    effect: { kind: 'withdrawRing', callUserId },
    callId,
    dueAt: null,
  }));
}
