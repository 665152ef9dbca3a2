import { and, asc, eq, isNull } from 'drizzle-orm';
import { pick } from '../platform/core/pick.ts';
import { apiKeys, numbers } from '../platform/database/schema.ts';
import { AdminError, type Command, type Context, numberArg } from './command.ts';
import {
  ACCOUNT,
  accountFromOption,
  findByArgument,
  listCommand,
  operationCommand,
  setCommand,
  withId,
} from './operation-command.ts';
import { clearable, number, required, text } from './options.ts';

const findNumber = findByArgument(numbers, 'number', 'The number’s ID');

async function findKey(context: Context) {
  const id = numberArg(context, 0, 'The key’s ID');
  const [key] = await context.tx
    .select({ id: apiKeys.id, account_id: apiKeys.account_id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revoked_at)));
  if (!key) throw new AdminError(`There is no API key ${id}, or it is revoked.`);
  return key;
}

const teamOption = number('team_id', 'ID of the team that gets its calls');

export const NUMBER_COMMANDS: readonly Command[] = [
  listCommand('numbers list', 'List the phone numbers of an account', (tx, accountId) =>
    tx
      .select(pick(numbers, 'id', 'phone_number', 'name', 'team_id'))
      .from(numbers)
      .where(eq(numbers.account_id, accountId))
      .orderBy(asc(numbers.id)),
  ),
  operationCommand('numbers add', {
    summary: 'Add a phone number; the server sets it up at the provider within 30 s',
    options: {
      account: ACCOUNT,
      number: required(text('phone_number', 'phone number')),
      team: required(teamOption),
      name: text('name', 'name that agents see'),
    },
    find: accountFromOption,
    input: (fields) => fields,
    output: ({ outcome: { row } }) => ({ id: row.id, phone_number: row.phone_number }),
  }),
  setCommand('numbers set', {
    summary: 'Change the name or team of a phone number, given its ID',
    args: ['number'],
    options: { team: teamOption, name: clearable('name', 'name that agents see; empty: none') },
    find: findNumber,
    input: withId,
  }),
  operationCommand('numbers remove', {
    summary: 'Remove a phone number, given its ID; it must not have been used for calls',
    args: ['number'],
    find: findNumber,
    input: (_, { id }) => ({ id }),
    output: ({ entity: { id, phone_number } }) => ({ id, phone_number }),
  }),
  listCommand('keys list', 'List the API keys of an account', (tx, accountId) =>
    tx
      .select(pick(apiKeys, 'id', 'name', 'created_at', 'revoked_at'))
      .from(apiKeys)
      .where(eq(apiKeys.account_id, accountId))
      .orderBy(asc(apiKeys.id)),
  ),
  operationCommand('keys add', {
    summary: 'Add an API key; it is shown only once',
    options: { account: ACCOUNT, name: required(text('name', 'purpose of the key')) },
    find: accountFromOption,
    input: (fields) => fields,
    output: ({ outcome: { row, secret } }) => ({ id: row.id, key: secret }),
  }),
  operationCommand('keys revoke', {
    summary: 'Revoke an API key',
    args: ['key'],
    find: findKey,
    input: (_, { id }) => ({ id }),
    output: ({ outcome: { row } }) => ({ id: row.id, revoked_at: row.revoked_at }),
  }),
];
