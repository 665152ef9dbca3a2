import { and, asc, eq, isNull, lte, ne, or } from 'drizzle-orm';
import { type Database, transaction } from '../../platform/database/database.ts';
import { accounts, reportMails } from '../../platform/database/schema.ts';
import { lastTime, nextTime } from './report-mail-times.ts';
import { queueMails } from './report-mails.ts';

const BATCH_SIZE = 20;

/**
 * Queues the mails that are due, and plans the next ones. A server that dies has done both or neither, and rows that
 * another server is working on are skipped. After a downtime only the latest time counts.
 *
 * @returns how many reports were due
 */
export async function queueDueReportMails(db: Database, now: number): Promise<number> {
  const isDue = or(
    isNull(reportMails.next_at),
    lte(reportMails.next_at, new Date(now)),
    ne(reportMails.time_zone, accounts.time_zone),
  );
  // A read without locks, because almost always nothing is due.
  const candidates = db
    .select({ id: reportMails.id })
    .from(reportMails)
    .innerJoin(accounts, eq(accounts.id, reportMails.account_id))
    .where(and(eq(reportMails.is_paused, false), isDue))
    .limit(1);
  if ((await candidates).length === 0) return 0;
  return transaction(db, async (tx) => {
    const rows = await tx
      .select({ mail: reportMails, timeZone: accounts.time_zone })
      .from(reportMails)
      .innerJoin(accounts, eq(accounts.id, reportMails.account_id))
      .where(and(eq(reportMails.is_paused, false), isDue))
      .orderBy(asc(reportMails.next_at), asc(reportMails.id))
      .limit(BATCH_SIZE)
      .for('update', { of: reportMails, skipLocked: true });
    let due = 0;
    for (const { mail, timeZone } of rows) {
      const { id, next_at: nextAt } = mail;
      const times = { ...mail, timeZone };
      // Without a time, or with one of another zone, the next is only planned.
      if (nextAt !== null && nextAt.getTime() <= now && mail.time_zone === timeZone) {
        await queueMails(tx, id, { dueAt: lastTime(times, now), at: now, isAsked: false });
        due += 1;
      }
      await tx
        .update(reportMails)
        .set({ next_at: new Date(nextTime(times, now)), time_zone: timeZone })
        .where(eq(reportMails.id, id));
    }
    return due;
  });
}
