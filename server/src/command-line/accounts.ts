import { LANGUAGES, type Language } from '@offhook/contract/accounts/languages';
import { SECOND_FACTOR_RULES } from '@offhook/contract/accounts/second-factor';
import { MAX_PARK_MINUTES, MAX_PAUSE_MINUTES } from '@offhook/contract/limits';
import { SPECIAL_NUMBERS, type SpecialNumber } from '@offhook/contract/phone-numbers/number-kinds';
import { asc, desc, eq } from 'drizzle-orm';
import { addAccount } from '../accounts/settings/rules.ts';
import { pick } from '../platform/core/pick.ts';
import { accounts, auditLog } from '../platform/database/schema.ts';
import { AdminError, type Command } from './command.ts';
import { ACCOUNT, accountFromArgument, setCommand } from './operation-command.ts';
import { clearable, limit, list, number, oneOf, readFields, required, text, yesNo } from './options.ts';

export function parseTimeZone(name: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    throw new AdminError(`'${name}' is not a time zone such as America/New_York.`);
  }
}

export function parseCountry(code: string): string {
  if (!/^[A-Z]{2}$/.test(code))
    throw new AdminError(`A country must be two capital letters such as US, not '${code}'.`);
  return code;
}

/** Parses a time such as `09:00`; 24:00 is the end of the day. */
export function parseMinuteOfDay(text: string): number {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(text) ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  if (!(minute <= 1440) || Number(minutes) > 59)
    throw new AdminError(`A time must look like 09:00, not '${text}'.`);
  return minute;
}

function parseParkMinutes(minutes: number): number {
  if (minutes < 1 || minutes > MAX_PARK_MINUTES)
    throw new AdminError(`The minutes must be from 1 to ${MAX_PARK_MINUTES}, not ${minutes}.`);
  return minutes;
}

function parseLanguage(name: string): Language {
  const found = LANGUAGES.find((one) => one === name);
  if (found === undefined)
    throw new AdminError(`A language must be one of ${LANGUAGES.join(', ')}, not '${name}'.`);
  return found;
}

function parseSpecialNumber(name: string): SpecialNumber {
  const kind = SPECIAL_NUMBERS.find((one) => one === name);
  if (kind === undefined)
    throw new AdminError(`Special numbers must be one of ${SPECIAL_NUMBERS.join(', ')}, not '${name}'.`);
  return kind;
}

const LANGUAGE_HELP = `language of announcements to callers: ${LANGUAGES.join(' or ')}`;

const RULES = {
  language: text('language', LANGUAGE_HELP, parseLanguage),
  'crm-url': clearable('custom_crm_url', 'https URL of a custom CRM, with {source_id} in it'),
  'calling-from': text(
    'calling_from_minute',
    'start of calling hours in the lead’s local time, such as 08:00',
    parseMinuteOfDay,
  ),
  'calling-to': text('calling_to_minute', 'end of calling hours, such as 21:00', parseMinuteOfDay),
  'texting-from': clearable(
    'texting_from_minute',
    'start of texting hours in the lead’s local time; empty: same as calls',
    parseMinuteOfDay,
  ),
  'texting-to': clearable(
    'texting_to_minute',
    'end of texting hours; empty: same as calls',
    parseMinuteOfDay,
  ),
  'texts-need-consent': yesNo('texts_need_consent', 'whether texts require recorded consent'),
  countries: list('calling_countries', 'countries that can be called, such as US,CA; empty: all', (codes) =>
    codes.map(parseCountry),
  ),
  'special-numbers': list(
    'special_numbers',
    `special numbers that can be called: ${SPECIAL_NUMBERS.join(', ')}; empty: none`,
    (kinds) => kinds.map(parseSpecialNumber),
  ),
  'key-calls': limit('key_calls_per_minute', 'max calls per API key per minute; 0: no limit'),
  'recording-pause': limit(
    'recording_pause_minutes',
    `minutes for which agents may pause a recording, at most ${MAX_PAUSE_MINUTES}; 0: not at all`,
  ),
  'external-links': yesNo(
    'external_links',
    'whether supervisors may create links to a recording for people without a login; no revokes all links',
  ),
  'park-minutes': number(
    'park_minutes',
    `minutes that a parked call waits before phones ring for it, from 1 to ${MAX_PARK_MINUTES}`,
    parseParkMinutes,
  ),
  'second-factor': oneOf('second_factor', 'who needs a second factor to log in', SECOND_FACTOR_RULES),
  attempts: limit('attempts_per_day', 'max attempts per lead in 24 hours; 0: no limit'),
};

const NEW_ACCOUNT = {
  name: required(text('name', 'name')),
  country: required(
    text(
      'country_code',
      'two-letter country code, such as US; default country of phone numbers',
      parseCountry,
    ),
  ),
  'time-zone': required(text('time_zone', 'such as America/New_York', parseTimeZone)),
  ...RULES,
  language: text('language', `${LANGUAGE_HELP}; default en`, parseLanguage),
};

export const ACCOUNT_COMMANDS: readonly Command[] = [
  {
    name: 'accounts list',
    summary: 'List all accounts',
    run: async ({ tx }) => ({
      output: await tx
        .select({
          id: accounts.id,
          name: accounts.name,
          country: accounts.country_code,
          ...pick(
            accounts,
            'time_zone',
            'language',
            'calling_from_minute',
            'calling_to_minute',
            'texting_from_minute',
          ),
          ...pick(accounts, 'texting_to_minute', 'texts_need_consent', 'attempts_per_day'),
          ...pick(accounts, 'calling_countries', 'special_numbers', 'key_calls_per_minute'),
          ...pick(accounts, 'recording_pause_minutes', 'external_links', 'park_minutes', 'second_factor'),
        })
        .from(accounts)
        .orderBy(asc(accounts.id)),
    }),
  },
  {
    name: 'accounts add',
    summary: 'Add an account',
    options: NEW_ACCOUNT,
    run: async (context) => {
      const input = await readFields(NEW_ACCOUNT, context, { tx: context.tx, accountId: 0 });
      const { id, subject } = await addAccount({ tx: context.tx, at: context.now }, input);
      return { change: { accountId: id, subject }, output: { id, name: input.name } };
    },
  },
  setCommand('accounts set', {
    summary: 'Change an account',
    args: ['account'],
    options: {
      name: text('name', 'name'),
      country: text('country_code', 'two-letter country code, such as US', parseCountry),
      'time-zone': text('time_zone', 'such as America/New_York', parseTimeZone),
      ...RULES,
    },
    find: accountFromArgument,
    input: (fields) => fields,
  }),
  {
    name: 'audit list',
    summary: 'Show the audit log, newest first',
    options: { account: ACCOUNT, limit: { type: 'number', help: 'max rows; default 50' } },
    run: async (context) => ({
      output: await context.tx
        .select()
        .from(auditLog)
        .where(eq(auditLog.account_id, context.number('account') ?? 0))
        .orderBy(desc(auditLog.id))
        .limit(context.number('limit') ?? 50),
    }),
  },
];
