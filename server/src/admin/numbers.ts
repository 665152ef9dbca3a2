import { randomBytes } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { readNumber } from '../services/phone-numbers.ts';
import { hashToken } from '../services/sessions.ts';
import type { Database } from '../store/database.ts';
import { apiKeys, numbers, teams } from '../store/schema.ts';
import { ACCOUNT, accountOf } from './accounts.ts';
import { AdminError, type Command, numberArg, said } from './command.ts';

async function requireTeam(tx: Database, accountId: number, teamId: number | undefined): Promise<void> {
  if (teamId === undefined) return;
  const where = and(eq(teams.id, teamId), eq(teams.account_id, accountId));
  const [team] = await tx.select({ id: teams.id }).from(teams).where(where);
  if (!team) throw new AdminError(`There is no team ${teamId} in this account.`);
}

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
      const account = await accountOf(context.tx, context.number('account') ?? 0);
      const read = readNumber(context.text('number') ?? '', account.country_code);
      if (read === null) throw new AdminError(`'${context.text('number')}' is no valid phone number.`);
      const team = context.number('team') ?? 0;
      await requireTeam(context.tx, account.id, team);
      const [row] = await context.tx
        .insert(numbers)
        .values({
          account_id: account.id,
          team_id: team,
          phone_number: read.e164,
          name: context.text('name') ?? null,
        })
        .returning();
      if (!row) throw new AdminError('The number was not made.');
      return {
        change: { accountId: account.id, subject: `number ${row.id}: added` },
        shown: { id: row.id, phone_number: row.phone_number },
      };
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
      await requireTeam(context.tx, row.account_id, context.number('team'));
      const name = context.text('name');
      const set = said({ team_id: context.number('team'), name: name === '' ? null : name });
      if (Object.keys(set).length === 0) throw new AdminError('Say what should change.');
      await context.tx.update(numbers).set(set).where(eq(numbers.id, row.id));
      return {
        change: { accountId: row.account_id, subject: `number ${row.id}: ${Object.keys(set).join(', ')}` },
        shown: { id: row.id, ...set },
      };
    },
  },
  {
    name: 'numbers remove',
    summary: 'Removes a phone number that no call has used',
    args: ['number'],
    run: async (context) => {
      const row = await numberOf(context.tx, numberArg(context, 0, 'The number’s id'));
      await context.tx.delete(numbers).where(eq(numbers.id, row.id));
      return {
        change: { accountId: row.account_id, subject: `number ${row.id}: removed` },
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
      const key = `ok_${randomBytes(24).toString('base64url')}`;
      const [row] = await context.tx
        .insert(apiKeys)
        .values({ account_id: id, name: context.text('name') ?? '', key_hash: hashToken(key) })
        .returning();
      return {
        change: { accountId: id, subject: `api key ${row?.id}: added` },
        shown: { id: row?.id, key },
      };
    },
  },
  {
    name: 'keys revoke',
    summary: 'An API key is good no more',
    args: ['key'],
    run: async (context) => {
      const id = numberArg(context, 0, 'The key’s id');
      const [row] = await context.tx
        .update(apiKeys)
        .set({ revoked_at: new Date(context.now) })
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.revoked_at)))
        .returning();
      if (!row) throw new AdminError(`There is no API key ${id}, or it was revoked.`);
      return {
        change: { accountId: row.account_id, subject: `api key ${id}: revoked` },
        shown: { id, revoked_at: row.revoked_at },
      };
    },
  },
];
