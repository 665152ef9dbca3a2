import type { Answers, GalleryState } from './gallery-state.ts';
import {
  emptyReport,
  ratesAnswer,
  report,
  reportBefore,
  reportToday,
  sparseReport,
} from './report-answers.ts';
import {
  emptyReportMailAnswers,
  noMailServerAnswers,
  receivedAnswers,
  reportMailAnswers,
} from './report-mail-answers.ts';
import { administrator, limitedSupervisor, supervisor } from './users.ts';

/** As the server does, by the days asked for. */
const readReport: Answers['readReport'] = (input) => {
  const from = input.query?.['from'];
  if (from === reportBefore.from) return reportBefore;
  return from === reportToday.from ? reportToday : report;
};

const reportState = (state: Partial<GalleryState> = {}): GalleryState => ({
  path: '/reports?range=lastWeek',
  answers: { ...reportMailAnswers, readReport, readCallRates: ratesAnswer, changeCallRates: ratesAnswer },
  user: administrator,
  ...state,
});

export const reportStates: Readonly<Record<string, GalleryState>> = {
  reports: reportState(),
  'reports-supervisor': reportState({ user: supervisor }),
  'reports-limited': reportState({ user: limitedSupervisor }),
  'reports-limited-one': reportState({
    answers: { readReport: { ...report, teams: report.teams.filter(({ id }) => id === 2) } },
    user: { ...limitedSupervisor, supervised_team_ids: [2] },
  }),
  'reports-today': reportState({ path: '/reports?range=today' }),
  'reports-filtered': reportState({
    path: '/reports?range=custom&from=2026-11-09&to=2026-11-15&team=1&agent=3&source=form%3ASolar+form&sort=-missed&compare=none',
  }),
  'reports-sparse': reportState({ answers: { readReport: sparseReport } }),
  'reports-empty': reportState({ answers: { readReport: emptyReport } }),
  'report-mails': reportState({ path: '/reports/mails', answers: reportMailAnswers }),
  'report-mails-supervisor': reportState({
    path: '/reports/mails',
    answers: receivedAnswers,
    user: supervisor,
  }),
  'report-mails-empty': reportState({ path: '/reports/mails', answers: emptyReportMailAnswers }),
  'report-mails-no-server': reportState({ path: '/reports/mails', answers: noMailServerAnswers }),
  'report-mails-loading': reportState({ path: '/reports/mails', answers: { listReportMails: 'loading' } }),
  'report-mails-failed': reportState({ path: '/reports/mails', answers: { listReportMails: 'failed' } }),
  'reports-no-mail-server': reportState({
    answers: { ...noMailServerAnswers, readReport, readCallRates: ratesAnswer },
  }),
  'reports-loading': reportState({ answers: { readReport: 'loading' } }),
  'reports-failed': reportState({ answers: { readReport: 'failed' } }),
};
