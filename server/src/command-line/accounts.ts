import { SPECIAL_NUMBERS, type SpecialNumber } from '@offhook/contract/phone-numbers/number-kinds';
import { asc, desc, eq } from 'drizzle-orm';
import { addAccount, changeRules } from '../accounts/settings/rules.ts';
import type { Database } from '../platform/database/database.ts';
import { accounts, auditLog } from '../platform/database/schema.ts';
import { AdminError, type Command, type Given, numberArg, type Option, said } from './command.ts';

export const ACCOUNT: Option = { type: 'number', help: 'id of the account', required: true };

export async function accountOf(tx: Database, id: number): Promise<typeof accounts.$inferSelect> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id));
  if (!row) throw new AdminError(`There is no account ${id}.`);
  return row;
}

export function timeZone(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    throw new AdminError(`'${name}' is no time zone; one is America/New_York.`);
  }
}

export function country(code: string | undefined): string | undefined {
  if (code !== undefined && !/^[A-Z]{2}$/.test(code))
    throw new AdminError(`A country should be two capital letters, such as US, not '${code}'.`);
  return code;
}

/** `09:00` as minutes; 24:00 is the end of the day. */
export function minuteOfDay(text: string): number {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(text) ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  if (!(minute <= 1440) || Number(minutes) > 59)
    throw new AdminError(`'${text}' should be a time such as 09:00.`);
  return minute;
}

function optionalMinute(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return text === '' ? null : minuteOfDay(text);
}

function specialNumber(name: string): SpecialNumber {
  const kind = SPECIAL_NUMBERS.find((one) => one === name);
  if (kind === undefined) throw new AdminError(`'${name}' should be one of ${SPECIAL_NUMBERS.join(', ')}.`);
  return kind;
}

const FIELDS = {
  'crm-url': { type: 'text', help: 'https address of a CRM of its own, with {source_id} in it' },
  'calling-from': { type: 'text', help: 'leads are called from this time of their day, such as 08:00' },
  'calling-to': { type: 'text', help: 'until this one, such as 21:00' },
  'texting-from': { type: 'text', help: 'texts are sent from this time of the lead’s day; empty: as calls' },
  'texting-to': { type: 'text', help: 'until this one; empty: as calls' },
  'texts-need-consent': { type: 'yes-no', help: 'leads without a stored consent to texts are not texted' },
  countries: { type: 'list', help: 'countries that may be called, such as US,CA; empty: all of them' },
  'special-numbers': {
    type: 'list',
    help: `costly kinds that may be called: ${SPECIAL_NUMBERS.join(', ')}; empty: none`,
  },
  'key-calls': { type: 'number', help: 'calls that one API key may order in a minute; 0: no limit' },
  attempts: { type: 'number', help: 'tries to reach a lead in 24 hours at most; 0: no limit' },
} as const satisfies Record<string, Option>;

function fields(given: Given) {
  const [from, to] = [given.text('calling-from'), given.text('calling-to')];
  const crm = given.text('crm-url');
  return said({
    custom_crm_url: crm === '' ? null : crm,
    calling_from_minute: from === undefined ? undefined : minuteOfDay(from),
    calling_to_minute: to === undefined ? undefined : minuteOfDay(to),
    texting_from_minute: optionalMinute(given.text('texting-from')),
    texting_to_minute: optionalMinute(given.text('texting-to')),
    texts_need_consent: given.yes('texts-need-consent'),
    calling_countries: given.list('countries')?.map((code) => country(code) ?? ''),
    special_numbers: given.list('special-numbers')?.map(specialNumber),
    key_calls_per_minute: given.number('key-calls') === 0 ? null : given.number('key-calls'),
    attempts_per_day: given.number('attempts') === 0 ? null : given.number('attempts'),
  });
}

export const ACCOUNT_COMMANDS: readonly Command[] = [
  {
    name: 'accounts list',
    summary: 'All accounts',
    run: async ({ tx }) => ({
      shown: await tx
        .select({
          id: accounts.id,
          name: accounts.name,
          country: accounts.country_code,
          time_zone: accounts.time_zone,
          calling_from_minute: accounts.calling_from_minute,
          calling_to_minute: accounts.calling_to_minute,
          texting_from_minute: accounts.texting_from_minute,
          texting_to_minute: accounts.texting_to_minute,
          texts_need_consent: accounts.texts_need_consent,
          attempts_per_day: accounts.attempts_per_day,
          calling_countries: accounts.calling_countries,
          special_numbers: accounts.special_numbers,
          key_calls_per_minute: accounts.key_calls_per_minute,
        })
        .from(accounts)
        .orderBy(asc(accounts.id)),
    }),
  },
  {
    name: 'accounts add',
    summary: 'A new account',
    options: {
      name: { type: 'text', help: 'its name', required: true },
      country: { type: 'text', help: 'two letters; national numbers are read in it', required: true },
      'time-zone': { type: 'text', help: 'such as America/New_York', required: true },
      ...FIELDS,
    },
    run: async (context) => {
      const name = context.text('name') ?? '';
      const { id, subject } = await addAccount(context.tx, {
        name,
        country_code: country(context.text('country')) ?? '',
        time_zone: timeZone(context.text('time-zone')) ?? '',
        ...fields(context),
      });
      return { change: { accountId: id, subject }, shown: { id, name } };
    },
  },
  {
    name: 'accounts set',
    summary: 'Changes an account',
    args: ['account'],
    options: {
      name: { type: 'text', help: 'its name' },
      country: { type: 'text', help: 'two letters' },
      'time-zone': { type: 'text', help: 'such as America/New_York' },
      ...FIELDS,
    },
    run: async (context) => {
      const { id } = await accountOf(context.tx, numberArg(context, 0, 'The account'));
      const set = {
        ...said({
          name: context.text('name'),
          country_code: country(context.text('country')),
          time_zone: timeZone(context.text('time-zone')),
        }),
        ...fields(context),
      };
      if (Object.keys(set).length === 0) throw new AdminError('Say what should change.');
      const { subject } = await changeRules(context.tx, id, set);
      return { change: { accountId: id, subject }, shown: { id, ...set } };
    },
  },
  {
    name: 'audit list',
    summary: 'Who did what, the newest first',
    options: { account: ACCOUNT, limit: { type: 'number', help: 'how many; 50 unless said' } },
    run: async (context) => ({
      shown: await context.tx
        .select()
        .from(auditLog)
        .where(eq(auditLog.account_id, context.number('account') ?? 0))
        .orderBy(desc(auditLog.id))
        .limit(context.number('limit') ?? 50),
    }),
  },
];
