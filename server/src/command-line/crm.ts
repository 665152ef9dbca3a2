import { CRMS } from '@offhook/contract/leads/crms';
import * as z from 'zod/mini';
import { pickDefined } from '../accounts/settings/change.ts';
import { CrmSettings } from '../integrations/crm/crm-sync.ts';
import { type CrmRow, testCrm } from '../integrations/crm/crms.ts';
import {
  type EndpointRow,
  listCrmEndpoints,
  NewCrm,
  renewToken,
} from '../integrations/webhooks/endpoints.ts';
import { isCrm } from '../leads/core/crm-names.ts';
import { pick } from '../platform/core/pick.ts';
import { webhookEndpoints } from '../platform/database/schema.ts';
import { AdminError, type Command, type Context } from './command.ts';
import {
  ACCOUNT,
  accountFromOption,
  findByArgument,
  listCommand,
  operationCommand,
} from './operation-command.ts';
import { oneOf, required, text, yesNo } from './options.ts';

const crmEndpoint = findByArgument(webhookEndpoints, 'CRM');

async function findCrm(context: Context): Promise<CrmRow> {
  const { kind, ...row } = await crmEndpoint(context);
  if (row.removed_at !== null || !isCrm(kind)) throw new AdminError(`There is no CRM ${row.id}.`);
  return { ...row, kind };
}

const toRow = (row: EndpointRow) => ({
  ...pick(row, 'id', 'kind', 'url'),
  // The client ID isn't secret, but it isn't useful here.
  ...pickDefined({ ...z.parse(CrmSettings, row.settings ?? {}), client_id: undefined }),
  ...pick(row, 'trouble', 'trouble_at', 'paused_until', 'created_at'),
});

export const CRM_COMMANDS: readonly Command[] = [
  listCommand('crm list', 'List the CRMs of an account and their problems', async (tx, accountId) =>
    (await listCrmEndpoints(tx, accountId)).map(toRow),
  ),
  operationCommand('crm add', {
    summary: 'Connect a CRM and log leads and calls there; check it with: crm test',
    options: {
      account: ACCOUNT,
      kind: required(oneOf('kind', 'kind of CRM', CRMS)),
      token: required(text('token', 'access token or API key; for Salesforce, the client secret')),
      url: text(
        'url',
        'https URL, such as https://acme.my.salesforce.com; required for Salesforce and ActiveCampaign',
      ),
      'client-id': text('client_id', 'client ID; only for Salesforce'),
      create: yesNo('makes_contacts', 'whether to create missing contacts; default yes'),
      recordings: yesNo(
        'links_recordings',
        'whether to include recording links, which require a login; default no',
      ),
      'tag-field': text('tag_field', 'text field for the tag; only for HubSpot and Salesforce'),
    },
    find: accountFromOption,
    input: (fields) => fields,
    output: ({ outcome: { row } }) => toRow(row),
  }),
  {
    name: 'crm token',
    summary: 'Set a new token for a CRM and retry pending deliveries',
    args: ['crm'],
    options: { token: { type: 'text', help: 'new token', required: true } },
    run: async (context) => {
      const row = await findCrm(context);
      const token = z.safeParse(NewCrm.shape.token, context.text('token'));
      if (!token.success) throw new AdminError('--token must be printable ASCII characters.');
      await renewToken(context.tx, context.secrets, row.id, token.data, context.now);
      return {
        change: { accountId: row.account_id, subject: `crm ${row.id}: token` },
        output: toRow({ ...row, trouble: null, trouble_at: null, paused_until: null }),
      };
    },
  },
  {
    name: 'crm test',
    summary: 'Test access to a CRM without writing anything',
    args: ['crm'],
    run: async (context) => {
      const row = await findCrm(context);
      return {
        output: {},
        // Outside the transaction, because the CRM may be slow.
        afterCommit: async (db) => {
          const problem = await testCrm({ ...context, db }, row, Date.now);
          if (problem !== null) throw new AdminError(`${row.kind} could not be accessed: ${problem}`);
          return { id: row.id, kind: row.kind, answer: 'Access works.' };
        },
      };
    },
  },
  operationCommand('crm remove', {
    summary: 'Disconnect a CRM and cancel pending deliveries; data in the CRM is kept',
    args: ['crm'],
    find: findCrm,
    input: (_, { id }) => ({ id }),
    output: ({ entity: { id, kind, url } }) => ({ id, kind, url }),
  }),
];
