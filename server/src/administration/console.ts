/** The administrator's console and the live board: one function for each row of the contract's table. */

import type { ConsoleRequestName } from '@offhook/contract/console/console';
import { type Actor, type Id, recordChange } from '../accounts/settings/change.ts';
import type { ConsoleAnswer, ConsoleRequest } from '../accounts/settings/request.ts';
import {
  keyView,
  listApiKeys,
  listNumbers,
  readNumberRow,
  rulesView,
} from '../accounts/settings/settings-views.ts';
import { generatePassword } from '../accounts/settings/users.ts';
import { getUserAccount } from '../accounts/sign-in/api-keys.ts';
import { hashPassword } from '../accounts/sign-in/passwords.ts';
import { readImport } from '../intake/imports/lead-imports.ts';
import { crmOf, crmView, listCrms, testCrm } from '../integrations/crm/crms.ts';
import { destinationOf } from '../integrations/webhooks/destinations.ts';
import { listDeliveries, listWebhooks, readWebhook, testWebhook } from '../integrations/webhooks/webhooks.ts';
import { listDoNotCall, readDoNotCall } from '../leads/do-not-call-view.ts';
import { findPerson } from '../operations/person/person.ts';
import type { RetentionDays } from '../operations/retention.ts';
import { retentionView } from '../operations/retention-settings.ts';
import { type Database, retryOnConflict, transaction } from '../platform/database/database.ts';
import { queryTime } from '../platform/database/query-time.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import type { Clock } from '../platform/process/clock.ts';
import type { RealtimePublisher } from '../platform/realtime/realtime-publisher.ts';
import type { SafeHttp } from '../platform/telephony/safe-http.ts';
import { createBoards } from '../reports/board.ts';
import { listCalls, readCall } from '../reports/calls.ts';
import { listLeads, readLead } from '../reports/lead-views.ts';
import { listAgents, readAgent } from '../reports/people-views.ts';
import { listAuditLog, listImports } from '../reports/record-views.ts';
import { listTeams, readTeam } from '../reports/team-views.ts';
import { type InputOf, type OperationName, type OutcomeOf, perform } from './operations.ts';

export type Console = {
  readonly [N in ConsoleRequestName]: (request: ConsoleRequest<N>) => Promise<ConsoleAnswer<N>>;
};

export function createConsole(parts: {
  readonly db: Database;
  readonly clock: Clock;
  readonly outwardHttp: SafeHttp;
  /** Told after the commit: pages of the account that show it ask again. */
  readonly realtime: Pick<RealtimePublisher, 'settingsUpdated'>;
  /** Called after the commit: what the change ordered need not wait for the worker's next look. */
  readonly effectsOrdered?: () => void;
  /** Of the installation. */
  readonly retention: RetentionDays;
}): Console {
  const { db, clock } = parts;
  const boards = createBoards(parts);
  const now = () => clock.now();
  const moment = () => queryTime(clock);
  const done = { success: true } as const;

  /** Performs an operation and writes its line of the audit log in one transaction. */
  async function change<N extends OperationName>(
    actor: Actor,
    name: N,
    input: InputOf<N> | ((tx: Database) => Promise<InputOf<N>>),
  ): Promise<OutcomeOf<N>> {
    const { id: by, account_id: accountId } = actor.user;
    const at = now();
    const work = async (tx: Database) => {
      const given = typeof input === 'function' ? await input(tx) : input;
      const outcome = await perform(name, { tx, accountId, by, at }, given);
      await recordChange(tx, actor, name, outcome.subject, at);
      return outcome;
    };
    const outcome = await retryOnConflict(() => transaction(db, work));
    parts.effectsOrdered?.();
    parts.realtime.settingsUpdated(accountId);
    return outcome;
  }

  /** Changes or removes the row that the path names, and answers. */
  const setting =
    <N extends OperationName, A>(name: N, answer: (actor: Actor, id: number) => Promise<A>) =>
    async (
      request: Actor & { readonly params: Id; readonly body: Omit<InputOf<N>, 'id'> | undefined },
    ): Promise<A> => {
      await change(request, name, { ...request.body, ...request.params } as InputOf<N>);
      return answer(request, request.params.id);
    };

  /** The answer that shows one row. */
  const showing =
    <K extends string, Shown>(name: K, read: (user: SignedInUser, id: number) => Promise<Shown>) =>
    async ({ user }: Actor, id: number) =>
      ({ ...done, [name]: await read(user, id) }) as typeof done & Readonly<Record<K, Shown>>;
  const lead = showing('lead', (user, id) => readLead(db, user, id));
  const team = showing('team', (user, id) => readTeam(db, user, id, moment()));
  const agent = showing('agent', (user, id) => readAgent(db, user, id, moment()));
  const number = showing('number', (user, id) => readNumberRow(db, user, id));
  const webhook = showing('webhook', (user, id) => readWebhook(db, user.account_id, id));
  const rules = async ({ user }: Actor) => ({ ...done, rules: rulesView(await getUserAccount(db, user)) });
  const retention = async ({ user }: Actor) => ({
    ...done,
    retention: retentionView(await getUserAccount(db, user), parts.retention),
  });
  const personOf = (request: ConsoleRequest<'exportLead' | 'eraseLead'>) => async (tx: Database) => {
    const person = await findPerson(tx, request.user.account_id, { leadId: request.params.id });
    if (!person) throw new ApiError('notFound');
    return person;
  };

  return {
    ping: async () => done,

    readBoard: ({ user, query }) => boards.read(user, query.team_id === '' ? null : query.team_id),

    listCalls: ({ user, query }) => listCalls(db, user, query),
    readCall: async ({ user, params }) => ({ ...done, call: await readCall(db, user, params.id) }),

    listLeads: ({ user, query }) => listLeads(db, user, query),
    readLead: (request) => lead(request, request.params.id),
    changeLead: setting('leads set', lead),

    async exportLead(request) {
      const { document } = await change(request, 'person export', personOf(request));
      return { ...done, person: document };
    },
    async eraseLead(request) {
      const { counts, isListed } = await change(request, 'person erase', personOf(request));
      return { ...done, erased: counts, number_stays_listed: isListed };
    },

    listTeams: async ({ user }) => ({ ...done, data: await listTeams(db, user, moment()) }),
    readTeam: (request) => team(request, request.params.id),
    async addTeam(request) {
      const { id } = await change(request, 'teams add', request.body);
      return team(request, id);
    },
    changeTeam: setting('teams set', team),

    listAgents: ({ user, query }) => listAgents(db, user, query, moment()),
    readAgent: (request) => agent(request, request.params.id),
    async addAgent(request) {
      const { password: wished, ...fields } = request.body;
      const password = wished ?? generatePassword();
      const passwordHash = await hashPassword(password);
      const { id } = await change(request, 'users add', { ...fields, passwordHash });
      return { ...(await agent(request, id)), password: wished === undefined ? password : null };
    },
    changeAgent: setting('users set', agent),
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

    listNumbers: async ({ user }) => ({ ...done, data: await listNumbers(db, user) }),
    async addNumber(request) {
      const { row } = await change(request, 'numbers add', request.body);
      return number(request, row.id);
    },
    changeNumber: setting('numbers set', number),
    removeNumber: setting('numbers remove', async () => done),

    readRules: rules,
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
    changeWebhook: setting('webhooks set', webhook),
    removeWebhook: setting('webhooks remove', async () => done),
    listDeliveries: ({ user, params, query }) => listDeliveries(db, user.account_id, params.id, query),
    async replayDelivery(request) {
      const { delivery } = await change(request, 'webhooks replay', request.params);
      return { ...done, delivery };
    },
    async testWebhook(request) {
      const { user, params } = request;
      // Nothing is held while somebody else's server thinks.
      const row = await destinationOf(db, user.account_id, params.id);
      const answer = await testWebhook(parts.outwardHttp, row, now());
      const { delivered, status, error } = await change(request, 'webhooks test', answer);
      return { ...done, delivered, status, error };
    },

    listApiKeys: async ({ user }) => ({ ...done, data: await listApiKeys(db, user.account_id) }),
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
      readImport(parts, { id: user.account_id }, params.id, query.after),

    listCrms: async ({ user }) => ({ ...done, data: await listCrms(db, user.account_id) }),
    async addCrm(request) {
      const { row } = await change(request, 'crm add', request.body);
      return { ...done, crm: crmView(row) };
    },
    async testCrm(request) {
      const { user, params } = request;
      // Nothing is held while the CRM takes its time.
      const row = await crmOf(db, user.account_id, params.id);
      const error = await testCrm(parts.outwardHttp, row, now);
      await change(request, 'crm test', params);
      return { ...done, error };
    },
    removeCrm: setting('crm remove', async () => done),
    listAuditLog: ({ user, query }) => listAuditLog(db, user.account_id, query),
  };
}
