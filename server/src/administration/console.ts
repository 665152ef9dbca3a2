/** The administrator's console and the live board: one function for each row of the contract's table. */

import type { ConsoleRequestName } from '@offhook/contract/console/console';
import { RETENTION_GRACE_MS } from '@offhook/contract/limits';
import { changing } from '../accounts/settings/change.ts';
import { addApiKey, revokeApiKey } from '../accounts/settings/keys.ts';
import {
  keyView,
  listApiKeys,
  listNumbers,
  readNumberRow,
  rulesView,
} from '../accounts/settings/line-views.ts';
import { addNumber, changeNumber, removeNumber } from '../accounts/settings/numbers.ts';
import {
  addPerson,
  changePerson,
  logOut,
  madePassword,
  personOf,
  setPassword,
} from '../accounts/settings/people.ts';
import type { ConsoleAnswer, ConsoleRequest } from '../accounts/settings/request.ts';
import { changeRules } from '../accounts/settings/rules.ts';
import { addTeam, changeTeam } from '../accounts/settings/teams.ts';
import { accountOfUser } from '../accounts/sign-in/api-keys.ts';
import { hashPassword } from '../accounts/sign-in/passwords.ts';
import { readImport } from '../intake/imports/lead-imports.ts';
import { addCrmOf, crmOf, crmView, listCrms, removeCrm, testCrm } from '../integrations/crm/crms.ts';
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  removeWebhook,
  replayDelivery,
  testWebhook,
  webhookOf,
} from '../integrations/webhooks/webhooks.ts';
import { setDoNotCall, unlistNumber } from '../leads/do-not-call.ts';
import { listDoNotCall, readDoNotCall } from '../leads/do-not-call-view.ts';
import { changeLead } from '../leads/lead-settings.ts';
import { erasePerson, findPerson, subjectOf } from '../operations/person/person.ts';
import { exportOf } from '../operations/person/person-export.ts';
import type { RetentionDays } from '../operations/retention.ts';
import { changeRetention, retentionView } from '../operations/retention-settings.ts';
import type { Database } from '../platform/database/database.ts';
import { momentOf } from '../platform/database/moment.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Clock } from '../platform/process/clock.ts';
import type { RealtimePublisher } from '../platform/realtime/realtime-publisher.ts';
import type { OutwardHttp } from '../platform/telephony/outward-http.ts';
import { createBoards } from '../reports/board.ts';
import { listCalls, readCall } from '../reports/calls.ts';
import { listLeads, readLead } from '../reports/lead-views.ts';
import { listAgents, readAgent } from '../reports/people-views.ts';
import { listAuditLog, listImports } from '../reports/record-views.ts';
import { listTeams, readTeam } from '../reports/team-views.ts';

export type Console = {
  readonly [N in ConsoleRequestName]: (request: ConsoleRequest<N>) => Promise<ConsoleAnswer<N>>;
};

export function createConsole(parts: {
  readonly db: Database;
  readonly clock: Clock;
  readonly outwardHttp: OutwardHttp;
  readonly realtime: Pick<RealtimePublisher, 'settingsUpdated'>;
  readonly effectsOrdered?: () => void;
  /** Of the installation. */
  readonly retention: RetentionDays;
}): Console {
  const { db, clock } = parts;
  const boards = createBoards(parts);
  const now = () => clock.now();
  const moment = () => momentOf(clock);
  const done = { success: true } as const;
  return {
    ping: async () => done,

    readBoard: ({ user, query }) => boards.read(user, query.team_id === '' ? null : query.team_id),

    listCalls: ({ user, query }) => listCalls(db, user, query),
    readCall: async ({ user, params }) => ({ ...done, call: await readCall(db, user, params.id) }),

    listLeads: ({ user, query }) => listLeads(db, user, query),
    readLead: async ({ user, params }) => ({ ...done, lead: await readLead(db, user, params.id) }),
    async changeLead(request) {
      const { user, params, body } = request;
      await changing(parts, request, 'leads set', (tx, at) =>
        changeLead(tx, user.account_id, params.id, body, at),
      );
      return { ...done, lead: await readLead(db, user, params.id) };
    },

    async exportLead(request) {
      const { user, params } = request;
      const { document } = await changing(parts, request, 'person export', async (tx, at) => {
        const person = await findPerson(tx, user.account_id, { leadId: params.id });
        if (!person) throw new Refusal('notFound');
        return { ...(await exportOf(tx, person, at)), subject: subjectOf(person, 'exported') };
      });
      return { ...done, person: document };
    },
    async eraseLead(request) {
      const { user, params } = request;
      const { counts, isListed } = await changing(parts, request, 'person erase', async (tx, at) => {
        const person = await findPerson(tx, user.account_id, { leadId: params.id });
        if (!person) throw new Refusal('notFound');
        return erasePerson(tx, person, new Date(at));
      });
      return { ...done, erased: counts, number_stays_listed: isListed };
    },

    listTeams: async ({ user }) => ({ ...done, data: await listTeams(db, user, moment()) }),
    readTeam: async ({ user, params }) => ({ ...done, team: await readTeam(db, user, params.id, moment()) }),
    async addTeam(request) {
      const { user, body } = request;
      const { id } = await changing(parts, request, 'teams add', (tx) => addTeam(tx, user.account_id, body));
      return { ...done, team: await readTeam(db, user, id, moment()) };
    },
    async changeTeam(request) {
      const { user, params, body } = request;
      await changing(parts, request, 'teams set', (tx) => changeTeam(tx, user.account_id, params.id, body));
      return { ...done, team: await readTeam(db, user, params.id, moment()) };
    },

    listAgents: ({ user, query }) => listAgents(db, user, query, moment()),
    readAgent: async ({ user, params }) => ({
      ...done,
      agent: await readAgent(db, user, params.id, moment()),
    }),
    async addAgent(request) {
      const { user, body } = request;
      const { password: wished, ...fields } = body;
      const password = wished ?? madePassword();
      const hash = await hashPassword(password);
      const { id } = await changing(parts, request, 'users add', (tx, at) =>
        addPerson(tx, user.account_id, fields, hash, at),
      );
      return {
        ...done,
        agent: await readAgent(db, user, id, moment()),
        password: wished === undefined ? password : null,
      };
    },
    async changeAgent(request) {
      const { user, params, body } = request;
      await changing(parts, request, 'users set', (tx, at) =>
        changePerson(tx, user.account_id, params.id, body, { by: user.id, at }),
      );
      return { ...done, agent: await readAgent(db, user, params.id, moment()) };
    },
    async setAgentPassword(request) {
      const { user, params, body } = request;
      const password = body.password ?? madePassword();
      const hash = await hashPassword(password);
      await changing(parts, request, 'users password', async (tx, at) =>
        setPassword(tx, await personOf(tx, user.account_id, params.id), hash, at),
      );
      return { ...done, password: body.password === undefined ? password : null };
    },
    async logOutAgent(request) {
      const { user, params } = request;
      const { ended } = await changing(parts, request, 'users logout', async (tx, at) => {
        const { id } = await personOf(tx, user.account_id, params.id);
        return { ended: await logOut(tx, id, at), subject: `user ${id}: logged out` };
      });
      return { ...done, ended };
    },

    listNumbers: async ({ user }) => ({ ...done, data: await listNumbers(db, user) }),
    async addNumber(request) {
      const { user, body } = request;
      const { row } = await changing(parts, request, 'numbers add', (tx) =>
        addNumber(tx, user.account_id, body),
      );
      return { ...done, number: await readNumberRow(db, user, row.id) };
    },
    async changeNumber(request) {
      const { user, params, body } = request;
      await changing(parts, request, 'numbers set', (tx) =>
        changeNumber(tx, user.account_id, params.id, body),
      );
      return { ...done, number: await readNumberRow(db, user, params.id) };
    },
    async removeNumber(request) {
      const { user, params } = request;
      await changing(parts, request, 'numbers remove', (tx) => removeNumber(tx, user.account_id, params.id));
      return done;
    },

    readRules: async ({ user }) => ({ ...done, rules: rulesView(await accountOfUser(db, user)) }),
    async changeRules(request) {
      const { user, body } = request;
      await changing(parts, request, 'accounts set', (tx) => changeRules(tx, user.account_id, body));
      return { ...done, rules: rulesView(await accountOfUser(db, user)) };
    },
    readRetention: async ({ user }) => ({
      ...done,
      retention: retentionView(await accountOfUser(db, user), parts.retention),
    }),
    async changeRetention(request) {
      const { user, body } = request;
      await changing(parts, request, 'retention set', (tx, at) =>
        changeRetention(tx, user.account_id, body, new Date(at + RETENTION_GRACE_MS)),
      );
      return { ...done, retention: retentionView(await accountOfUser(db, user), parts.retention) };
    },
    listDoNotCall: ({ user, query }) => listDoNotCall(db, user, query),
    async addDoNotCall(request) {
      const { user, body } = request;
      const listing = { source: 'console', by: user.id } as const;
      const { number } = await changing(parts, request, 'do-not-call add', (tx, at) =>
        setDoNotCall(tx, user.account_id, body.phone_number, true, listing, at),
      );
      return { ...done, entry: await readDoNotCall(db, user, number) };
    },
    async removeDoNotCall(request) {
      const { user, params } = request;
      await changing(parts, request, 'do-not-call remove', async (tx, at) => {
        if (!(await unlistNumber(tx, user.account_id, `+${params.id}`, at))) throw new Refusal('notFound');
        return { subject: 'do-not-call list: one number removed' };
      });
      return done;
    },

    listWebhooks: async ({ user }) => ({ ...done, data: await listWebhooks(db, user.account_id) }),
    async addWebhook(request) {
      const { user, body } = request;
      const { id, secret } = await changing(parts, request, 'webhooks add', (tx) =>
        addWebhook(tx, user.account_id, body),
      );
      return { ...done, webhook: await readWebhook(db, user.account_id, id), secret };
    },
    async changeWebhook(request) {
      const { user, params, body } = request;
      await changing(parts, request, 'webhooks set', (tx) =>
        changeWebhook(tx, user.account_id, params.id, body),
      );
      return { ...done, webhook: await readWebhook(db, user.account_id, params.id) };
    },
    async removeWebhook(request) {
      const { user, params } = request;
      await changing(parts, request, 'webhooks remove', (tx, at) =>
        removeWebhook(tx, user.account_id, params.id, at),
      );
      return done;
    },
    listDeliveries: ({ user, params, query }) => listDeliveries(db, user.account_id, params.id, query),
    async replayDelivery(request) {
      const { user, params } = request;
      const { delivery } = await changing(parts, request, 'webhooks replay', (tx, at) =>
        replayDelivery(tx, user.account_id, params.id, at),
      );
      return { ...done, delivery };
    },
    async testWebhook(request) {
      const { user, params } = request;
      // Nothing is held while somebody else's server thinks.
      const row = await webhookOf(db, user.account_id, params.id);
      const told = await testWebhook(parts.outwardHttp, row, now());
      const { delivered, status, error } = await changing(parts, request, 'webhooks test', async () => told);
      return { ...done, delivered, status, error };
    },

    listApiKeys: async ({ user }) => ({ ...done, data: await listApiKeys(db, user.account_id) }),
    async addApiKey(request) {
      const { user, body } = request;
      const { row, secret } = await changing(parts, request, 'keys add', (tx, at) =>
        addApiKey(tx, user.account_id, body.name, at),
      );
      return { ...done, key: keyView(row), secret };
    },
    async revokeApiKey(request) {
      const { user, params } = request;
      const { row } = await changing(parts, request, 'keys revoke', (tx, at) =>
        revokeApiKey(tx, user.account_id, params.id, at),
      );
      return { ...done, key: keyView(row) };
    },

    listImports: ({ user, query }) => listImports(db, user.account_id, query),
    readImport: ({ user, params, query }) =>
      readImport(parts, { id: user.account_id }, params.id, query.after),

    listCrms: async ({ user }) => ({ ...done, data: await listCrms(db, user.account_id) }),
    async addCrm(request) {
      const { user, body } = request;
      const { row } = await changing(parts, request, 'crm add', (tx) => addCrmOf(tx, user.account_id, body));
      return { ...done, crm: crmView(row) };
    },
    async testCrm(request) {
      const { user, params } = request;
      // Nothing is held while the CRM takes its time.
      const row = await crmOf(db, user.account_id, params.id);
      const error = await testCrm(parts.outwardHttp, row, now);
      await changing(parts, request, 'crm test', async () => ({ subject: `crm ${row.id}: tested` }));
      return { ...done, error };
    },
    async removeCrm(request) {
      const { user, params } = request;
      await changing(parts, request, 'crm remove', (tx, at) => removeCrm(tx, user.account_id, params.id, at));
      return done;
    },
    listAuditLog: ({ user, query }) => listAuditLog(db, user.account_id, query),
  };
}
