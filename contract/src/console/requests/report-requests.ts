import * as z from 'zod/mini';
import { answer, Success } from '../../requests/request-rows.ts';
import { CallRatesChange, ConsoleCallRates, Report, ReportQuery } from '../report-entities.ts';
import {
  ConsoleReportMail,
  NewReportMail,
  ReportMailChange,
  ReportMailChoices,
} from '../report-mail-entities.ts';
import { admin, type ConsoleRow, supervisor, supervisorOf } from './console-row.ts';

export const REPORT_REQUESTS = {
  readReport: supervisor('GET', '/api/v1/console/reports', { query: ReportQuery, response: Report }),
  listReportMails: supervisor('GET', '/api/v1/console/report-mails', {
    response: answer({ data: z.array(ConsoleReportMail), ...ReportMailChoices }),
  }),
  addReportMail: supervisor('POST', '/api/v1/console/report-mails', {
    body: NewReportMail,
    response: answer({ report_mail: ConsoleReportMail }),
  }),
  /** Only one's own; administrators can change everyone's. The same for the next two. */
  changeReportMail: supervisorOf('PUT', '/api/v1/console/report-mails/:id', {
    body: ReportMailChange,
    response: answer({ report_mail: ConsoleReportMail }),
  }),
  removeReportMail: supervisorOf('DELETE', '/api/v1/console/report-mails/:id', { response: Success }),
  /** Sends the report of the period before today, beside the schedule. */
  sendReportMail: supervisorOf('POST', '/api/v1/console/report-mails/:id/send', {
    response: answer({ report_mail: ConsoleReportMail }),
  }),
  /** The user no longer receives it. */
  stopReportMail: supervisorOf('POST', '/api/v1/console/report-mails/:id/stop', { response: Success }),
  readCallRates: supervisor('GET', '/api/v1/console/call-rates', {
    response: answer({ call_rates: ConsoleCallRates }),
  }),
  changeCallRates: admin('PUT', '/api/v1/console/call-rates', {
    body: CallRatesChange,
    response: answer({ call_rates: ConsoleCallRates }),
  }),
} as const satisfies Record<string, ConsoleRow>;
