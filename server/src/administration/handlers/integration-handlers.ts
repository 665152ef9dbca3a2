import type { INTEGRATION_REQUESTS } from '@offhook/contract/console/requests/integration-requests';
import { keyView, listApiKeys } from '../../accounts/settings/settings-views.ts';
import { listWebForms, readWebForm } from '../../accounts/settings/web-forms.ts';
import { readNewestFormLead } from '../../intake/newest-form-lead.ts';
import { crmView, findCrm, listCrms, testCrm } from '../../integrations/crm/crms.ts';
import { findEndpoint } from '../../integrations/webhooks/endpoints.ts';
import {
  listDeliveries,
  listWebhooks,
  readWebhook,
  testWebhook,
} from '../../integrations/webhooks/webhooks.ts';
import { type ConsoleTools, DONE, type Handlers } from './console-tools.ts';

export function integrationHandlers(tools: ConsoleTools): Handlers<typeof INTEGRATION_REQUESTS> {
  const { db, now, change, changeAndReturn, respondWith, deps } = tools;
  const webhook = respondWith('webhook', (user, id) => readWebhook(db, user.account_id, id));
  const webForm = respondWith('web_form', (user, id) => readWebForm(db, user.account_id, id));
  return {
    listWebhooks: async ({ user }) => ({ ...DONE, data: await listWebhooks(db, user.account_id) }),
    async addWebhook(request) {
      const { row } = await change(request, 'webhooks add', request.body);
      return { ...(await webhook(request, row.id)), secret: row.secret };
    },
    changeWebhook: changeAndReturn('webhooks set', webhook),
    removeWebhook: changeAndReturn('webhooks remove', async () => DONE),
    listDeliveries: ({ user, params, query }) => listDeliveries(db, user.account_id, params.id, query),
    async replayDelivery(request) {
      const { delivery } = await change(request, 'webhooks replay', request.params);
      return { ...DONE, delivery };
    },
    async testWebhook(request) {
      const { user, params } = request;
      // Outside a transaction, because the endpoint may be slow.
      const row = await findEndpoint(db, user.account_id, params.id);
      const test = await testWebhook({ http: deps.safeHttp, secrets: deps.secrets }, row, now());
      await change(request, 'webhooks test', test);
      const { delivered, status, error } = test;
      return { ...DONE, delivered, status, error };
    },
    listApiKeys: async ({ user }) => ({
      ...DONE,
      data: await listApiKeys(db, user.account_id),
      newest_lead: await readNewestFormLead(db, user.account_id),
    }),
    async addApiKey(request) {
      const { row, secret } = await change(request, 'keys add', request.body);
      return { ...DONE, key: keyView(row), secret };
    },
    async revokeApiKey(request) {
      const { row } = await change(request, 'keys revoke', request.params);
      return { ...DONE, key: keyView(row) };
    },
    listWebForms: async ({ user }) => ({ ...DONE, data: await listWebForms(db, user.account_id) }),
    async addWebForm(request) {
      const { row } = await change(request, 'forms add', request.body);
      return webForm(request, row.id);
    },
    changeWebForm: changeAndReturn('forms set', webForm),
    revokeWebForm: changeAndReturn('forms revoke', webForm),
    listCrms: async ({ user }) => ({ ...DONE, data: await listCrms(db, user.account_id) }),
    async addCrm(request) {
      const { row } = await change(request, 'crm add', request.body);
      return { ...DONE, crm: crmView(row) };
    },
    async testCrm(request) {
      const { user, params } = request;
      // Outside a transaction, because the CRM may be slow.
      const row = await findCrm(db, user.account_id, params.id);
      const error = await testCrm({ db, http: deps.safeHttp, secrets: deps.secrets }, row, now);
      await change(request, 'crm test', params);
      return { ...DONE, error };
    },
    removeCrm: changeAndReturn('crm remove', async () => DONE),
  };
}
