// A separate table, so that the phone doesn't load it. `supervisor` access includes administrators. Times are ISO 8601
// in UTC. `next` is the cursor of a list's next page, or null. A change leaves omitted fields as they are.
import * as z from 'zod/mini';
import { Paging } from '../entities.ts';
import {
  answer,
  IdParams,
  page,
  type RowDetails,
  rowsFor,
  Success,
  id as whole,
} from '../requests/request-rows.ts';
import { newPassword, text, timeZone } from '../text.ts';
import { AgentChange, AgentSecurity, ConsoleAgent, NewAgent } from './agent-entities.ts';
import { Board, BoardChanges, ShownStatus } from './board-entities.ts';
import { BoardLimitsChange, ConsoleBoardLimits } from './board-limits.ts';
import { ConsoleCall, ConsoleCallDetail } from './call-entities.ts';
import {
  cursor,
  limit,
  nonEmptyText,
  nullableInt,
  nullableSentence,
  nullableText,
  optionalText,
  optionalTimestamp,
  search,
  timestamp,
  versionField,
} from './fields.ts';
import { LeadImport, LeadImportChange, LeadImportRow } from './import-entities.ts';
import {
  AUDIT_KINDS,
  AuditEntry,
  ConsoleApiKey,
  ConsoleCrm,
  ConsoleDelivery,
  ConsoleImport,
  ConsoleWebhook,
  DELIVERY_STATUSES,
  ImportLine,
  NewConsoleCrm,
  NewWebhook,
  ReceivedLead,
  WebhookChange,
} from './integration-entities.ts';
import { ConsoleInvitation, InvitationResult, NewInvitations } from './invitation-entities.ts';
import { ConsoleLead, ConsoleLeadDetail } from './lead-entities.ts';
import { LeadEvent, LeadOutlook } from './lead-timeline-entities.ts';
import { callFilters, ListChoices, leadFilters } from './list-filters.ts';
import { PersonExport } from './person-export.ts';
import { CallRatesChange, ConsoleCallRates, Report, ReportQuery } from './report-entities.ts';
import {
  ConsoleReportMail,
  NewReportMail,
  ReportMailChange,
  ReportMailChoices,
} from './report-mail-entities.ts';
import {
  AgentScores,
  CallReview,
  CommentChange,
  NewComment,
  NewExternalLink,
  QuestionsChange,
  ScorecardChange,
  ScorecardQuestions,
} from './review-entities.ts';
import {
  CallingRules,
  CallingRulesChange,
  ConsoleNumber,
  DoNotCallEntry,
  Holiday,
  Retention,
  RetentionChange,
} from './rule-entities.ts';
import { SingleSignOn, SingleSignOnChange, SingleSignOnTest } from './sign-on-entities.ts';
import { ConsoleStatuses, StatusesChange } from './status-entities.ts';
import { ConsoleTeam, ConsoleTeamDetail, NewTeam, TeamChange } from './team-entities.ts';
import { NewTestLead, TestLeadReceipt } from './test-lead.ts';

interface ConsoleRow extends RowDetails {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly access: 'supervisor' | 'admin';
}

const paged = <T extends z.ZodMiniType>(one: T) => answer({ data: z.array(one), next: nullableInt });

const { row: supervisor, rowOfId: supervisorOf } = rowsFor('supervisor');
const { row: admin, rowOfId: adminOf } = rowsFor('admin');

const SingleSignOnAnswer = answer({
  single_sign_on: z.nullable(SingleSignOn),
  /** To be registered with the issuer. */
  redirect_uri: z.string(),
});

export const CONSOLE_REQUESTS = {
  /** Connectivity check; doesn't extend the session. */
  ping: supervisor('GET', '/api/v1/console/ping', { response: answer({}) }),

  readBoard: supervisor('GET', '/api/v1/console/board', {
    query: z.object({ team_id: z._default(z.union([z.literal(''), whole]), '') }),
    response: Board,
  }),
  readBoardChanges: supervisor('GET', '/api/v1/console/board/changes', {
    query: z.object({
      team_id: z._default(z.union([z.literal(''), whole]), ''),
      /** Versions of earlier answers, separated by commas: one per server. Without it, the board may be a second old. */
      since: z.optional(text(1_000)),
    }),
    response: BoardChanges,
  }),
  readBoardLimits: supervisor('GET', '/api/v1/console/board/limits', {
    response: answer({ limits: ConsoleBoardLimits }),
  }),
  changeBoardLimits: admin('PUT', '/api/v1/console/board/limits', {
    body: BoardLimitsChange,
    response: answer({ limits: ConsoleBoardLimits }),
  }),

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

  listCalls: supervisor('GET', '/api/v1/console/calls', {
    query: z.object({ cursor, limit, ...callFilters }),
    response: answer({
      data: z.array(ConsoleCall),
      next: nullableInt,
      /** The account reviews its calls. */
      has_scorecard: z._default(z.boolean(), false),
    }),
  }),
  countCalls: supervisor('GET', '/api/v1/console/calls/count', {
    query: z.object(callFilters),
    response: answer({ count: z.int() }),
  }),
  readCall: supervisorOf('GET', '/api/v1/console/calls/:id', {
    response: answer({ call: ConsoleCallDetail }),
  }),

  /** Separate from `readCall`: it's longer, and a recording of an older version is analyzed when it's first read. */
  readCallReview: supervisorOf('GET', '/api/v1/console/calls/:id/review', {
    response: answer({ review: CallReview }),
  }),
  addRecordingComment: supervisorOf('POST', '/api/v1/console/recordings/:id/comments', {
    body: NewComment,
    response: answer({ review: CallReview }),
  }),
  /** Only one's own. */
  changeRecordingComment: supervisorOf('PUT', '/api/v1/console/recording-comments/:id', {
    body: CommentChange,
    response: answer({ review: CallReview }),
  }),
  /** Administrators can remove everyone's. */
  removeRecordingComment: supervisorOf('DELETE', '/api/v1/console/recording-comments/:id', {
    response: answer({ review: CallReview }),
  }),
  /** For people without a login. `id`: the recording's. `link` is shown once. */
  createExternalLink: supervisorOf('POST', '/api/v1/console/recordings/:id/external-links', {
    body: NewExternalLink,
    response: answer({ link: z.string(), review: CallReview }),
  }),
  /** Stops working at once, also for a page that is open. */
  revokeExternalLink: supervisorOf('DELETE', '/api/v1/console/external-links/:id', {
    response: answer({ review: CallReview }),
  }),
  /** `id`: the call's. */
  saveScorecard: supervisorOf('PUT', '/api/v1/console/calls/:id/scorecard', {
    body: ScorecardChange,
    response: answer({ review: CallReview }),
  }),
  readScorecardQuestions: admin('GET', '/api/v1/console/scorecard-questions', {
    response: answer({ questions: ScorecardQuestions }),
  }),
  changeScorecardQuestions: admin('PUT', '/api/v1/console/scorecard-questions', {
    body: QuestionsChange,
    response: answer({ questions: ScorecardQuestions }),
  }),

  listLeads: supervisor('GET', '/api/v1/console/leads', {
    query: z.object({ cursor, limit, ...leadFilters }),
    response: paged(ConsoleLead),
  }),
  countLeads: supervisor('GET', '/api/v1/console/leads/count', {
    query: z.object(leadFilters),
    response: answer({ count: z.int() }),
  }),
  /** What the lists of calls and leads can be filtered by, besides agents and teams. */
  readListChoices: supervisor('GET', '/api/v1/console/list-choices', { response: ListChoices }),
  readLead: supervisorOf('GET', '/api/v1/console/leads/:id', {
    response: answer({ lead: ConsoleLeadDetail }),
  }),
  readLeadTimeline: supervisorOf('GET', '/api/v1/console/leads/:id/timeline', {
    query: z.object({
      /** For older events: `next` of the last answer. */
      before: optionalTimestamp,
    }),
    response: answer({ outlook: LeadOutlook, events: z.array(LeadEvent), next: z.nullable(timestamp) }),
  }),
  /** A lead as a form would send it, to the default team. */
  sendTestLead: admin('POST', '/api/v1/console/test-lead', {
    body: NewTestLead,
    response: TestLeadReceipt,
  }),
  changeLead: adminOf('PUT', '/api/v1/console/leads/:id', {
    body: z.object({
      fname: z.optional(text(100)),
      lname: z.optional(text(100)),
      label: z.optional(nonEmptyText(200)),
      email: optionalText(254),
      company: optionalText(200),
      category: optionalText(200),
      owner_user_id: z.optional(z.nullable(whole)),
      team_id: z.optional(z.nullable(whole)),
      time_zone: z.optional(z.nullable(timeZone)),
      do_not_call: z.optional(z.boolean()),
      /** false reverts an agent's 'Remove'. */
      removed: z.optional(z.boolean()),
      ...versionField,
    }),
    response: answer({ lead: ConsoleLeadDetail }),
  }),
  cancelLeadCallback: supervisorOf('POST', '/api/v1/console/leads/:id/callback/cancel', {
    response: answer({ lead: ConsoleLeadDetail }),
  }),
  exportLead: adminOf('POST', '/api/v1/console/leads/:id/export', {
    response: answer({ person: PersonExport }),
  }),
  /** Can't be undone. The lead's row stays without personal data, and its calls still count. */
  eraseLead: adminOf('POST', '/api/v1/console/leads/:id/erase', {
    response: answer({
      erased: z.object({
        calls: z.int(),
        notes: z.int(),
        messages: z.int(),
        recordings: z.int(),
        routing_decisions: z.int(),
        import_lines: z.int(),
        outward_events: z.int(),
      }),
      /** The number stays on the do-not-call list. */
      number_stays_listed: z.boolean(),
    }),
  }),

  listTeams: admin('GET', '/api/v1/console/teams', { response: answer({ data: z.array(ConsoleTeam) }) }),
  readTeam: adminOf('GET', '/api/v1/console/teams/:id', { response: answer({ team: ConsoleTeamDetail }) }),
  addTeam: admin('POST', '/api/v1/console/teams', {
    body: NewTeam,
    response: answer({ team: ConsoleTeamDetail }),
  }),
  changeTeam: adminOf('PUT', '/api/v1/console/teams/:id', {
    body: TeamChange,
    response: answer({ team: ConsoleTeamDetail }),
  }),

  listAgents: admin('GET', '/api/v1/console/agents', {
    query: z.object({
      page,
      limit,
      search,
      team_id: z.optional(whole),
      active: z.optional(z.enum(['yes', 'no'])),
    }),
    response: answer({ data: z.array(ConsoleAgent), total: z.int(), meta: Paging }),
  }),
  readAgent: adminOf('GET', '/api/v1/console/agents/:id', {
    /** Older servers don't send `scores`. */
    response: answer({ agent: ConsoleAgent, scores: z.optional(AgentScores) }),
  }),
  addAgent: admin('POST', '/api/v1/console/agents', {
    body: NewAgent,
    /** null if the request gave a password; otherwise shown only here. */
    response: answer({ agent: ConsoleAgent, password: nullableText }),
  }),
  changeAgent: adminOf('PUT', '/api/v1/console/agents/:id', {
    body: AgentChange,
    response: answer({ agent: ConsoleAgent }),
  }),
  /** Ends all of the agent's sessions. */
  setAgentPassword: adminOf('POST', '/api/v1/console/agents/:id/password', {
    body: z.object({ password: z.optional(newPassword) }),
    response: answer({ password: nullableText }),
  }),
  logOutAgent: adminOf('POST', '/api/v1/console/agents/:id/logout', {
    response: answer({ ended: z.int() }),
  }),
  readAgentSecurity: adminOf('GET', '/api/v1/console/agents/:id/security', {
    response: answer({ security: AgentSecurity }),
  }),
  /** `session`: its id in `readAgentSecurity`. */
  endAgentSession: adminOf('POST', '/api/v1/console/agents/:id/sessions/end', {
    body: z.object({ session: text(64) }),
    response: answer({ ended: z.int() }),
  }),
  /** Removes passkeys, authenticator app and recovery codes, and ends the user's sessions. */
  resetAgentFactors: adminOf('POST', '/api/v1/console/agents/:id/factors/reset', {
    response: answer({ ended: z.int() }),
  }),

  /** A link with which the agent chooses a new password, to hand over. */
  createResetLink: adminOf('POST', '/api/v1/console/agents/:id/reset-link', {
    response: answer({ link: z.string() }),
  }),

  listInvitations: admin('GET', '/api/v1/console/invitations', {
    /** `sends_mail`: without it, links are handed over. */
    response: answer({ data: z.array(ConsoleInvitation), sends_mail: z.boolean() }),
  }),
  invite: admin('POST', '/api/v1/console/invitations', {
    body: NewInvitations,
    /** In the order of the request. */
    response: answer({ results: z.array(InvitationResult) }),
  }),
  /** Sends another mail. Earlier links keep working until the new expiry. */
  resendInvitation: adminOf('POST', '/api/v1/console/invitations/:id/resend', { response: Success }),
  createInvitationLink: adminOf('POST', '/api/v1/console/invitations/:id/link', {
    response: answer({ link: z.string() }),
  }),
  /** Its links stop working. */
  revokeInvitation: adminOf('DELETE', '/api/v1/console/invitations/:id', { response: Success }),

  /** Supervisors too, except for `do_not_disturb`. Any agent, also one who is signed out. */
  setAgentStatus: supervisorOf('PUT', '/api/v1/console/agents/:id/status', {
    body: z.object({ status: text(40) }),
    response: answer({ status: z.nullable(ShownStatus) }),
  }),
  readStatuses: supervisor('GET', '/api/v1/console/statuses', {
    response: answer({ statuses: ConsoleStatuses }),
  }),
  changeStatuses: admin('PUT', '/api/v1/console/statuses', {
    body: StatusesChange,
    response: answer({ statuses: ConsoleStatuses }),
  }),

  listNumbers: admin('GET', '/api/v1/console/numbers', {
    response: answer({ data: z.array(ConsoleNumber) }),
  }),
  addNumber: admin('POST', '/api/v1/console/numbers', {
    body: z.object({ phone_number: text(250), team_id: whole, name: optionalText(100) }),
    response: answer({ number: ConsoleNumber }),
  }),
  changeNumber: adminOf('PUT', '/api/v1/console/numbers/:id', {
    body: z.object({ team_id: z.optional(whole), name: optionalText(100) }),
    response: answer({ number: ConsoleNumber }),
  }),
  removeNumber: adminOf('DELETE', '/api/v1/console/numbers/:id', { response: Success }),

  readRules: admin('GET', '/api/v1/console/rules', { response: answer({ rules: CallingRules }) }),
  changeRules: admin('PUT', '/api/v1/console/rules', {
    body: CallingRulesChange,
    response: answer({ rules: CallingRules }),
  }),
  /** Of the account's country, in the reader's language if they have such names. */
  listPublicHolidays: admin('GET', '/api/v1/console/public-holidays', {
    /** Default: this year. */
    query: z.object({ year: z.optional(z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(2100))) }),
    response: answer({ data: z.array(Holiday) }),
  }),
  readRetention: admin('GET', '/api/v1/console/retention', { response: answer({ retention: Retention }) }),
  changeRetention: admin('PUT', '/api/v1/console/retention', {
    body: RetentionChange,
    response: answer({ retention: Retention }),
  }),
  listDoNotCall: admin('GET', '/api/v1/console/do-not-call', {
    query: z.object({ cursor, limit, search }),
    response: paged(DoNotCallEntry),
  }),
  addDoNotCall: admin('POST', '/api/v1/console/do-not-call', {
    body: z.object({ phone_number: text(250) }),
    response: answer({ entry: DoNotCallEntry }),
  }),
  removeDoNotCall: admin('DELETE', '/api/v1/console/do-not-call/:id', {
    /** `id`: the number's digits. */
    params: IdParams,
    response: Success,
  }),

  listWebhooks: admin('GET', '/api/v1/console/webhooks', {
    response: answer({ data: z.array(ConsoleWebhook) }),
  }),
  addWebhook: admin('POST', '/api/v1/console/webhooks', {
    body: NewWebhook,
    /** Signs deliveries; shown only here. */
    response: answer({ webhook: ConsoleWebhook, secret: z.string() }),
  }),
  changeWebhook: adminOf('PUT', '/api/v1/console/webhooks/:id', {
    body: WebhookChange,
    response: answer({ webhook: ConsoleWebhook }),
  }),
  /** Cancels pending deliveries. */
  removeWebhook: adminOf('DELETE', '/api/v1/console/webhooks/:id', { response: Success }),
  listDeliveries: adminOf('GET', '/api/v1/console/webhooks/:id/deliveries', {
    query: z.object({ cursor, limit, status: z.optional(z.enum(DELIVERY_STATUSES)) }),
    response: paged(ConsoleDelivery),
  }),
  replayDelivery: adminOf('POST', '/api/v1/console/deliveries/:id/replay', {
    response: answer({ delivery: ConsoleDelivery }),
  }),
  testWebhook: adminOf('POST', '/api/v1/console/webhooks/:id/test', {
    /** `status`: null without an answer; `error` says why. */
    response: answer({ delivered: z.boolean(), status: nullableInt, error: nullableSentence }),
  }),

  listApiKeys: admin('GET', '/api/v1/console/keys', {
    response: answer({
      data: z.array(ConsoleApiKey),
      newest_lead: z._default(z.nullable(ReceivedLead), null),
    }),
  }),
  addApiKey: admin('POST', '/api/v1/console/keys', {
    body: z.object({ name: nonEmptyText(100) }),
    /** The key; shown only here. */
    response: answer({ key: ConsoleApiKey, secret: z.string() }),
  }),
  /** The row stays as a record. */
  revokeApiKey: adminOf('DELETE', '/api/v1/console/keys/:id', { response: answer({ key: ConsoleApiKey }) }),

  listImports: admin('GET', '/api/v1/console/imports', {
    query: z.object({ cursor, limit }),
    response: paged(ConsoleImport),
  }),
  /** Up to 500 lines after line `after`. */
  readImport: adminOf('GET', '/api/v1/console/imports/:id', {
    query: z.object({
      after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2 ** 31 - 1)), 0),
    }),
    response: answer({
      import: z.pick(ConsoleImport, {
        id: true,
        status: true,
        lines: true,
        taken: true,
        refused: true,
        error: true,
      }),
      lines: z.array(ImportLine),
    }),
  }),
  /** Of a file that was uploaded in the console. */
  readLeadImport: adminOf('GET', '/api/v1/console/imports/:id/plan', {
    response: answer({ import: LeadImport }),
  }),
  /** Only a draft can be changed. */
  changeLeadImport: adminOf('PUT', '/api/v1/console/imports/:id/plan', {
    body: LeadImportChange,
    response: answer({ import: LeadImport }),
  }),
  /** The first 50 rows, or the first 50 that aren't imported. */
  listLeadImportRows: adminOf('GET', '/api/v1/console/imports/:id/rows', {
    query: z.object({ only: z._default(z.enum(['', 'invalid']), '') }),
    response: answer({ data: z.array(LeadImportRow) }),
  }),
  startLeadImport: adminOf('POST', '/api/v1/console/imports/:id/start', {
    body: z.object({ revision: z.int() }),
    response: answer({ import: LeadImport }),
  }),
  pauseLeadImport: adminOf('POST', '/api/v1/console/imports/:id/pause', {
    response: answer({ import: LeadImport }),
  }),
  resumeLeadImport: adminOf('POST', '/api/v1/console/imports/:id/resume', {
    response: answer({ import: LeadImport }),
  }),
  cancelLeadImport: adminOf('POST', '/api/v1/console/imports/:id/cancel', {
    body: z.object({ keep_leads: z.boolean() }),
    response: answer({ import: LeadImport }),
  }),
  /** Removes the leads that it created and that nothing else has changed since. */
  undoLeadImport: adminOf('POST', '/api/v1/console/imports/:id/undo', {
    response: answer({ import: LeadImport }),
  }),
  /** Deletes a draft and its file. */
  discardLeadImport: adminOf('DELETE', '/api/v1/console/imports/:id', { response: Success }),

  readSingleSignOn: admin('GET', '/api/v1/console/single-sign-on', { response: SingleSignOnAnswer }),
  changeSingleSignOn: admin('PUT', '/api/v1/console/single-sign-on', {
    body: SingleSignOnChange,
    response: SingleSignOnAnswer,
  }),
  /** Asks the issuer for its metadata, and whether it knows the client ID and secret. */
  testSingleSignOn: admin('POST', '/api/v1/console/single-sign-on/test', {
    response: answer(SingleSignOnTest.shape),
  }),
  removeSingleSignOn: admin('DELETE', '/api/v1/console/single-sign-on', { response: SingleSignOnAnswer }),

  listCrms: admin('GET', '/api/v1/console/crms', { response: answer({ data: z.array(ConsoleCrm) }) }),
  addCrm: admin('POST', '/api/v1/console/crms', {
    body: NewConsoleCrm,
    response: answer({ crm: ConsoleCrm }),
  }),
  /** Reads one record of each kind and writes nothing. */
  testCrm: adminOf('POST', '/api/v1/console/crms/:id/test', {
    /** null: it works. */
    response: answer({ error: nullableSentence }),
  }),
  /** Cancels pending deliveries; records in the CRM stay. */
  removeCrm: adminOf('DELETE', '/api/v1/console/crms/:id', { response: Success }),

  listAuditLog: admin('GET', '/api/v1/console/audit-log', {
    query: z.object({
      cursor,
      limit,
      user_id: z.optional(whole),
      /** `plays`: recordings that were played. `changes`: everything else. */
      kind: z.optional(z.enum(AUDIT_KINDS)),
      search,
      from: optionalTimestamp,
      to: optionalTimestamp,
    }),
    response: paged(AuditEntry),
  }),
} as const satisfies Record<string, ConsoleRow>;

export type ConsoleRequests = typeof CONSOLE_REQUESTS;
export type ConsoleRequestName = keyof ConsoleRequests;
