import type { REPORT_REQUESTS } from '@offhook/contract/console/requests/report-requests';
import { callRatesView } from '../../accounts/settings/call-rates.ts';
import type { Actor } from '../../accounts/settings/change.ts';
import { getUserAccount } from '../../accounts/sign-in/api-keys.ts';
import { createReports } from '../../reports/figures/report.ts';
import { listReportMails, readReportMail } from '../../reports/mails/report-mail-views.ts';
import { type ConsoleTools, DONE, type Handlers } from './console-tools.ts';

export function reportHandlers(tools: ConsoleTools): Handlers<typeof REPORT_REQUESTS> {
  const { db, change, respondWith, deps } = tools;
  const { sendsMail } = deps;
  const readReport = createReports(deps);
  const reportMail = respondWith('report_mail', (user, id) => readReportMail(db, user, id));
  const callRates = async ({ user }: Actor) => ({
    ...DONE,
    call_rates: callRatesView(await getUserAccount(db, user)),
  });
  return {
    readReport: ({ user, query }) => readReport(user, query),
    listReportMails: ({ user }) => listReportMails(db, user, sendsMail),
    async addReportMail(request) {
      const by = { user: request.user, sendsMail };
      const { id } = await change(request, 'report mails add', { ...request.body, ...by });
      return reportMail(request, id);
    },
    async changeReportMail(request) {
      const { user, params, body } = request;
      await change(request, 'report mails set', { ...body, ...params, user, sendsMail });
      return reportMail(request, params.id);
    },
    async removeReportMail(request) {
      await change(request, 'report mails remove', { ...request.params, user: request.user });
      return DONE;
    },
    async sendReportMail(request) {
      const { user, params } = request;
      await change(request, 'report mails send', { ...params, user, sendsMail });
      return reportMail(request, params.id);
    },
    async stopReportMail(request) {
      await change(request, 'report mails stop', { ...request.params, user: request.user });
      return DONE;
    },
    readCallRates: callRates,
    async changeCallRates(request) {
      await change(request, 'call rates set', request.body);
      return callRates(request);
    },
  };
}
