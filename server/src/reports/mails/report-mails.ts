// Reports that are sent by mail. Everyone who may read reports sees all of the account's, a supervisor of given teams
// only their own and those they receive; only the owner and administrators change one.

import { hasPermission, mayWatch, supervisedTeams } from '@offhook/contract/accounts/permissions';
import type { ReportMailFilters } from '@offhook/contract/console/report-mail-entities';
import { MAX_REPORT_MAILS } from '@offhook/contract/limits';
import { and, count, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import {
  auditSubject,
  bumpVersion,
  type ChangeContext,
  type ChangeResult,
  type Id,
  pickDefined,
} from '../../accounts/settings/change.ts';
import type { ConsoleBody } from '../../accounts/settings/request.ts';
import { lockAccount } from '../../accounts/settings/rules.ts';
import { requireAccountRow } from '../../platform/database/account-rows.ts';
import type { Database } from '../../platform/database/database.ts';
import { numbers, reportMailRecipients, reportMails, teams, users } from '../../platform/database/schema.ts';
import { supervisesAgent, supervisesTeam } from '../../platform/database/team-scope.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { scheduleEffects } from '../../platform/work-queue/effect-rows.ts';
import { nextTime } from './report-mail-times.ts';

export type ReportMailRow = typeof reportMails.$inferSelect;

interface By {
  readonly user: SignedInUser;
  readonly sendsMail: boolean;
}

/** Between two mails that a person asks for. */
const ASK_INTERVAL_MS = 60_000;

export const mayChangeReportMail = (user: SignedInUser, { owner_id }: Pick<ReportMailRow, 'owner_id'>) =>
  owner_id === user.id || hasPermission(user, 'admin');

/** Those that the user sees. */
export const isShownTo = (user: SignedInUser): SQL | undefined =>
  supervisedTeams(user) === null
    ? undefined
    : or(
        eq(reportMails.owner_id, user.id),
        sql`exists (select from ${reportMailRecipients} where ${reportMailRecipients.report_mail_id} = ${reportMails.id}
          and ${reportMailRecipients.user_id} = ${user.id})`,
      );

/** Users who may receive one from the user, if they may read reports. */
export function isOfferedTo(user: SignedInUser): SQL | undefined {
  const ofTeams = supervisesAgent(user, users.id);
  return ofTeams && or(ofTeams, eq(users.id, user.id));
}

/** @throws ApiError noMailServer, badFilters, badRecipients, tooManyReportMails */
export async function addReportMail(
  { tx, accountId, at }: ChangeContext,
  { user, sendsMail, recipient_ids, ...fields }: ConsoleBody<'addReportMail'> & By,
): Promise<ChangeResult & Id> {
  if (!sendsMail) throw new ApiError('noMailServer');
  const { time_zone } = await lockAccount(tx, accountId);
  const [row] = await tx
    .select({ all: count() })
    .from(reportMails)
    .where(eq(reportMails.account_id, accountId));
  if ((row?.all ?? 0) >= MAX_REPORT_MAILS) throw new ApiError('tooManyReportMails');
  await requireFilters(tx, user, fields.filters);
  const [added] = await tx
    .insert(reportMails)
    .values({
      ...fields,
      account_id: accountId,
      owner_id: user.id,
      time_zone,
      next_at: new Date(nextTime({ ...fields, timeZone: time_zone }, at)),
      created_at: new Date(at),
    })
    .returning({ id: reportMails.id });
  const { id } = added as Id;
  await setRecipients(tx, user, id, recipient_ids);
  return { id, subject: `report mail ${id}: added` };
}

/** @throws ApiError notFound, forbidden, noMailServer, badFilters, badRecipients, changedMeanwhile */
export async function changeReportMail(
  { tx, accountId, at }: ChangeContext,
  { id, user, sendsMail, recipient_ids, version, ...given }: ConsoleBody<'changeReportMail'> & Id & By,
): Promise<ChangeResult> {
  if (!sendsMail) throw new ApiError('noMailServer');
  const { time_zone } = await lockAccount(tx, accountId);
  const row = await lockReportMail(tx, accountId, id, user);
  await bumpVersion(tx, reportMails, id, version);
  const fields = pickDefined(given);
  if (fields.filters) await requireFilters(tx, user, fields.filters);
  if (recipient_ids) await setRecipients(tx, user, id, recipient_ids);
  const changed = { ...row, ...fields };
  await tx
    .update(reportMails)
    .set({
      ...fields,
      time_zone,
      next_at: changed.is_paused ? null : new Date(nextTime({ ...changed, timeZone: time_zone }, at)),
    })
    .where(eq(reportMails.id, id));
  const names = { ...fields, ...(recipient_ids ? { recipients: recipient_ids } : {}) };
  return { subject: auditSubject(`report mail ${id}`, names) };
}

/** @throws ApiError notFound, forbidden */
export async function removeReportMail(
  { tx, accountId }: ChangeContext,
  { id, user }: Id & Pick<By, 'user'>,
): Promise<ChangeResult> {
  await lockReportMail(tx, accountId, id, user);
  await tx.delete(reportMails).where(eq(reportMails.id, id));
  return { subject: `report mail ${id}: removed` };
}

/** @throws ApiError notFound, forbidden, noMailServer, mailedJustNow */
export async function askForReportMail(
  { tx, accountId, at }: ChangeContext,
  { id, user, sendsMail }: Id & By,
): Promise<ChangeResult> {
  if (!sendsMail) throw new ApiError('noMailServer');
  const { asked_at: asked } = await lockReportMail(tx, accountId, id, user);
  if (asked !== null && at - asked.getTime() < ASK_INTERVAL_MS) throw new ApiError('mailedJustNow');
  await tx
    .update(reportMails)
    .set({ asked_at: new Date(at) })
    .where(eq(reportMails.id, id));
  await queueMails(tx, id, { dueAt: at, at, isAsked: true });
  return { subject: `report mail ${id}: sent` };
}

/** The user no longer receives it. Without recipients, it is paused. @throws ApiError notFound */
export async function stopReportMail(
  { tx, accountId }: ChangeContext,
  { id, user }: Id & Pick<By, 'user'>,
): Promise<ChangeResult> {
  await lockRow(tx, accountId, id, isShownTo(user));
  await tx
    .delete(reportMailRecipients)
    .where(and(eq(reportMailRecipients.report_mail_id, id), eq(reportMailRecipients.user_id, user.id)));
  const [row] = await tx
    .select({ left: count() })
    .from(reportMailRecipients)
    .where(eq(reportMailRecipients.report_mail_id, id));
  if (row?.left === 0)
    await tx.update(reportMails).set({ is_paused: true, next_at: null }).where(eq(reportMails.id, id));
  return { subject: `report mail ${id}: recipients` };
}

/** One mail for each recipient, so that no one sees figures or addresses of others. */
export async function queueMails(
  tx: Database,
  id: number,
  { dueAt, at, isAsked }: { readonly dueAt: number; readonly at: number; readonly isAsked: boolean },
): Promise<void> {
  const recipients = await tx
    .update(reportMailRecipients)
    .set({ status: 'queued', status_at: new Date(at), error: null })
    .where(eq(reportMailRecipients.report_mail_id, id))
    .returning({ userId: reportMailRecipients.user_id });
  const newEffects = recipients.map(({ userId }) => ({
    effect: { kind: 'sendReportMail', reportMailId: id, userId, dueAt, isAsked } as const,
    callId: null,
    dueAt: at,
  }));
  await scheduleEffects(tx, newEffects, at);
}

async function lockRow(tx: Database, accountId: number, id: number, filter?: SQL): Promise<ReportMailRow> {
  const [row] = await tx
    .select()
    .from(reportMails)
    .where(and(eq(reportMails.id, id), eq(reportMails.account_id, accountId), filter))
    .for('update');
  if (!row) throw new ApiError('notFound');
  return row;
}

async function lockReportMail(
  tx: Database,
  accountId: number,
  id: number,
  user: SignedInUser,
): Promise<ReportMailRow> {
  const row = await lockRow(tx, accountId, id);
  if (!mayChangeReportMail(user, row)) throw new ApiError('forbidden');
  return row;
}

async function requireFilters(
  tx: Database,
  user: SignedInUser,
  { team_id, agent_id, number_id }: ReportMailFilters,
): Promise<void> {
  const account = user.account_id;
  await requireAccountRow(tx, teams, account, team_id, 'badFilters', supervisesTeam(user, teams.id));
  await requireAccountRow(tx, users, account, agent_id, 'badFilters', supervisesAgent(user, users.id));
  const ofTeams = supervisesTeam(user, numbers.team_id);
  await requireAccountRow(tx, numbers, account, number_id, 'badFilters', ofTeams);
}

/** Recipients who stay keep what became of their last mail. */
async function setRecipients(
  tx: Database,
  user: SignedInUser,
  id: number,
  userIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(userIds)];
  const found = await tx
    .select({ permissions: users.permissions })
    .from(users)
    .where(
      and(
        inArray(users.id, ids),
        eq(users.account_id, user.account_id),
        eq(users.active, true),
        isOfferedTo(user),
      ),
    );
  if (found.filter(mayWatch).length < ids.length) throw new ApiError('badRecipients');
  await tx
    .delete(reportMailRecipients)
    .where(and(eq(reportMailRecipients.report_mail_id, id), notInArray(reportMailRecipients.user_id, ids)));
  await tx
    .insert(reportMailRecipients)
    .values(ids.map((userId) => ({ report_mail_id: id, user_id: userId })))
    .onConflictDoNothing();
}
