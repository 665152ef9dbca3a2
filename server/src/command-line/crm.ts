/** An account's CRMs: what happens is written there. */

import { CRMS } from '@offhook/contract/entities';
import * as z from 'zod/mini';
import { pickDefined } from '../accounts/settings/change.ts';
import { CrmSettings } from '../integrations/crm/crm-sync.ts';
import { type CrmRow, testCrm } from '../integrations/crm/crms.ts';
import { crmsOf, type DestinationRow, NewCrm, renewToken } from '../integrations/webhooks/destinations.ts';
import { isCrm } from '../leads/core/crm-names.ts';
import { pick } from '../platform/core/pick.ts';
import { webhookEndpoints } from '../platform/database/schema.ts';
import { AdminError, type Command, type Context } from './command.ts';
import { ACCOUNT, listOf, named, ofAccount, operationCommand } from './operation-command.ts';
import { oneOf, required, text, yesNo } from './options.ts';

const destination = named(webhookEndpoints, 'CRM');

async function crmOf(context: Context): Promise<CrmRow> {
  const { kind, ...row } = await destination(context);
  if (row.removed_at !== null || !isCrm(kind)) throw new AdminError(`There is no CRM ${row.id}.`);
  return { ...row, kind };
}

const shown = (row: DestinationRow) => ({
  ...pick(row, 'id', 'kind', 'url'),
  // A client's id is no secret, and nothing that helps here.
  ...pickDefined({ ...z.parse(CrmSettings, row.settings ?? {}), client_id: undefined }),
  ...pick(row, 'trouble', 'trouble_at', 'paused_until', 'created_at'),
});

export const CRM_COMMANDS: readonly Command[] = [
  listOf(
    'crm list',
    'The CRMs into which an account’s leads and calls are written, and what keeps one closed',
    async (tx, accountId) => (await crmsOf(tx, accountId)).map(shown),
  ),
  operationCommand('crm add', {
    summary: 'Leads and calls are written into a CRM from now on; then: crm test',
    options: {
      account: ACCOUNT,
      kind: required(oneOf('kind', 'which', CRMS)),
      token: required(text('token', 'access token or API key; of Salesforce, the secret of the client')),
      url: text(
        'url',
        'https address; needed for Salesforce and ActiveCampaign, such as https://acme.my.salesforce.com',
      ),
      'client-id': text('client_id', 'of Salesforce: the id of the client'),
      create: yesNo('makes_contacts', 'whether leads that it does not have are made there; yes unless said'),
      recordings: yesNo(
        'links_recordings',
        'whether addresses of recordings are told, which ask for a login; no unless said',
      ),
      'tag-field': text('tag_field', 'of HubSpot and Salesforce: name of a text field that gets the tag'),
    },
    on: ofAccount,
    input: (fields) => fields,
    shown: ({ outcome: { row } }) => shown(row),
  }),
  {
    name: 'crm token',
    summary: 'A new token for a CRM; what waited for it is tried at once',
    args: ['crm'],
    options: { token: { type: 'text', help: 'the new one', required: true } },
    run: async (context) => {
      const row = await crmOf(context);
      const token = z.safeParse(NewCrm.shape.token, context.text('token'));
      if (!token.success) throw new AdminError('--token should be plain characters.');
      await renewToken(context.tx, row.id, token.data, context.now);
      return {
        change: { accountId: row.account_id, subject: `crm ${row.id}: token` },
        shown: shown({ ...row, trouble: null, trouble_at: null, paused_until: null }),
      };
    },
  },
  {
    name: 'crm test',
    summary:
      'Asks a CRM for a little of everything that is written, and says what it answers; writes nothing',
    args: ['crm'],
    run: async (context) => {
      const row = await crmOf(context);
      return {
        shown: {},
        // Not while a transaction is open: the CRM may take its time.
        asked: async () => {
          const problem = await testCrm(context.http, row, Date.now);
          if (problem !== null) throw new AdminError(`${row.kind} does not let us in: ${problem}`);
          return { id: row.id, kind: row.kind, answer: 'It lets us read what we write.' };
        },
      };
    },
  },
  operationCommand('crm remove', {
    summary: 'Nothing more is written into a CRM; what is on its way is given up. What is there stays',
    args: ['crm'],
    on: crmOf,
    input: (_, { id }) => ({ id }),
    shown: ({ on: { id, kind, url } }) => ({ id, kind, url }),
  }),
];
