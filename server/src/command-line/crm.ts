/** An account's CRMs: what happens is written there. */

import { CRMS } from '@offhook/contract/entities';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { CrmSettings } from '../integrations/crm/crm-sync.ts';
import { addCrmOf, type CrmRow, removeCrm, testCrm } from '../integrations/crm/crms.ts';
import { crmsOf, type DestinationRow, NewCrm, renewToken } from '../integrations/webhooks/destinations.ts';
import { type Crm, isCrm } from '../leads/core/crm-names.ts';
import type { Database } from '../platform/database/database.ts';
import { outwardDestinations } from '../platform/database/schema.ts';
import { ACCOUNT, accountOf } from './accounts.ts';
import { AdminError, type Command, type Given, numberArg, said } from './command.ts';

async function crmOf(tx: Database, given: Given): Promise<CrmRow> {
  const id = numberArg(given, 0, 'The CRM');
  const [row] = await tx.select().from(outwardDestinations).where(eq(outwardDestinations.id, id));
  if (!row || row.removed_at !== null || !isCrm(row.kind)) throw new AdminError(`There is no CRM ${id}.`);
  return { ...row, kind: row.kind };
}

const shown = ({
  id,
  kind,
  url,
  settings,
  trouble,
  trouble_at,
  paused_until,
  created_at,
}: DestinationRow) => ({
  id,
  kind,
  url,
  // A client's id is no secret, and nothing that helps here.
  ...said({ ...z.parse(CrmSettings, settings ?? {}), client_id: undefined }),
  trouble,
  trouble_at,
  paused_until,
  created_at,
});

export const CRM_COMMANDS: readonly Command[] = [
  {
    name: 'crm list',
    summary: 'The CRMs into which an account’s leads and calls are written, and what keeps one closed',
    options: { account: ACCOUNT },
    run: async ({ tx, number }) => ({ shown: (await crmsOf(tx, number('account') ?? 0)).map(shown) }),
  },
  {
    name: 'crm add',
    summary: 'Leads and calls are written into a CRM from now on; then: crm test',
    options: {
      account: ACCOUNT,
      kind: { type: 'text', help: 'which', one_of: CRMS, required: true },
      token: {
        type: 'text',
        help: 'access token or API key; of Salesforce, the secret of the client',
        required: true,
      },
      url: {
        type: 'text',
        help: 'https address; needed for Salesforce and ActiveCampaign, such as https://acme.my.salesforce.com',
      },
      'client-id': { type: 'text', help: 'of Salesforce: the id of the client' },
      create: { type: 'yes-no', help: 'whether leads that it does not have are made there; yes unless said' },
      recordings: {
        type: 'yes-no',
        help: 'whether addresses of recordings are told, which ask for a login; no unless said',
      },
      'tag-field': {
        type: 'text',
        help: 'of HubSpot and Salesforce: name of a text field that gets the tag',
      },
    },
    run: async (context) => {
      const { id: accountId } = await accountOf(context.tx, context.number('account') ?? 0);
      const wish = said({
        token: context.text('token') ?? '',
        url: context.text('url'),
        client_id: context.text('client-id'),
        makes_contacts: context.yes('create'),
        links_recordings: context.yes('recordings'),
        tag_field: context.text('tag-field'),
      });
      const kind = context.text('kind') as Crm;
      const { row, subject } = await addCrmOf(context.tx, accountId, { token: '', ...wish, kind });
      return { change: { accountId, subject }, shown: shown(row) };
    },
  },
  {
    name: 'crm token',
    summary: 'A new token for a CRM; what waited for it is tried at once',
    args: ['crm'],
    options: { token: { type: 'text', help: 'the new one', required: true } },
    run: async (context) => {
      const row = await crmOf(context.tx, context);
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
    run: async ({ tx, http, ...context }) => {
      const row = await crmOf(tx, context);
      return {
        shown: {},
        // Not while a transaction is open: the CRM may take its time.
        asked: async () => {
          const problem = await testCrm(http, row, Date.now);
          if (problem !== null) throw new AdminError(`${row.kind} does not let us in: ${problem}`);
          return { id: row.id, kind: row.kind, answer: 'It lets us read what we write.' };
        },
      };
    },
  },
  {
    name: 'crm remove',
    summary: 'Nothing more is written into a CRM; what is on its way is given up. What is there stays',
    args: ['crm'],
    run: async (context) => {
      const row = await crmOf(context.tx, context);
      const { subject } = await removeCrm(context.tx, row.account_id, row.id, context.now);
      return {
        change: { accountId: row.account_id, subject },
        shown: { id: row.id, kind: row.kind, url: row.url },
      };
    },
  },
];
