/**
 * What is older than an account wants to keep is removed, a small batch at a time: recordings here and at the provider,
 * and what is known of people, as the erasure of one of them does it. An account is one process's while it is looked
 * through; a process that died gives it back by itself, and a batch is whole or not at all.
 */

import { and, asc, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
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
import { isRemovalBusy } from '../recordings/order-removals.ts';
import { erase, removeRecordings, removeTexts } from './person/erasure.ts';

export interface RetentionDays {
  /** 0: for ever. */
  readonly recordingsDays: number;
  readonly personalDays: number;
}

export interface RetentionParts extends DatabaseAndClock {
  readonly log: Logger;
  /** For accounts that say nothing themselves. */
  readonly defaults: RetentionDays;
}

/** Polls look through the accounts whose time has come, until nothing is left to do at present. */
export type Retention = Pick<WorkQueue<Account>, 'poll' | 'stop'>;

const POLL_MS = 60_000;
const LOOK_EVERY_MS = 3_600_000;
/** More than a batch takes. */
const CLAIM_MS = 300_000;
const BATCH = 50;
/** Removals in the storages that may wait; it is gone on with when they are done. */
const MOST_WAITING = 300;
const BUSY_PAUSE_MS = 60_000;
const DAY_MS = 86_400_000;

type Account = typeof accounts.$inferSelect;

export function startRetention(parts: RetentionParts): Retention {
  const { db, clock, log } = parts;
  const notRemoved = (error: unknown) => log.warn({ err: error }, 'what is too old was not removed');
  const queue = startWorkQueue<Account, number>({
    clock,
    pollEveryMs: POLL_MS,
    pollsAfterEach: true,
    pollName: 'poll for retention',
    nameOf: ({ id }) => `retention of account ${id}`,
    claim: async (running) => (running.size === 0 ? claim(db, clock.now()) : []),
    onClaimError: notRemoved,
    perform: (account) => lookThrough(parts, account),
    async conclude({ id, retention_due_at }, dueAt) {
      // Unless somebody has changed meanwhile what is kept, and with it when to look.
      const isOurs = eq(accounts.retention_due_at, retention_due_at as Date);
      await db
        .update(accounts)
        .set({ retention_due_at: new Date(dueAt) })
        .where(and(eq(accounts.id, id), isOurs));
    },
    onConcludeFailed: (_, error) => notRemoved(error),
  });
  void queue.startDue();
  // A batch is short, and whole or not at all.
  return { poll: queue.poll, stop: () => queue.stop(Infinity) };
}

function claim(db: Database, now: number): Promise<Account[]> {
  const dueAt = accounts.retention_due_at;
  return claimRows(db, accounts, {
    where: or(isNull(dueAt), lte(dueAt, new Date(now))),
    orderBy: [sql`${dueAt} nulls first`, accounts.id],
    limit: 1,
    lock: 'no key update',
    set: { retention_due_at: new Date(now + CLAIM_MS) },
  });
}

/** One batch of one account. Answers when to look through it again. */
async function lookThrough({ db, clock, log, defaults }: RetentionParts, account: Account): Promise<number> {
  const now = clock.now();
  if (await isRemovalBusy(db, MOST_WAITING)) return now + BUSY_PAUSE_MS;
  const removed = await transaction(db, (tx) => removeBatch(tx, account, defaults, now));
  const total = Object.values(removed).reduce((sum, one) => sum + one, 0);
  if (total === 0) return now + LOOK_EVERY_MS;
  log.info({ account: account.id, ...removed }, 'what was too old was removed');
  return now;
}

async function removeBatch(tx: Database, account: Account, defaults: RetentionDays, now: number) {
  const before = (days: number) => (days === 0 ? null : new Date(now - days * DAY_MS));
  const recordingsBefore = before(account.recordings_days ?? defaults.recordingsDays);
  const personalBefore = before(account.personal_days ?? defaults.personalDays);
  const at = new Date(now);
  const removed = {
    recordings: recordingsBefore ? await oldRecordings(tx, account.id, recordingsBefore, at) : 0,
    ...(personalBefore
      ? {
          calls: await oldCalls(tx, account.id, personalBefore, at),
          texts: await oldTexts(tx, account.id, personalBefore, at),
          leads: await oldLeads(tx, account.id, personalBefore, at),
        }
      : { calls: 0, texts: 0, leads: 0 }),
  };
  if (Object.values(removed).some((one) => one > 0))
    await tx.insert(auditLog).values({
      account_id: account.id,
      action: 'retention',
      subject: Object.entries(removed)
        .filter(([, count]) => count > 0)
        .map(([what, count]) => `${what}: ${count}`)
        .join(', '),
      at,
    });
  return removed;
}

async function oldRecordings(tx: Database, accountId: number, before: Date, at: Date): Promise<number> {
  const rows = await tx
    .select({ recording: recordings })
    .from(recordings)
    .innerJoin(calls, eq(calls.id, recordings.call_id))
    .where(and(eq(calls.account_id, accountId), lt(calls.started_at, before), isNotNull(calls.ended_at)))
    .orderBy(asc(recordings.id))
    .limit(BATCH)
    .for('update', { of: recordings, skipLocked: true });
  await removeRecordings(
    tx,
    rows.map(({ recording }) => recording),
    at,
  );
  return rows.length;
}

async function oldCalls(tx: Database, accountId: number, before: Date, at: Date): Promise<number> {
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
    .limit(BATCH)
    .for('update', { skipLocked: true });
  if (rows.length > 0) await erase(tx, { accountId, phoneNumber: null, lead: null, calls: rows }, at, '');
  return rows.length;
}

async function oldTexts(tx: Database, accountId: number, before: Date, at: Date): Promise<number> {
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
    .limit(BATCH)
    .for('update', { skipLocked: true });
  await removeTexts(tx, rows, at);
  return rows.length;
}

/**
 * People of whom nothing new was heard: no call, no text, nothing said of them, no call promised. Who must not be called
 * is forgotten but for the number, without which they would be called again.
 */
async function oldLeads(tx: Database, accountId: number, before: Date, at: Date): Promise<number> {
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
    .limit(BATCH)
    .for('update', { skipLocked: true });
  for (const lead of rows) {
    const theirs = await tx.select({ id: calls.id }).from(calls).where(eq(calls.lead_id, lead.id));
    const keepsNumber = lead.do_not_call || lead.removed_at !== null;
    await erase(
      tx,
      { accountId, phoneNumber: null, lead, calls: theirs },
      at,
      'What was known of the person was too old',
      keepsNumber,
    );
  }
  return rows.length;
}
