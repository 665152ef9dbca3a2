import { mayWatch } from '@offhook/contract/accounts/permissions';
import type { ConsoleReportMail } from '@offhook/contract/console/report-mail-entities';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ConsoleResponse } from '../../accounts/settings/request.ts';
import { pick } from '../../platform/core/pick.ts';
import type { Database } from '../../platform/database/database.ts';
import { accounts, reportMailRecipients, reportMails, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { readChoices } from '../figures/report.ts';
import { isOfferedTo, isShownTo, mayChangeReportMail } from './report-mails.ts';

/** Oldest first, with what a new one can be set to. */
export async function listReportMails(
  db: Database,
  user: SignedInUser,
  sendsMail: boolean,
): Promise<ConsoleResponse<'listReportMails'>> {
  const { teams, agents, numbers } = await readChoices(db, user);
  const readers = await db
    .select(pick(users, 'id', 'full_name', 'permissions'))
    .from(users)
    .where(and(eq(users.account_id, user.account_id), eq(users.active, true), isOfferedTo(user)))
    .orderBy(asc(users.full_name), asc(users.id));
  const [account] = await db
    .select(pick(accounts, 'time_zone'))
    .from(accounts)
    .where(eq(accounts.id, user.account_id));
  return {
    success: true,
    data: await readReportMails(db, user),
    users: readers.filter(mayWatch).map((one) => pick(one, 'id', 'full_name')),
    sends_mail: sendsMail,
    time_zone: account?.time_zone ?? 'UTC',
    teams,
    agents: agents.map((one) => pick(one, 'id', 'full_name')),
    numbers,
  };
}

/** @throws ApiError notFound */
export async function readReportMail(
  db: Database,
  user: SignedInUser,
  id: number,
): Promise<ConsoleReportMail> {
  const [row] = await readReportMails(db, user, id);
  if (!row) throw new ApiError('notFound');
  return row;
}

async function readReportMails(db: Database, user: SignedInUser, id?: number): Promise<ConsoleReportMail[]> {
  const rows = await db
    .select({ mail: reportMails, owner: pick(users, 'id', 'full_name') })
    .from(reportMails)
    .leftJoin(users, eq(users.id, reportMails.owner_id))
    .where(
      and(
        eq(reportMails.account_id, user.account_id),
        isShownTo(user),
        id === undefined ? undefined : eq(reportMails.id, id),
      ),
    )
    .orderBy(asc(reportMails.id));
  if (rows.length === 0) return [];
  const recipients = await db
    .select({ recipient: reportMailRecipients, name: users.full_name })
    .from(reportMailRecipients)
    .innerJoin(users, eq(users.id, reportMailRecipients.user_id))
    .where(
      inArray(
        reportMailRecipients.report_mail_id,
        rows.map(({ mail }) => mail.id),
      ),
    )
    .orderBy(asc(users.full_name), asc(users.id));
  return rows.map(({ mail, owner }) => {
    const mayChange = mayChangeReportMail(user, mail);
    return {
      ...pick(mail, 'id', 'version', 'frequency', 'minute', 'language', 'filters', 'compares', 'is_paused'),
      next_at: mail.is_paused ? null : (mail.next_at?.toISOString() ?? null),
      owner,
      may_change: mayChange,
      recipients: recipients
        .filter(({ recipient }) => recipient.report_mail_id === mail.id)
        .map(({ recipient, name }) => ({
          id: recipient.user_id,
          full_name: name,
          status: recipient.status,
          at: recipient.status_at?.toISOString() ?? null,
          error: mayChange ? recipient.error : null,
        })),
    };
  });
}
