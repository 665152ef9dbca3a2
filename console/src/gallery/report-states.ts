import type { Answers, GalleryState } from './gallery-state.ts';
import {
  emptyReport,
  ratesAnswer,
  report,
  reportBefore,
  reportToday,
  sparseReport,
} from './report-answers.ts';
import { administrator, supervisor } from './users.ts';

/** As the server does, by the days asked for. */
const readReport: Answers['readReport'] = (input) => {
  const from = input.query?.['from'];
  if (from === reportBefore.from) return reportBefore;
  return from === reportToday.from ? reportToday : report;
};

const reportState = (state: Partial<GalleryState> = {}): GalleryState => ({
  path: '/reports?range=lastWeek',
  answers: { readReport, readCallRates: ratesAnswer, changeCallRates: ratesAnswer },
  user: administrator,
  ...state,
});

export const reportStates: Readonly<Record<string, GalleryState>> = {
  reports: reportState(),
  'reports-supervisor': reportState({ user: supervisor }),
  'reports-today': reportState({ path: '/reports?range=today' }),
  'reports-filtered': reportState({
    path: '/reports?range=custom&from=2026-11-09&to=2026-11-15&team=1&agent=3&source=form%3ASolar+form&sort=-missed&compare=none',
  }),
  'reports-sparse': reportState({ answers: { readReport: sparseReport } }),
  'reports-empty': reportState({ answers: { readReport: emptyReport } }),
  'reports-loading': reportState({ answers: { readReport: 'loading' } }),
  'reports-failed': reportState({ answers: { readReport: 'failed' } }),
};
