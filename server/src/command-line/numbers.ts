import { and, asc, eq, isNull } from 'drizzle-orm';
import { addApiKey, revokeApiKey } from '../accounts/settings/keys.ts';
import { addNumber, changeNumber, removeNumber } from '../accounts/settings/numbers.ts';
import type { Database } from '../platform/database/database.ts';
import { apiKeys, numbers } from '../platform/database/schema.ts';
import { ACCOUNT, accountOf } from './accounts.ts';
import { AdminError, type Command, numberArg, said } from './command.ts';

async function numberOf(tx: Database, id: number): Promise<typeof numbers.$inferSelect> {
  const [row] = await tx.select().from(numbers).where(eq(numbers.id, id));
  if (!row) throw new AdminError(`There is no number ${id}.`);
  return row;
}

export const NUMBER_COMMANDS: readonly Command[] = [
  {
    name: 'numbers list',
    summary: 'The phone numbers of an account',
    options: { account: ACCOUNT },
    run: async ({ tx, number }) => ({
      shown: await tx
        .select({
          id: numbers.id,
          phone_number: numbers.phone_number,
          name: numbers.name,
          team_id: numbers.team_id,
        })
        .from(numbers)
        .where(eq(numbers.account_id, number('account') ?? 0))
        .orderBy(asc(numbers.id)),
    }),
  },
  {
    name: 'numbers add',
    summary: 'A phone number of the account; the server takes it up at the provider when it starts next',
    options: {
      account: ACCOUNT,
      number: { type: 'text', help: 'the phone number', required: true },
      team: { type: 'number', help: 'id of the team whose calls arrive on it', required: true },
      name: { type: 'text', help: 'what agents read' },
    },
    run: async (context) => {
      const { id: accountId } = await accountOf(context.tx, context.number('account') ?? 0);
      const { row, subject } = await addNumber(context.tx, accountId, {
        phone_number: context.text('number') ?? '',
        team_id: context.number('team') ?? 0,
        name: context.text('name') ?? null,
      });
      return { change: { accountId, subject }, shown: { id: row.id, phone_number: row.phone_number } };
    },
  },
  {
    name: 'numbers set',
    summary: 'Changes a phone number’s name or team',
    args: ['number'],
    options: {
      team: { type: 'number', help: 'id of the team whose calls arrive on it' },
      name: { type: 'text', help: 'what agents read; empty: none' },
    },
    run: async (context) => {
      const row = await numberOf(context.tx, numberArg(context, 0, 'The number’s id'));
      const name = context.text('name');
      const set = said({ team_id: context.number('team'), name: name === '' ? null : name });
      if (Object.keys(set).length === 0) throw new AdminError('Say what should change.');
      const { subject } = await changeNumber(context.tx, row.account_id, row.id, set);
      return { change: { accountId: row.account_id, subject }, shown: { id: row.id, ...set } };
    },
  },
  {
    name: 'numbers remove',
    summary: 'Removes a phone number that no call has used',
    args: ['number'],
    run: async (context) => {
      const row = await numberOf(context.tx, numberArg(context, 0, 'The number’s id'));
      const { subject } = await removeNumber(context.tx, row.account_id, row.id);
      return {
        change: { accountId: row.account_id, subject },
        shown: { id: row.id, phone_number: row.phone_number },
      };
    },
  },
  {
    name: 'keys list',
    summary: 'The API keys of an account',
    options: { account: ACCOUNT },
    run: async ({ tx, number }) => ({
      shown: await tx
        .select({
          id: apiKeys.id,
          name: apiKeys.name,
          created_at: apiKeys.created_at,
          revoked_at: apiKeys.revoked_at,
        })
        .from(apiKeys)
        .where(eq(apiKeys.account_id, number('account') ?? 0))
        .orderBy(asc(apiKeys.id)),
    }),
  },
  {
    name: 'keys add',
    summary: 'A new API key, shown this once',
    options: { account: ACCOUNT, name: { type: 'text', help: 'what it is for', required: true } },
    run: async (context) => {
      const { id } = await accountOf(context.tx, context.number('account') ?? 0);
      const { row, secret, subject } = await addApiKey(
        context.tx,
        id,
        context.text('name') ?? '',
        context.now,
      );
      return { change: { accountId: id, subject }, shown: { id: row.id, key: secret } };
    },
  },
  {
    name: 'keys revoke',
    summary: 'An API key is good no more',
    args: ['key'],
    run: async (context) => {
      const id = numberArg(context, 0, 'The key’s id');
      const [known] = await context.tx
        .select({ accountId: apiKeys.account_id })
        .from(apiKeys)
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.revoked_at)));
      if (!known) throw new AdminError(`There is no API key ${id}, or it was revoked.`);
      const { row, subject } = await revokeApiKey(context.tx, known.accountId, id, context.now);
      return {
        change: { accountId: known.accountId, subject },
        shown: { id, revoked_at: row.revoked_at },
      };
    },
  },
];
