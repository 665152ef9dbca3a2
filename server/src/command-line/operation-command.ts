import { eq } from 'drizzle-orm';
import { type InputOf, type OperationName, type OutcomeOf, perform } from '../administration/operations.ts';
import type { Database } from '../platform/database/database.ts';
import type { leads, numbers, webForms, webhookEndpoints } from '../platform/database/schema.ts';
import { accounts, type teams } from '../platform/database/schema.ts';
import { AdminError, type Command, type Context, numberArg, type Option, type Row } from './command.ts';
import { type FieldsOf, type Options, readFields } from './options.ts';

export const ACCOUNT: Option = { type: 'number', help: 'ID of the account', required: true };

export async function findAccount(tx: Database, id: number): Promise<typeof accounts.$inferSelect> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id));
  if (!row) throw new AdminError(`There is no account ${id}.`);
  return row;
}

export async function accountFromOption({ tx, number }: Context) {
  const account = await findAccount(tx, number('account') ?? 0);
  return { ...account, account_id: account.id };
}

export async function accountFromArgument(context: Context) {
  const account = await findAccount(context.tx, numberArg(context, 0, 'The account'));
  return { ...account, account_id: account.id };
}

type EntityTable = typeof teams | typeof numbers | typeof leads | typeof webForms | typeof webhookEndpoints;

export function findByArgument<T extends EntityTable>(table: T, what: string, argument = `The ${what}`) {
  return async (context: Context): Promise<T['$inferSelect']> => {
    const id = numberArg(context, 0, argument);
    // The statement is the same for each table, but drizzle's types differ.
    const one = table as unknown as typeof teams;
    const [row] = await context.tx.select().from(one).where(eq(one.id, id));
    if (!row) throw new AdminError(`There is no ${what} ${id}.`);
    return row;
  };
}

export function listCommand(
  name: string,
  summary: string,
  rows: (tx: Database, accountId: number) => PromiseLike<readonly Row[]>,
): Command {
  const run = async ({ tx, number }: Context) => ({ output: await rows(tx, number('account') ?? 0) });
  return { name, summary, options: { account: ACCOUNT }, run };
}

interface OperationCommand<N extends OperationName, O extends Options, Entity> {
  readonly name?: string;
  readonly summary: string;
  readonly args?: readonly string[];
  readonly options?: O;
  readonly find: (context: Context) => Promise<Entity>;
  readonly input: (fields: FieldsOf<O>, entity: Entity, context: Context) => InputOf<N> | Promise<InputOf<N>>;
  readonly output: (performed: Performed<N, O, Entity>) => Row | Promise<Row>;
  readonly subject?: (performed: Performed<N, O, Entity>) => string;
}

interface Performed<N extends OperationName, O extends Options, Entity> {
  readonly entity: Entity;
  readonly fields: FieldsOf<O>;
  readonly input: InputOf<N>;
  readonly outcome: OutcomeOf<N>;
  readonly context: Context;
}

export function operationCommand<
  N extends OperationName,
  O extends Options,
  Entity extends { readonly account_id: number },
>(
  operation: N,
  { find, input: inputOf, output, subject, ...command }: OperationCommand<N, O, Entity>,
): Command {
  return {
    name: operation,
    ...command,
    async run(context) {
      const { tx, now: at, secrets } = context;
      const entity = await find(context);
      const { account_id: accountId } = entity;
      const fields = await readFields((command.options ?? {}) as O, context, { tx, accountId });
      const input = await inputOf(fields, entity, context);
      const outcome = await perform(operation, { tx, accountId, by: null, at, secrets }, input);
      const performed = { entity, fields, input, outcome, context };
      return {
        change: { accountId, subject: subject?.(performed) ?? outcome.subject },
        output: await output(performed),
      };
    },
  };
}

interface ChangedEntity {
  readonly account_id: number;
  readonly id: number;
}

export function setCommand<N extends OperationName, O extends Options, Entity extends ChangedEntity>(
  operation: N,
  command: Omit<OperationCommand<N, O, Entity>, 'output'> &
    Partial<Pick<OperationCommand<N, O, Entity>, 'output'>>,
): Command {
  return operationCommand<N, O, Entity>(operation, {
    output: ({ entity: { id }, fields }) => ({ id, ...fields }),
    ...command,
    input(fields, entity, context) {
      if (Object.keys(fields).length === 0)
        throw new AdminError('Nothing to change: pass at least one option.');
      return command.input(fields, entity, context);
    },
  });
}

export const withId = <T extends object>(fields: T, { id }: ChangedEntity) => ({ ...fields, id });
