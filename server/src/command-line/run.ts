/**
 * One line of the administration: words → command → options → one transaction with its audit row → text or JSON.
 * The same for a line that comes over the local socket and for one that opens the database itself.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashPassword } from '../accounts/sign-in/passwords.ts';
import { isSound } from '../operations/core/diagnosis.ts';
import type { Doctor } from '../operations/doctor.ts';
import { type Database, retryOnConflict, transaction } from '../platform/database/database.ts';
import { auditLog } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SafeHttp } from '../platform/telephony/safe-http.ts';
import { ACCOUNT_COMMANDS } from './accounts.ts';
import { AdminError, type Command, type Given, type Option, type Row, type Value } from './command.ts';
import { CRM_COMMANDS } from './crm.ts';
import { DEMO_COMMANDS } from './demo.ts';
import { DOCTOR } from './doctor.ts';
import { INSTALLATION_COMMANDS } from './installation/installation.ts';
import { LEAD_COMMANDS } from './leads.ts';
import { NUMBER_COMMANDS } from './numbers.ts';
import { PERSON_COMMANDS } from './person.ts';
import { RECORDING_COMMANDS } from './recordings.ts';
import { TEAM_COMMANDS } from './teams.ts';
import { USER_COMMANDS } from './users.ts';
import { WEBHOOK_COMMANDS } from './webhooks.ts';

export const COMMANDS: readonly Command[] = [
  ...ACCOUNT_COMMANDS,
  ...USER_COMMANDS,
  ...TEAM_COMMANDS,
  ...NUMBER_COMMANDS,
  ...LEAD_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...CRM_COMMANDS,
  ...PERSON_COMMANDS,
  ...RECORDING_COMMANDS,
  ...DEMO_COMMANDS,
  DOCTOR,
  ...INSTALLATION_COMMANDS,
];

export interface AdminParts {
  readonly db: Database;
  readonly now: () => number;
  readonly recordingsFolder: string;
  readonly http: SafeHttp;
  /** Called after the commit: what the command ordered need not wait for a worker's next look. */
  readonly effectsOrdered?: () => void;
  readonly doctor?: Doctor;
}

/** `code`: 0 done, 1 refused, 2 not understood. */
export interface AdminAnswer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const PROGRAM = 'npm run admin --';

/** What needs no data: help, and that there is no such command. `null`: the line is for `runAdmin`. */
export function answerWithoutData(line: readonly string[]): AdminAnswer | null {
  const read = understood(line);
  return 'code' in read ? read : null;
}

/** What a command of the whole installation was given; such a one is not for `runAdmin`. `null`: the line is no such one. */
export function readInstallation(
  line: readonly string[],
): AdminAnswer | { readonly name: string; readonly given: Given } | null {
  const asked = understood(line);
  if ('code' in asked || !INSTALLATION_COMMANDS.includes(asked.command)) return null;
  const { command, words } = asked;
  try {
    return { name: command.name, given: read(command, words.slice(1)) };
  } catch (error) {
    if (error instanceof Misread) return { code: 2, out: '', err: `${error.message}\n\n${help(command)}` };
    throw error;
  }
}

function understood(
  line: readonly string[],
): AdminAnswer | { readonly command: Command; readonly words: readonly string[] } {
  const words = line.filter((word) => word !== '--help' && word !== '-h');
  const command = COMMANDS.find(({ name }) => {
    const own = name.split(' ');
    return own.every((word, index) => words[index] === word);
  });
  const asksHelp = words.length < line.length;
  if (command) return asksHelp ? { code: 0, out: help(command), err: '' } : { command, words };
  const isKnown = words.length === 0 || COMMANDS.some(({ name }) => name.split(' ')[0] === words[0]);
  if (isKnown && (asksHelp || words.length < 2))
    return { code: asksHelp || words.length === 0 ? 0 : 2, out: overview(words[0]), err: '' };
  return {
    code: 2,
    out: '',
    err: `There is no command '${words.slice(0, 2).join(' ')}'. Try: ${PROGRAM} --help\n`,
  };
}

/** @param who the operating system's name of who asks, for the audit log */
export async function runAdmin(
  parts: AdminParts,
  line: readonly string[],
  who: string,
): Promise<AdminAnswer> {
  const asked = understood(line);
  if ('code' in asked) return asked;
  const { command, words } = asked;
  try {
    const given = read(command, words.slice(command.name.split(' ').length));
    if (command === DOCTOR) return await diagnosed(parts.doctor, given);
    const done = await perform(parts, command, given, who);
    return { code: 0, out: inWords(given, done), err: '' };
  } catch (error) {
    if (error instanceof Misread) return { code: 2, out: '', err: `${error.message}\n\n${help(command)}` };
    if (error instanceof AdminError) return { code: 1, out: '', err: `${error.message}\n` };
    if (error instanceof ApiError) return { code: 1, out: '', err: `${error.text}\n` };
    const told = fromDatabase(error);
    if (told !== null) return { code: 1, out: '', err: `${told}\n` };
    throw error;
  }
}

/** What was done, as the line asked for it. */
export function inWords(given: Given, done: readonly Row[] | Row): string {
  return given.flag('json') ? `${JSON.stringify(done, null, 2)}\n` : printed(done);
}

/** Where there is no database to ask. `null`: the line is not for the doctor. */
export async function askDoctor(line: readonly string[], doctor: Doctor): Promise<AdminAnswer | null> {
  const asked = understood(line);
  if ('code' in asked || asked.command !== DOCTOR) return null;
  try {
    return await diagnosed(doctor, read(DOCTOR, asked.words.slice(1)));
  } catch (error) {
    if (error instanceof Misread) return { code: 2, out: '', err: `${error.message}\n\n${help(DOCTOR)}` };
    throw error;
  }
}

async function diagnosed(doctor: Doctor | undefined, given: Given): Promise<AdminAnswer> {
  if (!doctor) throw new AdminError('This server has no doctor.');
  const found = await doctor({ fix: given.flag('fix') });
  const rows = found.map(({ part, state, says }) => ({ part, state, says }));
  return { code: isSound(found) ? 0 : 1, out: inWords(given, rows), err: '' };
}

class Misread extends Error {}

async function perform(
  { db, now, recordingsFolder, http, effectsOrdered }: AdminParts,
  command: Command,
  given: Given,
  who: string,
): Promise<readonly Row[] | Row> {
  const password = given.text('password') ?? randomBytes(12).toString('base64url');
  const takesPassword = command.options?.['password'] !== undefined;
  if (takesPassword && password.length < 8)
    throw new AdminError('A password should have at least 8 characters.');
  const passwordHash = takesPassword ? await hashPassword(password) : '';
  const afterwards: (() => void)[] = [];
  const at = now();
  const change = async (tx: Database) => {
    afterwards.length = 0;
    const made = await command.run({
      ...given,
      tx,
      now: at,
      password,
      passwordHash,
      recordingsFolder,
      http,
      afterwards,
    });
    for (const { accountId, subject } of made.change === undefined ? [] : [made.change].flat())
      await tx.insert(auditLog).values({
        account_id: accountId,
        action: `admin ${command.name}`,
        subject,
        address: `command line, ${who}`,
        at: new Date(at),
      });
    return made;
  };
  const done = await retryOnConflict(() => transaction(db, change));
  for (const one of afterwards) one();
  effectsOrdered?.();
  return done.asked ? done.asked() : done.shown;
}

function read(command: Command, words: readonly string[]): Given {
  const options: Record<string, Option> = { ...command.options };
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        ...Object.fromEntries(
          Object.entries(options).map(([name, { type }]) => [
            name,
            { type: type === 'flag' ? ('boolean' as const) : ('string' as const) },
          ]),
        ),
      },
    });
  } catch (error) {
    throw new Misread(error instanceof Error ? error.message : String(error));
  }
  const wanted = command.args ?? [];
  const missing = wanted.slice(parsed.positionals.length).map((name) => `<${name}>`);
  const absent = Object.entries(options)
    .filter(([name, { required }]) => required && parsed.values[name] === undefined)
    .map(([name]) => `--${name}`);
  if (missing.length + absent.length > 0)
    throw new Misread(`Missing: ${[...missing, ...absent].join(', ')}.`);
  if (parsed.positionals.length > wanted.length)
    throw new Misread(`Not understood: ${parsed.positionals.slice(wanted.length).join(' ')}.`);
  const values = new Map<string, Value>();
  for (const [name, text] of Object.entries(parsed.values)) {
    const option = options[name];
    values.set(name, typeof text === 'string' && option ? readValue(name, option, text) : text === true);
  }
  const get = <T extends Value>(name: string) => values.get(name) as T | undefined;
  return {
    args: parsed.positionals,
    text: get<string>,
    number: get<number>,
    flag: (name) => values.get(name) === true,
    value: get,
  };
}

function readValue(name: string, { type, one_of }: Option, text: string): Value {
  const parts = text === '' ? [] : text.split(',').map((part) => part.trim());
  const wrong = (what: string) => new Misread(`--${name} should be ${what}, not '${text}'.`);
  const allowed = (value: string) => !one_of || one_of.includes(value);
  switch (type) {
    case 'number':
      if (!/^\d{1,15}$/.test(text)) throw wrong('a number');
      return Number(text);
    case 'numbers':
      if (!parts.every((part) => /^\d{1,9}$/.test(part))) throw wrong('numbers with commas, such as 1,5,30');
      return parts.map(Number);
    case 'list':
      if (!parts.every(allowed)) throw wrong(`some of ${one_of?.join(', ')}, with commas`);
      return parts;
    case 'yes-no':
      if (text !== 'yes' && text !== 'no') throw wrong('yes or no');
      return text === 'yes';
    case 'text':
      if (!allowed(text)) throw wrong(`one of ${one_of?.join(', ')}`);
      if (text.length > 5_000) throw wrong('shorter than 5000 characters');
      return text;
    case 'flag':
      return true;
    default:
      return type satisfies never;
  }
}

/** What the database would not take, for a person. */
function fromDatabase(error: unknown): string | null {
  for (let one = error; typeof one === 'object' && one !== null; one = 'cause' in one ? one.cause : null) {
    const code = 'code' in one ? one.code : undefined;
    if (code === '23505') return 'There is one already.';
    if (code === '23503') return 'Something else still refers to it, or what it refers to is not there.';
    if (code === '22P05' || code === '22021') return 'A text holds a character that cannot be stored.';
    if (code === '22003') return 'A number is too large.';
  }
  return null;
}

function overview(subject?: string): string {
  const of = COMMANDS.filter(({ name }) => subject === undefined || name.split(' ')[0] === subject);
  const width = Math.max(...of.map((one) => usage(one).length));
  return [
    `${PROGRAM} <command> [--json] [--help]`,
    '',
    ...of.map((one) => `  ${usage(one).padEnd(width)}  ${one.summary}`),
    '',
    'Each command tells its options with --help. Exit codes: 0 done, 1 refused, 2 not understood.',
    '',
  ].join('\n');
}

function usage({ name, args = [] }: Command): string {
  return [name, ...args.map((arg) => `<${arg}>`)].join(' ');
}

function help(command: Command): string {
  const options: [string, string][] = Object.entries(command.options ?? {}).map(
    ([name, { type, help: text, required, one_of }]) => [
      `--${name}${type === 'flag' ? '' : ` <${type === 'yes-no' ? 'yes|no' : type}>`}`,
      `${text}${one_of ? ` (${one_of.join(', ')})` : ''}${required ? '; required' : ''}`,
    ],
  );
  options.push(['--json', 'answer in JSON'], ['--help', 'this text']);
  const width = Math.max(...options.map(([name]) => name.length));
  return [
    command.summary,
    '',
    `  ${PROGRAM} ${usage(command)} [options]`,
    '',
    ...options.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
    '',
  ].join('\n');
}

function printed(shown: readonly Row[] | Row): string {
  if (!Array.isArray(shown)) {
    const lines = Object.entries(shown as Row).map(([name, value]) => `${name}: ${cell(value)}`);
    return `${lines.join('\n')}\n`;
  }
  const rows = shown as readonly Row[];
  const [first] = rows;
  if (!first) return 'none\n';
  const names = Object.keys(first);
  const table = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  return `${table
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`;
}

/** One line, and nothing that a terminal would act on. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const text =
    typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to go
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}
