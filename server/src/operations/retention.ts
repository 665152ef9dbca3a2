// Deletes in small batches: a process holds a lease on an account, and each batch is one transaction.

import { and, asc, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { deleteOldInvitations } from '../accounts/sign-in-links/invitations.ts';
import { english } from '../platform/core/sentences.ts';
import { type Database, transaction } from '../platform/database/database.ts';
import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import {
  accounts,
  auditLog,
  calls,
  leads,
  messages,
  recordings,
  scheduledCalls,
} from '../platform/database/schema.ts';
import { claimRows, startWorkQueue, type WorkQueue } from '../platform/work-queue/work-queue.ts';
import { isRemovalQueueFull } from '../recordings/schedule-removals.ts';
import { deleteRecordings, deleteTexts, erase } from './person/erasure.ts';

export interface RetentionDays {
  readonly recordingsDays: number;
  readonly personalDays: number;
}

export interface RetentionDeps extends DatabaseAndClock {
  readonly log: Logger;
  readonly defaults: RetentionDays;
}

/** A poll processes due accounts until nothing is left. */
export type Retention = Pick<WorkQueue<Account>, 'poll' | 'stop'>;

const POLL_MS = 60_000;
const CHECK_INTERVAL_MS = 3_600_000;
const LEASE_MS = 300_000;
const BATCH_SIZE = 50;
/** Deletion pauses while more deletions of files than this are pending. */
const MAX_PENDING_REMOVALS = 300;
const BUSY_PAUSE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The audit log's name of a deletion. */
export const RETENTION_ACTION = 'retention';

type Account = typeof accounts.$inferSelect;

export function startRetention(deps: RetentionDeps): Retention {
  const { db, clock, log } = deps;
  const logFailure = (error: unknown) => log.warn({ err: error }, 'failed to delete expired data');
  const queue = startWorkQueue<Account, number>({
    clock,
    pollEveryMs: POLL_MS,
    pollsAfterEach: true,
    pollName: 'poll for retention',
    nameOf: ({ id }) => `retention of account ${id}`,
    claim: async (running) => (running.size === 0 ? claim(db, clock.now()) : []),
    onClaimError: logFailure,
    perform: (account) => processAccount(deps, account),
    async conclude({ id, retention_due_at }, dueAt) {
      // A user may have changed the settings during the batch, which also set a new time.
      const isOurs = eq(accounts.retention_due_at, retention_due_at as Date);
      await db
        .update(accounts)
        .set({ retention_due_at: new Date(dueAt) })
        .where(and(eq(accounts.id, id), isOurs));
    },
    onConcludeFailed: (_, error) => logFailure(error),
  });
  void queue.startDue();
  return { poll: queue.poll, stop: () => queue.stop(Infinity) };
}

/** The next batch is due at once, or at the end of its lease; a finished deletion is due again much later. */
export function isDeletionRunning(nextAt: number, lastAt: number | null, now: number): boolean {
  if (nextAt <= now) return true;
  return nextAt <= now + LEASE_MS && lastAt !== null && lastAt > now - LEASE_MS;
}

function claim(db: Database, now: number): Promise<Account[]> {
  const dueAt = accounts.retention_due_at;
  return claimRows(db, accounts, {
    where: or(isNull(dueAt), lte(dueAt, new Date(now))),
    orderBy: [sql`${dueAt} nulls first`, accounts.id],
    limit: 1,
    lock: 'no key update',
    set: { retention_due_at: new Date(now + LEASE_MS) },
  });
}

/** One batch. @returns when the account is due again */
async function processAccount(
  { db, clock, log, defaults }: RetentionDeps,
  account: Account,
): Promise<number> {
  const now = clock.now();
  if (await isRemovalQueueFull(db, MAX_PENDING_REMOVALS)) return now + BUSY_PAUSE_MS;
  await deleteOldInvitations(db, account.id, now);
  const deleted = await transaction(db, (tx) => deleteBatch(tx, account, defaults, now));
  const total = Object.values(deleted).reduce((sum, one) => sum + one, 0);
  if (total === 0) return now + CHECK_INTERVAL_MS;
  log.info({ account: account.id, ...deleted }, 'expired data deleted');
  return now;
}

async function deleteBatch(tx: Database, account: Account, defaults: RetentionDays, now: number) {
  const before = (days: number) => (days === 0 ? null : new Date(now - days * DAY_MS));
  const recordingsBefore = before(account.recordings_days ?? defaults.recordingsDays);
  const personalBefore = before(account.personal_days ?? defaults.personalDays);
  const at = new Date(now);
  const deleted = {
    recordings: recordingsBefore ? await deleteOldRecordings(tx, account.id, recordingsBefore, at) : 0,
    ...(personalBefore
      ? {
          calls: await eraseOldCalls(tx, account.id, personalBefore, at),
          texts: await deleteOldTexts(tx, account.id, personalBefore, at),
          leads: await eraseOldLeads(tx, account.id, personalBefore, at),
        }
      : { calls: 0, texts: 0, leads: 0 }),
  };
  if (Object.values(deleted).some((one) => one > 0))
    await tx.insert(auditLog).values({
      account_id: account.id,
      action: RETENTION_ACTION,
      subject: Object.entries(deleted)
        .filter(([, count]) => count > 0)
        .map(([what, count]) => `${what}: ${count}`)
        .join(', '),
      at,
    });
  return deleted;
}

async function deleteOldRecordings(tx: Database, accountId: number, before: Date, at: Date): Promise<number> {
  const rows = await tx
    .select({ recording: recordings })
    .from(recordings)
    .innerJoin(calls, eq(calls.id, recordings.call_id))
    .where(and(eq(calls.account_id, accountId), lt(calls.started_at, before), isNotNull(calls.ended_at)))
    .orderBy(asc(recordings.id))
    .limit(BATCH_SIZE)
    .for('update', { of: recordings, skipLocked: true });
  await deleteRecordings(
    tx,
    rows.map(({ recording }) => recording),
    at,
  );
  return rows.length;
}

async function eraseOldCalls(tx: Database, accountId: number, before: Date, at: Date): Promise<number> {
  const rows = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(
      and(
        eq(calls.account_id, accountId),
        lt(calls.started_at, before),
        isNotNull(calls.ended_at),
        isNull(calls.erased_at),
      ),
    )
    .orderBy(asc(calls.started_at))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true });
  if (rows.length > 0) await erase(tx, { accountId, phoneNumber: null, lead: null, calls: rows }, at, '');
  return rows.length;
}

async function deleteOldTexts(tx: Database, accountId: number, before: Date, at: Date): Promise<number> {
  const rows = await tx
    .select({ id: messages.id, provider_sid: messages.provider_sid, call_id: messages.call_id })
    .from(messages)
    .where(
      and(
        eq(messages.account_id, accountId),
        lt(messages.created_at, before),
        isNull(messages.call_id),
        isNotNull(messages.concluded_at),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true });
  await deleteTexts(tx, rows, at);
  return rows.length;
}

/**
 * Erases leads without recent calls, texts, updates or scheduled calls. Do-not-call numbers are kept, so that they stay
 * blocked.
 */
async function eraseOldLeads(tx: Database, accountId: number, before: Date, at: Date): Promise<number> {
  const since = before.toISOString();
  const rows = await tx
    .select()
    .from(leads)
    .where(
      and(
        eq(leads.account_id, accountId),
        lt(leads.updated_at, before),
        or(isNull(leads.erased_at), lt(leads.erased_at, leads.updated_at)),
        sql`not exists (select from ${calls} c where c.lead_id = ${leads.id}
          and (c.started_at >= ${since} or c.ended_at is null))`,
        sql`not exists (select from ${messages} m where m.lead_id = ${leads.id} and m.created_at >= ${since})`,
        sql`not exists (select from ${scheduledCalls} p where p.lead_id = ${leads.id} and p.ended_at is null)`,
      ),
    )
    .orderBy(asc(leads.id))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true });
  for (const lead of rows) {
    const leadCalls = await tx.select({ id: calls.id }).from(calls).where(eq(calls.lead_id, lead.id));
    const keepsNumber = lead.do_not_call || lead.removed_at !== null;
    await erase(
      tx,
      { accountId, phoneNumber: null, lead, calls: leadCalls },
      at,
      english({ id: 'schedule.retention' }),
      keepsNumber,
    );
  }
  return rows.length;
}
