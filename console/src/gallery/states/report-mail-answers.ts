import type { ConsoleReportMail } from '@offhook/contract/console/report-mail-entities';
import type { RequestAnswer } from '../../adapters/api.ts';
import { listAnswers } from './call-states.ts';
import type { Answers } from './gallery-state.ts';
import { report } from './report-answers.ts';
import { administrator, ago, done, LOS_ANGELES, supervisor } from './users.ts';

const DAY_S = 86_400;

const recipient = (
  { id, full_name }: { readonly id: number; readonly full_name: string },
  fields: Partial<ConsoleReportMail['recipients'][number]> = {},
): ConsoleReportMail['recipients'][number] => ({
  id,
  full_name,
  status: 'sent',
  at: ago(2 * 3_600),
  error: null,
  ...fields,
});

const mail = (id: number, fields: Partial<ConsoleReportMail>): ConsoleReportMail => ({
  id,
  version: 1,
  frequency: 'daily',
  minute: 480,
  language: 'en',
  filters: {},
  compares: true,
  is_paused: false,
  next_at: ago(-DAY_S + 2 * 3_600 + 150),
  owner: { id: administrator.id, full_name: administrator.full_name },
  may_change: true,
  recipients: [recipient(administrator), recipient(supervisor)],
  ...fields,
});

const list: RequestAnswer<'listReportMails'> = {
  ...done,
  data: [
    mail(1, {}),
    mail(2, {
      frequency: 'weekly',
      minute: 1_095,
      language: 'es',
      filters: { team_id: 1, source: 'form:Solar form' },
      recipients: [
        recipient(supervisor, {
          status: 'failed',
          error: '550 5.1.1 The email account that you tried to reach does not exist',
        }),
        recipient({ id: 905, full_name: 'Tom Okonkwo-Featherstonehaugh' }, { status: 'notAllowed' }),
      ],
    }),
    mail(3, {
      frequency: 'monthly',
      is_paused: true,
      next_at: null,
      recipients: [recipient(administrator, { status: 'none', at: null })],
    }),
  ],
  users: [administrator, supervisor].map(({ id, full_name }) => ({ id, full_name })),
  sends_mail: true,
  time_zone: LOS_ANGELES,
  ...report.choices,
};

export const reportMailAnswers: Answers = {
  readListChoices: listAnswers.readListChoices ?? 'failed',
  listReportMails: list,
  addReportMail: { ...done, report_mail: mail(4, {}) },
  changeReportMail: { ...done, report_mail: mail(1, {}) },
  sendReportMail: { refused: 'A mail was sent a moment ago. Try again in a minute.' },
  removeReportMail: done,
  stopReportMail: done,
};

/** Of someone who may only stop them. */
export const receivedAnswers: Answers = {
  ...reportMailAnswers,
  listReportMails: {
    ...list,
    data: list.data.map((one) => ({
      ...one,
      may_change: false,
      recipients: one.recipients.map((each) => ({ ...each, error: null })),
    })),
  },
};

export const noMailServerAnswers: Answers = {
  ...reportMailAnswers,
  listReportMails: { ...list, data: [], sends_mail: false },
};

export const emptyReportMailAnswers: Answers = {
  ...reportMailAnswers,
  listReportMails: { ...list, data: [] },
};
