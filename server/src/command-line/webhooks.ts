import { CALL_DIRECTIONS, CALL_STATUSES } from '@offhook/contract/calls/call-kinds';
import { DISPOSITIONS } from '@offhook/contract/calls/dispositions';
import { WEBHOOK_EVENT_NAMES } from '@offhook/contract/webhook-events';
import { and, eq, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  listNewestDeliveries,
  listWebhookEndpoints,
  NewEndpoint,
  replayDeliveries,
} from '../integrations/webhooks/endpoints.ts';
import { pick } from '../platform/core/pick.ts';
import { webhookDeliveries, webhookEndpoints } from '../platform/database/schema.ts';
import { AdminError, type Command, type Option } from './command.ts';
import {
  ACCOUNT,
  accountFromOption,
  findByArgument,
  listCommand,
  operationCommand,
} from './operation-command.ts';
import { numbers, readFields, required, someOf, text } from './options.ts';

const STATUS: Option = {
  type: 'text',
  help: 'only deliveries with this status',
  one_of: ['waiting', 'delivered', 'failed'],
};

const findWebhook = findByArgument(webhookEndpoints, 'webhook');

const ENDPOINT_OPTIONS = {
  url: required(text('url', 'http or https URL')),
  events: someOf('events', 'default: all', WEBHOOK_EVENT_NAMES),
};
const FILTER_OPTIONS = {
  direction: someOf('direction', 'only calls with this direction', CALL_DIRECTIONS),
  status: someOf('status', 'only calls with this status', CALL_STATUSES),
  result: someOf('result', 'only calls with this result', [...DISPOSITIONS, 'none']),
  team: numbers('team', 'only calls of these teams, by ID'),
  number: numbers('number', 'only calls on these numbers, by ID'),
};

function deliveryFilter(id: number, status: string | undefined): SQL | undefined {
  const byWebhook = eq(webhookDeliveries.destination_id, id);
  if (status !== 'waiting' && status !== 'delivered' && status !== 'failed') return byWebhook;
  return and(byWebhook, eq(webhookDeliveries.status, status));
}

export const WEBHOOK_COMMANDS: readonly Command[] = [
  listCommand('webhooks list', 'List the webhooks of an account', async (tx, accountId) =>
    (await listWebhookEndpoints(tx, accountId)).map((row) =>
      pick(row, 'id', 'url', 'events', 'filters', 'created_at'),
    ),
  ),
  operationCommand('webhooks add', {
    summary: 'Add a webhook; its signing secret is shown only once',
    options: { account: ACCOUNT, ...ENDPOINT_OPTIONS, ...FILTER_OPTIONS },
    find: accountFromOption,
    async input(_, entity, context) {
      const target = { tx: context.tx, accountId: entity.account_id };
      const filters = await readFields(FILTER_OPTIONS, context, target);
      const endpoint = z.safeParse(NewEndpoint, {
        ...(await readFields(ENDPOINT_OPTIONS, context, target)),
        filters,
      });
      if (!endpoint.success)
        throw new AdminError('--url must be an http or https URL, and lists must not be empty.');
      return endpoint.data;
    },
    subject: ({ outcome: { row } }) => `webhook ${row.id}: added`,
    output: ({ outcome: { row } }) => pick(row, 'id', 'url', 'events', 'filters', 'secret'),
  }),
  operationCommand('webhooks remove', {
    summary: 'Remove a webhook and cancel pending deliveries',
    args: ['webhook'],
    find: findWebhook,
    input(_, { id, removed_at }) {
      if (removed_at !== null) throw new AdminError(`Webhook ${id} is already removed.`);
      return { id };
    },
    output: ({ entity: { id, url } }) => ({ id, url }),
  }),
  {
    name: 'webhooks deliveries',
    summary: 'List the deliveries of a webhook, newest first',
    args: ['webhook'],
    options: { status: STATUS, limit: { type: 'number', help: 'max rows; default 50' } },
    run: async (context) => {
      const { id } = await findWebhook(context);
      return {
        output: await listNewestDeliveries(
          context.tx,
          deliveryFilter(id, context.text('status')),
          context.number('limit') ?? 50,
        ),
      };
    },
  },
  {
    name: 'webhooks replay',
    summary: 'Resend one delivery, or all with a status (default: failed)',
    args: ['webhook'],
    options: {
      delivery: { type: 'number', help: 'ID of one delivery' },
      status: { type: 'text', help: 'all deliveries with this status', one_of: ['delivered', 'failed'] },
    },
    run: async (context) => {
      const row = await findWebhook(context);
      if (row.removed_at !== null) throw new AdminError(`Webhook ${row.id} was removed.`);
      const delivery = context.number('delivery');
      const filter =
        delivery === undefined
          ? deliveryFilter(row.id, context.text('status') ?? 'failed')
          : and(deliveryFilter(row.id, undefined), eq(webhookDeliveries.id, delivery));
      const count = await replayDeliveries(context.tx, filter, context.now);
      if (delivery !== undefined && count === 0)
        throw new AdminError(`This webhook has no delivery ${delivery}.`);
      return {
        change: { accountId: row.account_id, subject: `webhook ${row.id}: ${count} deliveries replayed` },
        output: { replayed: count },
      };
    },
  },
];
