import type { ConsoleRequestName } from '@offhook/contract/console/console';
import { localTime } from '@offhook/contract/weekly-schedule';
import { organizationRedirectUri } from '../accounts/core/single-sign-on.ts';
import { readAgentSecurity } from '../accounts/second-factor/agent-security.ts';
import { boardLimitsView } from '../accounts/settings/board-limits.ts';
import { callRatesView } from '../accounts/settings/call-rates.ts';
import { type Actor, type Id, recordChange } from '../accounts/settings/change.ts';
import { listPublicHolidays } from '../accounts/settings/public-holidays.ts';
import type { ConsoleRequest, ConsoleResponse } from '../accounts/settings/request.ts';
import {
  keyView,
  listApiKeys,
  listNumbers,
  readConsoleNumber,
  rulesView,
} from '../accounts/settings/settings-views.ts';
import { generatePassword } from '../accounts/settings/users.ts';
import { getUserAccount } from '../accounts/sign-in/api-keys.ts';
import { hashPassword } from '../accounts/sign-in/passwords.ts';
import { listInvitations } from '../accounts/sign-in-links/invitation-views.ts';
import { invitationUrl, newPasswordUrl } from '../accounts/sign-in-links/sign-in-url.ts';
import { type Issuers, testIssuer } from '../accounts/single-sign-on/issuers.ts';
import { readSignOn, signOnView } from '../accounts/single-sign-on/settings.ts';
import { readStatusRevision } from '../accounts/status/agent-status.ts';
import { readAgentStatus } from '../accounts/status/status-views.ts';
import { statusesView } from '../accounts/status/statuses.ts';
import type { ConsoleImports } from '../intake/imports/console-imports.ts';
import { listLeadImportRows, readLeadImport } from '../intake/imports/console-imports-view.ts';
import { readImport } from '../intake/imports/lead-imports.ts';
import { readNewestFormLead } from '../intake/newest-form-lead.ts';
import { createTestLeads, type TestLeadDeps } from '../intake/test-lead.ts';
import { crmView, findCrm, listCrms, testCrm } from '../integrations/crm/crms.ts';
import { findEndpoint } from '../integrations/webhooks/endpoints.ts';
import { listDeliveries, listWebhooks, readWebhook, testWebhook } from '../integrations/webhooks/webhooks.ts';
import { listDoNotCall, readDoNotCall } from '../leads/do-not-call/do-not-call-view.ts';
import { findPerson } from '../operations/person/person.ts';
import type { RetentionDays } from '../operations/retention.ts';
import { retentionView } from '../operations/retention-settings.ts';
import { getAccountRow } from '../platform/database/account-rows.ts';
import { type Database, retryOnConflict, transaction } from '../platform/database/database.ts';
import { queryTime } from '../platform/database/query-time.ts';
import { leads, users } from '../platform/database/schema.ts';
import { supervisesAgent, supervisesLead } from '../platform/database/team-scope.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import type { Clock } from '../platform/process/clock.ts';
import type { RealtimePublisher } from '../platform/realtime/realtime-publisher.ts';
import type { SafeHttp } from '../platform/telephony/safe-http.ts';
import {
  createExternalLink,
  externalLinkUrl,
  revokeExternalLink,
} from '../recordings/external-links/links.ts';
import { readAgentScores } from '../recordings/review/agent-scores.ts';
import { readCallReview } from '../recordings/review/call-review.ts';
import { addComment, changeComment, removeComment } from '../recordings/review/comments.ts';
import { questionsView } from '../recordings/review/questions.ts';
import type { ReviewChange } from '../recordings/review/review-change.ts';
import { saveScorecard } from '../recordings/review/scorecards.ts';
import { listAgents, readAgent } from '../reports/agent-views.ts';
import { createBoards } from '../reports/board.ts';
import { countCalls, listCalls, readCall } from '../reports/calls.ts';
import { createReports } from '../reports/figures/report.ts';
import { readListChoices } from '../reports/filters/list-choices.ts';
import { readLeadTimeline } from '../reports/lead-timeline/lead-timeline.ts';
import { countLeads, listLeads, readLead } from '../reports/lead-views.ts';
import { listReportMails, readReportMail } from '../reports/mails/report-mail-views.ts';
import { listAuditLog, listImports } from '../reports/record-views.ts';
import { listTeams, readTeam } from '../reports/team-views.ts';
import { type InputOf, type OperationName, type OutcomeOf, perform } from './operations.ts';

export type Console = {
  readonly [N in ConsoleRequestName]: (request: ConsoleRequest<N>) => Promise<ConsoleResponse<N>>;
};

export function createConsole(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly safeHttp: SafeHttp;
  readonly issuers: Issuers;
  /** Notified after the commit, so that open pages reload. */
  readonly realtime: Pick<
    RealtimePublisher,
    'settingsUpdated' | 'agentUpdated' | 'statusUpdated' | 'callUpdated'
  >;
  /** Called after the commit, so that new effects don't wait for the next poll. */
  readonly onEffectsScheduled?: () => void;
  readonly retention: RetentionDays;
  readonly imports: ConsoleImports;
  readonly intake: TestLeadDeps['intake'];
  /** For links that are handed over. */
  readonly publicUrl: string;
  readonly sendsMail: boolean;
  /** How often the live board is read. Default: 1 s. */
  readonly boardEveryMs?: number;
}): Console {
  const { db, clock, publicUrl, sendsMail } = deps;
  const boards = createBoards(deps, deps.boardEveryMs);
  const readReport = createReports(deps);
  const sendTestLead = createTestLeads(deps);
  const now = () => clock.now();
  const currentTime = () => queryTime(clock);
  const done = { success: true } as const;

  /** Writes the audit log entry in the operation's transaction. */
  async function change<N extends OperationName>(
    actor: Actor,
    name: N,
    input: InputOf<N> | ((tx: Database) => Promise<InputOf<N>>),
  ): Promise<OutcomeOf<N>> {
    const { id: by, account_id: accountId } = actor.user;
    const at = now();
    const work = async (tx: Database) => {
      const resolved = typeof input === 'function' ? await input(tx) : input;
      const outcome = await perform(name, { tx, accountId, by, at }, resolved);
      await recordChange(tx, actor, name, outcome.subject, at);
      return outcome;
    };
    const outcome = await retryOnConflict(() => transaction(db, work));
    deps.onEffectsScheduled?.();
    deps.realtime.settingsUpdated(accountId);
    return outcome;
  }

  const changeAndReturn =
    <N extends OperationName, A>(name: N, respond: (actor: Actor, id: number) => Promise<A>) =>
    async (
      request: Actor & { readonly params: Id; readonly body: Omit<InputOf<N>, 'id'> | undefined },
    ): Promise<A> => {
      await change(request, name, { ...request.body, ...request.params } as InputOf<N>);
      return respond(request, request.params.id);
    };

  const respondWith =
    <K extends string, View>(name: K, read: (user: SignedInUser, id: number) => Promise<View>) =>
    async ({ user }: Actor, id: number) =>
      ({ ...done, [name]: await read(user, id) }) as typeof done & Readonly<Record<K, View>>;
  const lead = respondWith('lead', (user, id) => readLead(db, user, id));
  const reportMail = respondWith('report_mail', (user, id) => readReportMail(db, user, id));
  const team = respondWith('team', (user, id) => readTeam(db, user, id, currentTime()));
  const agent = respondWith('agent', (user, id) => readAgent(db, user, id, currentTime()));
  const number = respondWith('number', (user, id) => readConsoleNumber(db, user, id));
  const webhook = respondWith('webhook', (user, id) => readWebhook(db, user.account_id, id));
  const rules = async ({ user }: Actor) => ({ ...done, rules: rulesView(await getUserAccount(db, user)) });
  const signOn = async ({ user }: Actor) => {
    const row = await readSignOn(db, user.account_id);
    return {
      ...done,
      single_sign_on: row && signOnView(row),
      redirect_uri: organizationRedirectUri(publicUrl, user.account_id),
    };
  };
  const callRates = async ({ user }: Actor) => ({
    ...done,
    call_rates: callRatesView(await getUserAccount(db, user)),
  });
  const retention = async ({ user }: Actor) => ({
    ...done,
    retention: retentionView(await getUserAccount(db, user), deps.retention),
  });
  const limits = async ({ user }: Actor) => ({
    ...done,
    limits: boardLimitsView(await getUserAccount(db, user)),
  });
  const statuses = async ({ user }: Actor) => ({
    ...done,
    statuses: await statusesView(db, user.account_id),
  });
  const leadImport = async ({ user, params }: Actor & { readonly params: Id }) => ({
    ...done,
    import: await readLeadImport(deps, user.account_id, params.id),
  });
  async function notifyOfStatus({ user, params }: Actor & { readonly params: Id }): Promise<void> {
    deps.realtime.statusUpdated(params.id, await readStatusRevision(db, params.id));
    deps.realtime.agentUpdated(user.account_id, params.id);
  }
  const findPersonOfLead = (request: ConsoleRequest<'exportLead' | 'eraseLead'>) => async (tx: Database) => {
    const person = await findPerson(tx, request.user.account_id, { leadId: request.params.id });
    if (!person) throw new ApiError('notFound');
    return person;
  };

  const questions = async ({ user }: Actor) => ({
    ...done,
    questions: await questionsView(db, user.account_id),
  });
  const review = async (user: SignedInUser, callId: number) => ({
    ...done,
    review: await readCallReview(db, user, callId, now()),
  });
  const inputOf = <B extends object>({
    params,
    body,
  }: {
    readonly params: Id;
    readonly body: B;
  }): Id & B => ({
    ...body,
    ...params,
  });
  /** Not a setting: only pages that show the call load it again. */
  async function performReviewChange<C extends ReviewChange>(
    actor: Actor,
    work: (tx: Database, at: number) => Promise<C>,
  ): Promise<C> {
    const at = now();
    const performed = await retryOnConflict(() =>
      transaction(db, async (tx) => {
        const changed = await work(tx, at);
        const { action, subject = `call ${changed.callId}` } = changed;
        await recordChange(tx, actor, action, subject, at);
        return changed;
      }),
    );
    deps.realtime.callUpdated(actor.user.account_id, performed.callId, []);
    return performed;
  }
  const changeReview =
    <R extends Actor>(work: (tx: Database, request: R, at: number) => Promise<ReviewChange>) =>
    async (request: R) => {
      const { callId } = await performReviewChange(request, (tx, at) => work(tx, request, at));
      return review(request.user, callId);
    };

  return {
    ping: async () => done,

    readBoard: ({ user, query }) => boards.read(user, query.team_id === '' ? null : query.team_id),
    readBoardChanges: ({ user, query: { team_id, since } }) =>
      boards.readChanges(user, team_id === '' ? null : team_id, since?.split(',')),

    readBoardLimits: limits,
    async changeBoardLimits(request) {
      await change(request, 'accounts limits', request.body);
      return limits(request);
    },

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
      return done;
    },
    async sendReportMail(request) {
      const { user, params } = request;
      await change(request, 'report mails send', { ...params, user, sendsMail });
      return reportMail(request, params.id);
    },
    async stopReportMail(request) {
      await change(request, 'report mails stop', { ...request.params, user: request.user });
      return done;
    },
    readCallRates: callRates,
    async changeCallRates(request) {
      await change(request, 'call rates set', request.body);
      return callRates(request);
    },

    listCalls: ({ user, query }) => listCalls(db, user, query),
    countCalls: async ({ user, query }) => ({ ...done, count: await countCalls(db, user, query) }),
    readCall: async ({ user, params }) => ({ ...done, call: await readCall(db, user, params.id) }),
    readCallReview: ({ user, params }) => review(user, params.id),
    addRecordingComment: changeReview((tx, request, at) => addComment(tx, request, inputOf(request), at)),
    changeRecordingComment: changeReview((tx, request, at) =>
      changeComment(tx, request, inputOf(request), at),
    ),
    removeRecordingComment: changeReview((tx, request) => removeComment(tx, request, request.params)),
    saveScorecard: changeReview((tx, request, at) => saveScorecard(tx, request, inputOf(request), at)),
    async createExternalLink(request) {
      const { callId, token } = await performReviewChange(request, (tx, at) =>
        createExternalLink(tx, request, inputOf(request), at),
      );
      return { ...(await review(request.user, callId)), link: externalLinkUrl(publicUrl, token) };
    },
    revokeExternalLink: changeReview((tx, request) => revokeExternalLink(tx, request, request.params)),
    readScorecardQuestions: questions,
    async changeScorecardQuestions(request) {
      await change(request, 'scorecard set', request.body);
      return questions(request);
    },

    listLeads: ({ user, query }) => listLeads(db, user, query),
    countLeads: async ({ user, query }) => ({ ...done, count: await countLeads(db, user, query) }),
    readListChoices: ({ user }) => readListChoices(db, user),
    readLead: (request) => lead(request, request.params.id),
    readLeadTimeline: ({ user, params, query: { before } }) =>
      readLeadTimeline(deps, user, params.id, before === undefined ? null : new Date(before)),
    async sendTestLead(request) {
      const receipt = await sendTestLead(request.user, request.body);
      await change(request, 'leads test', { id: receipt.lead_id });
      return { ...done, ...receipt };
    },
    changeLead: changeAndReturn('leads set', lead),

    async cancelLeadCallback(request) {
      const { user, params } = request;
      await change(request, 'callbacks cancel', async (tx) => {
        await getAccountRow(tx, leads, user.account_id, params.id, supervisesLead(user));
        return params;
      });
      return lead(request, request.params.id);
    },
    async exportLead(request) {
      const { document } = await change(request, 'person export', findPersonOfLead(request));
      return { ...done, person: document };
    },
    async eraseLead(request) {
      const { counts, isListed } = await change(request, 'person erase', findPersonOfLead(request));
      return { ...done, erased: counts, number_stays_listed: isListed };
    },

    listTeams: async ({ user }) => ({ ...done, data: await listTeams(db, user, currentTime()) }),
    readTeam: (request) => team(request, request.params.id),
    async addTeam(request) {
      const { id } = await change(request, 'teams add', request.body);
      return team(request, id);
    },
    changeTeam: changeAndReturn('teams set', team),

    listAgents: ({ user, query }) => listAgents(db, user, query, currentTime()),
    readAgent: async (request) => ({
      ...(await agent(request, request.params.id)),
      scores: await readAgentScores(db, request.user.account_id, request.params.id, now()),
    }),
    async addAgent(request) {
      const { password: chosenPassword, ...fields } = request.body;
      const password = chosenPassword ?? generatePassword();
      const passwordHash = await hashPassword(password);
      const { id } = await change(request, 'users add', { ...fields, passwordHash });
      return { ...(await agent(request, id)), password: chosenPassword === undefined ? password : null };
    },
    async changeAgent(request) {
      const changed = await changeAndReturn('users set', agent)(request);
      if (request.body.do_not_disturb !== undefined) await notifyOfStatus(request);
      return changed;
    },
    async setAgentStatus(request) {
      const { user, params, body } = request;
      const { presenceCutoff } = currentTime();
      await change(request, 'users status', async (tx) => {
        await getAccountRow(tx, users, user.account_id, params.id, supervisesAgent(user, users.id));
        return { ...params, ...body, by: user, presenceCutoff };
      });
      await notifyOfStatus(request);
      return { ...done, status: await readAgentStatus(db, user.account_id, params.id, now()) };
    },
    readStatuses: statuses,
    async changeStatuses(request) {
      await change(request, 'statuses set', request.body);
      return statuses(request);
    },
    async setAgentPassword(request) {
      const { params, body } = request;
      const password = body.password ?? generatePassword();
      const passwordHash = await hashPassword(password);
      await change(request, 'users password', { ...params, passwordHash });
      return { ...done, password: body.password === undefined ? password : null };
    },
    async logOutAgent(request) {
      const { ended } = await change(request, 'users logout', request.params);
      return { ...done, ended };
    },

    async createResetLink(request) {
      const { token } = await change(request, 'users reset-link', request.params);
      return { ...done, link: newPasswordUrl(publicUrl, token) };
    },

    listInvitations: async ({ user }) => ({
      ...done,
      data: await listInvitations(db, user.account_id),
      sends_mail: sendsMail,
    }),
    async invite(request) {
      const { outcomes } = await change(request, 'invitations add', { ...request.body, sendsMail });
      const results = outcomes.map(({ token, ...result }) => ({
        ...result,
        link: token === null ? null : invitationUrl(publicUrl, token),
      }));
      return { ...done, results };
    },
    async resendInvitation(request) {
      if (!sendsMail) throw new ApiError('mailNotSetUp');
      await change(request, 'invitations resend', request.params);
      return done;
    },
    async createInvitationLink(request) {
      const { token } = await change(request, 'invitations link', request.params);
      return { ...done, link: invitationUrl(publicUrl, token) };
    },
    revokeInvitation: changeAndReturn('invitations revoke', async () => done),

    async readAgentSecurity({ user, params }) {
      return { ...done, security: await readAgentSecurity(db, user.account_id, params.id, now()) };
    },
    async endAgentSession(request) {
      const { ended } = await change(request, 'users end-session', { ...request.params, ...request.body });
      return { ...done, ended };
    },
    async resetAgentFactors(request) {
      const { ended } = await change(request, 'users reset-factors', request.params);
      return { ...done, ended };
    },

    listNumbers: async ({ user }) => ({ ...done, data: await listNumbers(db, user) }),
    async addNumber(request) {
      const { row } = await change(request, 'numbers add', request.body);
      return number(request, row.id);
    },
    changeNumber: changeAndReturn('numbers set', number),
    removeNumber: changeAndReturn('numbers remove', async () => done),

    readRules: rules,
    listPublicHolidays: async ({ user, query: { year } }) => {
      const { country_code: country, time_zone: zone } = await getUserAccount(db, user);
      const thisYear = Number(localTime(zone, now()).date.slice(0, 'YYYY'.length));
      return { ...done, data: await listPublicHolidays(country, year ?? thisYear, user.language ?? 'en') };
    },
    async changeRules(request) {
      await change(request, 'accounts set', request.body);
      return rules(request);
    },
    readRetention: retention,
    async changeRetention(request) {
      await change(request, 'retention set', request.body);
      return retention(request);
    },
    listDoNotCall: ({ user, query }) => listDoNotCall(db, user, query),
    async addDoNotCall(request) {
      const { number } = await change(request, 'do-not-call add', request.body);
      return { ...done, entry: await readDoNotCall(db, request.user, number) };
    },
    async removeDoNotCall(request) {
      await change(request, 'do-not-call remove', { phone_number: `+${request.params.id}` });
      return done;
    },

    listWebhooks: async ({ user }) => ({ ...done, data: await listWebhooks(db, user.account_id) }),
    async addWebhook(request) {
      const { row } = await change(request, 'webhooks add', request.body);
      return { ...(await webhook(request, row.id)), secret: row.secret };
    },
    changeWebhook: changeAndReturn('webhooks set', webhook),
    removeWebhook: changeAndReturn('webhooks remove', async () => done),
    listDeliveries: ({ user, params, query }) => listDeliveries(db, user.account_id, params.id, query),
    async replayDelivery(request) {
      const { delivery } = await change(request, 'webhooks replay', request.params);
      return { ...done, delivery };
    },
    async testWebhook(request) {
      const { user, params } = request;
      // Outside a transaction, because the endpoint may be slow.
      const row = await findEndpoint(db, user.account_id, params.id);
      const result = await testWebhook(deps.safeHttp, row, now());
      const { delivered, status, error } = await change(request, 'webhooks test', result);
      return { ...done, delivered, status, error };
    },

    listApiKeys: async ({ user }) => ({
      ...done,
      data: await listApiKeys(db, user.account_id),
      newest_lead: await readNewestFormLead(db, user.account_id),
    }),
    async addApiKey(request) {
      const { row, secret } = await change(request, 'keys add', request.body);
      return { ...done, key: keyView(row), secret };
    },
    async revokeApiKey(request) {
      const { row } = await change(request, 'keys revoke', request.params);
      return { ...done, key: keyView(row) };
    },

    listImports: ({ user, query }) => listImports(db, user.account_id, query),
    readImport: ({ user, params, query }) =>
      readImport(deps, { id: user.account_id }, params.id, query.after),
    readLeadImport: leadImport,
    async changeLeadImport(request) {
      await deps.imports.change(request, request.params.id, request.body);
      return leadImport(request);
    },
    listLeadImportRows: ({ user, params, query }) =>
      listLeadImportRows(deps, user.account_id, params.id, query.only),
    async startLeadImport(request) {
      await deps.imports.start(request, request.params.id, request.body.revision);
      return leadImport(request);
    },
    async pauseLeadImport(request) {
      await deps.imports.pause(request, request.params.id);
      return leadImport(request);
    },
    async resumeLeadImport(request) {
      await deps.imports.resume(request, request.params.id);
      return leadImport(request);
    },
    async cancelLeadImport(request) {
      await deps.imports.cancel(request, request.params.id, request.body.keep_leads);
      return leadImport(request);
    },
    async undoLeadImport(request) {
      await deps.imports.undo(request, request.params.id);
      return leadImport(request);
    },
    async discardLeadImport(request) {
      await deps.imports.discard(request, request.params.id);
      return done;
    },

    readSingleSignOn: signOn,
    async changeSingleSignOn(request) {
      await change(request, 'sign-on set', request.body);
      return signOn(request);
    },
    async testSingleSignOn(request) {
      const row = await readSignOn(db, request.user.account_id);
      if (row === null) throw new ApiError('notFound');
      // Outside a transaction, because the issuer may be slow.
      const result = await testIssuer(deps.issuers(row));
      await change(request, 'sign-on test', done);
      return { ...done, ...result };
    },
    async removeSingleSignOn(request) {
      await change(request, 'sign-on remove', done);
      return signOn(request);
    },

    listCrms: async ({ user }) => ({ ...done, data: await listCrms(db, user.account_id) }),
    async addCrm(request) {
      const { row } = await change(request, 'crm add', request.body);
      return { ...done, crm: crmView(row) };
    },
    async testCrm(request) {
      const { user, params } = request;
      // Outside a transaction, because the CRM may be slow.
      const row = await findCrm(db, user.account_id, params.id);
      const error = await testCrm(deps.safeHttp, row, now);
      await change(request, 'crm test', params);
      return { ...done, error };
    },
    removeCrm: changeAndReturn('crm remove', async () => done),
    listAuditLog: ({ user, query }) => listAuditLog(db, user.account_id, query),
  };
}
