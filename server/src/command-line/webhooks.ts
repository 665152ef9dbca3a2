import { CALL_DIRECTIONS, CALL_STATUSES, DISPOSITIONS } from '@offhook/contract/entities';
import { OUTWARD_EVENT_NAMES } from '@offhook/contract/outward';
import { and, eq, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  deliveriesOf,
  destinationsOf,
  NewDestination,
  replay,
} from '../integrations/webhooks/destinations.ts';
import { pick } from '../platform/core/pick.ts';
import { webhookDeliveries, webhookEndpoints } from '../platform/database/schema.ts';
import { AdminError, type Command, type Option } from './command.ts';
import { ACCOUNT, listOf, named, ofAccount, operationCommand } from './operation-command.ts';
import { fieldsOf, numbers, required, someOf, text } from './options.ts';

const STATUS: Option = { type: 'text', help: 'only these', one_of: ['waiting', 'delivered', 'failed'] };

const webhookOf = named(webhookEndpoints, 'webhook');

const TARGET = {
  url: required(text('url', 'http or https address')),
  events: someOf('events', 'all unless said', OUTWARD_EVENT_NAMES),
};
const FILTERS = {
  direction: someOf('direction', 'of calls', CALL_DIRECTIONS),
  status: someOf('status', 'of calls', CALL_STATUSES),
  result: someOf('result', 'of calls', [...DISPOSITIONS, 'none']),
  team: numbers('team', 'ids of teams, of calls'),
  number: numbers('number', 'ids of numbers, of calls'),
};

function chosen(id: number, status: string | undefined): SQL | undefined {
  const of = eq(webhookDeliveries.destination_id, id);
  if (status !== 'waiting' && status !== 'delivered' && status !== 'failed') return of;
  return and(of, eq(webhookDeliveries.status, status));
}

export const WEBHOOK_COMMANDS: readonly Command[] = [
  listOf('webhooks list', 'Where an account is told of what happens', async (tx, accountId) =>
    (await destinationsOf(tx, accountId)).map((row) =>
      pick(row, 'id', 'url', 'events', 'filters', 'created_at'),
    ),
  ),
  operationCommand('webhooks add', {
    summary: 'An address that is told; the secret that signs is shown this once',
    options: { account: ACCOUNT, ...TARGET, ...FILTERS },
    on: ofAccount,
    async input(_, on, context) {
      const target = { tx: context.tx, accountId: on.account_id };
      const filters = await fieldsOf(FILTERS, context, target);
      const wish = z.safeParse(NewDestination, { ...(await fieldsOf(TARGET, context, target)), filters });
      if (!wish.success)
        throw new AdminError('--url should be an http or https address, and every list hold something.');
      return wish.data;
    },
    subject: ({ outcome: { row } }) => `webhook ${row.id}: added`,
    shown: ({ outcome: { row } }) => pick(row, 'id', 'url', 'events', 'filters', 'secret'),
  }),
  operationCommand('webhooks remove', {
    summary: 'An address is told no more; what is on its way to it is given up',
    args: ['webhook'],
    on: webhookOf,
    input(_, { id, removed_at }) {
      if (removed_at !== null) throw new AdminError(`Webhook ${id} was removed already.`);
      return { id };
    },
    shown: ({ on: { id, url } }) => ({ id, url }),
  }),
  {
    name: 'webhooks deliveries',
    summary: 'What was told to an address, the newest first',
    args: ['webhook'],
    options: { status: STATUS, limit: { type: 'number', help: 'how many; 50 unless said' } },
    run: async (context) => {
      const { id } = await webhookOf(context);
      return {
        shown: await deliveriesOf(
          context.tx,
          chosen(id, context.text('status')),
          context.number('limit') ?? 50,
        ),
      };
    },
  },
  {
    name: 'webhooks replay',
    summary: 'Tells again: one delivery, or all of a status; what failed unless said',
    args: ['webhook'],
    options: {
      delivery: { type: 'number', help: 'id of one delivery' },
      status: { type: 'text', help: 'which', one_of: ['delivered', 'failed'] },
    },
    run: async (context) => {
      const row = await webhookOf(context);
      if (row.removed_at !== null) throw new AdminError(`Webhook ${row.id} was removed.`);
      const delivery = context.number('delivery');
      const which =
        delivery === undefined
          ? chosen(row.id, context.text('status') ?? 'failed')
          : and(chosen(row.id, undefined), eq(webhookDeliveries.id, delivery));
      const count = await replay(context.tx, which, context.now);
      if (delivery !== undefined && count === 0)
        throw new AdminError(`There is no delivery ${delivery} to this webhook.`);
      return {
        change: { accountId: row.account_id, subject: `webhook ${row.id}: ${count} told again` },
        shown: { replayed: count },
      };
    },
  },
];
