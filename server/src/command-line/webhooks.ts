import { CALL_DIRECTIONS, CALL_STATUSES, DISPOSITIONS } from '@offhook/contract/entities';
import { OUTWARD_EVENT_NAMES } from '@offhook/contract/outward';
import { and, eq, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  addDestination,
  deliveriesOf,
  destinationsOf,
  NewDestination,
  removeDestination,
  replay,
} from '../integrations/webhooks/destinations.ts';
import type { Database } from '../platform/database/database.ts';
import { outwardDeliveries, outwardDestinations } from '../platform/database/schema.ts';
import { ACCOUNT, accountOf } from './accounts.ts';
import { AdminError, type Command, type Given, numberArg, type Option, said } from './command.ts';

const STATUS: Option = { type: 'text', help: 'only these', one_of: ['waiting', 'delivered', 'failed'] };

async function webhookOf(tx: Database, given: Given): Promise<typeof outwardDestinations.$inferSelect> {
  const id = numberArg(given, 0, 'The webhook');
  const [row] = await tx.select().from(outwardDestinations).where(eq(outwardDestinations.id, id));
  if (!row) throw new AdminError(`There is no webhook ${id}.`);
  return row;
}

function chosen(id: number, status: string | undefined): SQL | undefined {
  const of = eq(outwardDeliveries.destination_id, id);
  if (status !== 'waiting' && status !== 'delivered' && status !== 'failed') return of;
  return and(of, eq(outwardDeliveries.status, status));
}

export const WEBHOOK_COMMANDS: readonly Command[] = [
  {
    name: 'webhooks list',
    summary: 'Where an account is told of what happens',
    options: { account: ACCOUNT },
    run: async ({ tx, number }) => ({
      shown: (await destinationsOf(tx, number('account') ?? 0)).map(
        ({ id, url, events, filters, created_at }) => ({
          id,
          url,
          events,
          filters,
          created_at,
        }),
      ),
    }),
  },
  {
    name: 'webhooks add',
    summary: 'An address that is told; the secret that signs is shown this once',
    options: {
      account: ACCOUNT,
      url: { type: 'text', help: 'http or https address', required: true },
      events: { type: 'list', help: 'all unless said', one_of: OUTWARD_EVENT_NAMES },
      direction: { type: 'list', help: 'of calls', one_of: CALL_DIRECTIONS },
      status: { type: 'list', help: 'of calls', one_of: CALL_STATUSES },
      result: { type: 'list', help: 'of calls', one_of: [...DISPOSITIONS, 'none'] },
      team: { type: 'numbers', help: 'ids of teams, of calls' },
      number: { type: 'numbers', help: 'ids of numbers, of calls' },
    },
    run: async (context) => {
      const { id: accountId } = await accountOf(context.tx, context.number('account') ?? 0);
      const filters = said({
        direction: context.list('direction'),
        status: context.list('status'),
        result: context.list('result'),
        team: context.numbers('team'),
        number: context.numbers('number'),
      });
      const wish = z.safeParse(
        NewDestination,
        said({ url: context.text('url'), events: context.list('events'), filters }),
      );
      if (!wish.success)
        throw new AdminError('--url should be an http or https address, and every list hold something.');
      const row = await addDestination(context.tx, accountId, wish.data);
      return {
        change: { accountId, subject: `webhook ${row.id}: added` },
        shown: { id: row.id, url: row.url, events: row.events, filters: row.filters, secret: row.secret },
      };
    },
  },
  {
    name: 'webhooks remove',
    summary: 'An address is told no more; what is on its way to it is given up',
    args: ['webhook'],
    run: async (context) => {
      const row = await webhookOf(context.tx, context);
      if (!(await removeDestination(context.tx, row.id, context.now)))
        throw new AdminError(`Webhook ${row.id} was removed already.`);
      return {
        change: { accountId: row.account_id, subject: `webhook ${row.id}: removed` },
        shown: { id: row.id, url: row.url },
      };
    },
  },
  {
    name: 'webhooks deliveries',
    summary: 'What was told to an address, the newest first',
    args: ['webhook'],
    options: { status: STATUS, limit: { type: 'number', help: 'how many; 50 unless said' } },
    run: async (context) => {
      const { id } = await webhookOf(context.tx, context);
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
      const row = await webhookOf(context.tx, context);
      if (row.removed_at !== null) throw new AdminError(`Webhook ${row.id} was removed.`);
      const delivery = context.number('delivery');
      const which =
        delivery === undefined
          ? chosen(row.id, context.text('status') ?? 'failed')
          : and(chosen(row.id, undefined), eq(outwardDeliveries.id, delivery));
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
