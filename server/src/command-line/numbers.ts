import { and, asc, eq, isNull } from 'drizzle-orm';
import { pick } from '../platform/core/pick.ts';
import { apiKeys, numbers } from '../platform/database/schema.ts';
import { AdminError, type Command, type Context, numberArg } from './command.ts';
import {
  ACCOUNT,
  listOf,
  named,
  ofAccount,
  operationCommand,
  setCommand,
  withId,
} from './operation-command.ts';
import { clearable, number, required, text } from './options.ts';

const numberOf = named(numbers, 'number', 'The number’s id');

async function keyOf(context: Context) {
  const id = numberArg(context, 0, 'The key’s id');
  const [known] = await context.tx
    .select({ id: apiKeys.id, account_id: apiKeys.account_id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revoked_at)));
  if (!known) throw new AdminError(`There is no API key ${id}, or it was revoked.`);
  return known;
}

const arrivesAt = number('team_id', 'id of the team whose calls arrive on it');

export const NUMBER_COMMANDS: readonly Command[] = [
  listOf('numbers list', 'The phone numbers of an account', (tx, accountId) =>
    tx
      .select(pick(numbers, 'id', 'phone_number', 'name', 'team_id'))
      .from(numbers)
      .where(eq(numbers.account_id, accountId))
      .orderBy(asc(numbers.id)),
  ),
  operationCommand('numbers add', {
    summary: 'A phone number of the account; the server takes it up at the provider when it starts next',
    options: {
      account: ACCOUNT,
      number: required(text('phone_number', 'the phone number')),
      team: required(arrivesAt),
      name: text('name', 'what agents read'),
    },
    on: ofAccount,
    input: (fields) => fields,
    shown: ({ outcome: { row } }) => ({ id: row.id, phone_number: row.phone_number }),
  }),
  setCommand('numbers set', {
    summary: 'Changes a phone number’s name or team',
    args: ['number'],
    options: { team: arrivesAt, name: clearable('name', 'what agents read; empty: none') },
    on: numberOf,
    input: withId,
  }),
  operationCommand('numbers remove', {
    summary: 'Removes a phone number that no call has used',
    args: ['number'],
    on: numberOf,
    input: (_, { id }) => ({ id }),
    shown: ({ on: { id, phone_number } }) => ({ id, phone_number }),
  }),
  listOf('keys list', 'The API keys of an account', (tx, accountId) =>
    tx
      .select(pick(apiKeys, 'id', 'name', 'created_at', 'revoked_at'))
      .from(apiKeys)
      .where(eq(apiKeys.account_id, accountId))
      .orderBy(asc(apiKeys.id)),
  ),
  operationCommand('keys add', {
    summary: 'A new API key, shown this once',
    options: { account: ACCOUNT, name: required(text('name', 'what it is for')) },
    on: ofAccount,
    input: (fields) => fields,
    shown: ({ outcome: { row, secret } }) => ({ id: row.id, key: secret }),
  }),
  operationCommand('keys revoke', {
    summary: 'An API key is good no more',
    args: ['key'],
    on: keyOf,
    input: (_, { id }) => ({ id }),
    shown: ({ outcome: { row } }) => ({ id: row.id, revoked_at: row.revoked_at }),
  }),
];
