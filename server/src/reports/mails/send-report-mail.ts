// The report is read when the mail is sent, as the recipient: someone who may no longer read it gets nothing.

import { text } from 'node:stream/consumers';
import { mayWatch } from '@offhook/contract/accounts/permissions';
import { and, eq } from 'drizzle-orm';
import { readActiveUser } from '../../accounts/sign-in/signed-in-user.ts';
import { backOff } from '../../platform/core/retry.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { accounts, reportMailRecipients, reportMails, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import type { RealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import { DONE, type EffectOf } from '../../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import { reportChunks } from '../export/report-file.ts';
import { reportRows } from '../figures/core/report-rows.ts';
import type { ReadReport } from '../figures/report.ts';
import { reportMail } from './core/report-mail-text.ts';
import { reportUrl, stopUrl } from './core/report-mail-url.ts';
import { lastTime, reportDays } from './report-mail-times.ts';

export interface ReportMailDeps extends DatabaseAndClock {
  /** null: this installation sends no mail. */
  readonly mailer: Mailer | null;
  readonly publicUrl: string;
  readonly readReport: ReadReport;
  /** Notified of what became of the mail. */
  readonly realtime: Pick<RealtimePublisher, 'settingsUpdated'>;
}

type SendEffect = EffectOf<'sendReportMail'>;
type Outcome = Partial<typeof reportMailRecipients.$inferInsert>;

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 15 * 60_000;
/** A daily report's next mail replaces it even earlier. */
const LIMIT_MS = 24 * 3_600_000;

export async function sendReportMail(
  deps: ReportMailDeps,
  row: EffectRow,
  effect: SendEffect,
): Promise<EffectResult> {
  const { clock, mailer } = deps;
  const found = await findMail(deps, effect);
  if (!found) return DONE;
  const { schedule, sentFor, account } = found;
  const { dueAt, isAsked } = effect;
  // The server that sent it died before it could say so.
  if (sentFor !== null && sentFor.getTime() >= dueAt) return DONE;
  const times = { ...schedule, timeZone: account.time_zone };
  if (!isAsked && (schedule.is_paused || lastTime(times, clock.now()) > dueAt))
    return finish(deps, effect, account.id, { status: 'none' }, DONE);
  const user = await readActiveUser(deps.db, effect.userId);
  const notAllowed = { status: 'notAllowed' } as const;
  if (!user || !mayWatch(user)) return finish(deps, effect, account.id, notAllowed, DONE);
  if (mailer === null) {
    const error = 'SMTP_URL is not set';
    return finish(deps, effect, account.id, { status: 'failed', error }, { type: 'givenUp', error });
  }
  const mail = await composeMail(deps, found, effect, user);
  if (mail === null) return finish(deps, effect, account.id, notAllowed, DONE);
  const messageId = `<effect-${row.id}-${row.createdAt}@${new URL(deps.publicUrl).hostname}>`;
  const failure = await mailer.send({ ...mail, messageId });
  if (failure === null)
    return finish(deps, effect, account.id, { status: 'sent', sent_for: new Date(dueAt) }, DONE);
  const { kind, reason: error } = failure;
  if (kind === 'permanent' || clock.now() - row.createdAt >= LIMIT_MS)
    return finish(deps, effect, account.id, { status: 'failed', error }, { type: 'givenUp', error });
  const inMs = backOff(row.attempts, FIRST_RETRY_MS, LONGEST_RETRY_MS);
  return finish(deps, effect, account.id, { status: 'queued', error }, { type: 'again', inMs, error });
}

type Found = NonNullable<Awaited<ReturnType<typeof findMail>>>;

/** undefined: it was removed, or the user is no longer a recipient. */
async function findMail({ db }: ReportMailDeps, { reportMailId, userId }: SendEffect) {
  const [found] = await db
    .select({
      schedule: reportMails,
      sentFor: reportMailRecipients.sent_for,
      account: accounts,
      owner: users.full_name,
    })
    .from(reportMailRecipients)
    .innerJoin(reportMails, eq(reportMails.id, reportMailRecipients.report_mail_id))
    .innerJoin(accounts, eq(accounts.id, reportMails.account_id))
    .leftJoin(users, eq(users.id, reportMails.owner_id))
    .where(
      and(eq(reportMailRecipients.report_mail_id, reportMailId), eq(reportMailRecipients.user_id, userId)),
    );
  return found;
}

/** null: the recipient may not read a report with these filters. */
async function composeMail(
  { readReport, publicUrl }: ReportMailDeps,
  { schedule, account, owner }: Found,
  { dueAt }: SendEffect,
  user: SignedInUser,
): Promise<Omit<Mail, 'messageId'> | null> {
  const { filters, compares, frequency, language } = schedule;
  const { days, before } = reportDays({ frequency, timeZone: account.time_zone }, dueAt);
  const periods = { ...days, before_from: before.from, before_to: before.to };
  const report = await readReport(user, { ...filters, ...periods }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'notFound') return null;
    throw error;
  });
  if (report === null) return null;
  const letter = reportMail({
    language,
    account: account.name,
    owner,
    report,
    period: { from: Date.parse(days.from), to: Date.parse(days.to) },
    before: compares ? report.before.totals : null,
    filters,
    links: { report: reportUrl(publicUrl, { days, filters, compares }), stop: stopUrl(publicUrl) },
  });
  const file = {
    filename: `report-${days.from}-${days.to}.csv`,
    contentType: 'text/csv; charset=utf-8',
    content: await text(reportChunks(reportRows(report)) as never),
  };
  return { ...letter, to: { name: user.full_name, address: user.email }, attachments: [file] };
}

async function finish<R extends EffectResult>(
  { db, clock, realtime }: ReportMailDeps,
  { reportMailId, userId }: SendEffect,
  accountId: number,
  outcome: Outcome,
  result: R,
): Promise<R> {
  await db
    .update(reportMailRecipients)
    .set({ error: null, ...outcome, status_at: new Date(clock.now()) })
    .where(
      and(eq(reportMailRecipients.report_mail_id, reportMailId), eq(reportMailRecipients.user_id, userId)),
    );
  realtime.settingsUpdated(accountId);
  return result;
}
