// Runs in the server, or in a command's own process if no server is running. The audit log entry is written in the
// command's transaction.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashPassword } from '../accounts/sign-in/passwords.ts';
import { isHealthy } from '../operations/core/diagnosis.ts';
import type { Doctor } from '../operations/doctor.ts';
import { english } from '../platform/core/sentences.ts';
import { type Database, retryOnConflict, transaction } from '../platform/database/database.ts';
import { auditLog } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { StoredSecrets } from '../platform/secrets/stored-secrets.ts';
import type { SafeHttp } from '../platform/telephony/safe-http.ts';
import { ACCOUNT_COMMANDS } from './accounts.ts';
import { AdminError, type Arguments, type Command, type Option, type Row, type Value } from './command.ts';
import { CRM_COMMANDS } from './crm.ts';
import { DEMO_COMMANDS } from './demo.ts';
import { DOCTOR } from './doctor.ts';
import { INSTALLATION_COMMANDS } from './installation/installation.ts';
import { LEAD_COMMANDS } from './leads.ts';
import { NUMBER_COMMANDS } from './numbers.ts';
import { PERSON_COMMANDS } from './person.ts';
import { RECORDING_COMMANDS } from './recordings.ts';
import { SIGN_ON_COMMANDS } from './sign-on.ts';
import { TEAM_COMMANDS } from './teams.ts';
import { USER_COMMANDS } from './users.ts';
import { WEB_FORM_COMMANDS } from './web-forms.ts';
import { WEBHOOK_COMMANDS } from './webhooks.ts';

export const COMMANDS: readonly Command[] = [
  ...ACCOUNT_COMMANDS,
  ...USER_COMMANDS,
  ...SIGN_ON_COMMANDS,
  ...TEAM_COMMANDS,
  ...NUMBER_COMMANDS,
  ...WEB_FORM_COMMANDS,
  ...LEAD_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...CRM_COMMANDS,
  ...PERSON_COMMANDS,
  ...RECORDING_COMMANDS,
  ...DEMO_COMMANDS,
  DOCTOR,
  ...INSTALLATION_COMMANDS,
];

export interface AdminDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly recordingsFolder: string;
  readonly http: SafeHttp;
  readonly secrets: StoredSecrets;
  readonly publicUrl?: string;
  /** Called after the commit, so that new effects don't wait for the next poll. */
  readonly onEffectsScheduled?: () => void;
  readonly doctor?: Doctor;
}

/** `code`: 0 success, 1 rejected, 2 usage error. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const PROGRAM = 'npm run admin --';

/** Null if the line is for `runAdmin`. */
export function helpOrUsageError(line: readonly string[]): CommandResult | null {
  const parsed = parseCommand(line);
  return 'code' in parsed ? parsed : null;
}

/** Parses a command on the whole installation. Null for any other line. */
export function parseInstallationCommand(
  line: readonly string[],
): CommandResult | { readonly name: string; readonly parsedArgs: Arguments } | null {
  const parsed = parseCommand(line);
  if ('code' in parsed || !INSTALLATION_COMMANDS.includes(parsed.command)) return null;
  const { command, words } = parsed;
  try {
    return { name: command.name, parsedArgs: parseArguments(command, words.slice(1)) };
  } catch (error) {
    if (error instanceof UsageError)
      return { code: 2, out: '', err: `${error.message}\n\n${formatHelp(command)}` };
    throw error;
  }
}

function parseCommand(
  line: readonly string[],
): CommandResult | { readonly command: Command; readonly words: readonly string[] } {
  const words = line.filter((word) => word !== '--help' && word !== '-h');
  const command = COMMANDS.find(({ name }) => {
    const commandWords = name.split(' ');
    return commandWords.every((word, index) => words[index] === word);
  });
  const wantsHelp = words.length < line.length;
  if (command) return wantsHelp ? { code: 0, out: formatHelp(command), err: '' } : { command, words };
  const isKnown = words.length === 0 || COMMANDS.some(({ name }) => name.split(' ')[0] === words[0]);
  if (isKnown && (wantsHelp || words.length < 2))
    return { code: wantsHelp || words.length === 0 ? 0 : 2, out: formatOverview(words[0]), err: '' };
  return {
    code: 2,
    out: '',
    err: `Unknown command '${words.slice(0, 2).join(' ')}'. Try: ${PROGRAM} --help\n`,
  };
}

/** @param who operating system user, for the audit log */
export async function runAdmin(
  deps: AdminDeps,
  line: readonly string[],
  who: string,
): Promise<CommandResult> {
  const parsed = parseCommand(line);
  if ('code' in parsed) return parsed;
  const { command, words } = parsed;
  try {
    const parsedArgs = parseArguments(command, words.slice(command.name.split(' ').length));
    if (command === DOCTOR) return await runDoctor(deps.doctor, parsedArgs);
    const done = await perform(deps, command, parsedArgs, who);
    return { code: 0, out: formatOutput(parsedArgs, done), err: '' };
  } catch (error) {
    if (error instanceof UsageError)
      return { code: 2, out: '', err: `${error.message}\n\n${formatHelp(command)}` };
    if (error instanceof AdminError) return { code: 1, out: '', err: `${error.message}\n` };
    if (error instanceof ApiError) return { code: 1, out: '', err: `${english(error.sentence)}\n` };
    const message = describeDatabaseError(error);
    if (message !== null) return { code: 1, out: '', err: `${message}\n` };
    throw error;
  }
}

export function formatOutput(parsedArgs: Arguments, done: readonly Row[] | Row): string {
  return parsedArgs.flag('json') ? `${JSON.stringify(done, null, 2)}\n` : formatRows(done);
}

/** Null if the line isn't a doctor command. */
export async function runDoctorWithoutDatabase(
  line: readonly string[],
  doctor: Doctor,
): Promise<CommandResult | null> {
  const parsed = parseCommand(line);
  if ('code' in parsed || parsed.command !== DOCTOR) return null;
  try {
    return await runDoctor(doctor, parseArguments(DOCTOR, parsed.words.slice(1)));
  } catch (error) {
    if (error instanceof UsageError)
      return { code: 2, out: '', err: `${error.message}\n\n${formatHelp(DOCTOR)}` };
    throw error;
  }
}

async function runDoctor(doctor: Doctor | undefined, parsedArgs: Arguments): Promise<CommandResult> {
  if (!doctor) throw new AdminError('The doctor command is not available here.');
  const found = await doctor({ fix: parsedArgs.flag('fix') });
  return {
    code: isHealthy(found) ? 0 : 1,
    out: formatOutput(
      parsedArgs,
      found.map((finding) => ({ ...finding })),
    ),
    err: '',
  };
}

class UsageError extends Error {}

async function perform(
  { db, now, recordingsFolder, http, secrets, publicUrl = '', onEffectsScheduled }: AdminDeps,
  command: Command,
  parsedArgs: Arguments,
  who: string,
): Promise<readonly Row[] | Row> {
  const password = parsedArgs.text('password') ?? randomBytes(12).toString('base64url');
  const takesPassword = command.options?.['password'] !== undefined;
  if (takesPassword && password.length < 8)
    throw new AdminError('A password must have at least 8 characters.');
  const passwordHash = takesPassword ? await hashPassword(password) : '';
  const onCommit: (() => void)[] = [];
  const at = now();
  const change = async (tx: Database) => {
    onCommit.length = 0;
    const result = await command.run({
      ...parsedArgs,
      tx,
      now: at,
      password,
      passwordHash,
      recordingsFolder,
      http,
      secrets,
      publicUrl,
      onCommit,
    });
    for (const { accountId, subject } of result.change === undefined ? [] : [result.change].flat())
      await tx.insert(auditLog).values({
        account_id: accountId,
        action: `admin ${command.name}`,
        subject,
        address: `command line, ${who}`,
        at: new Date(at),
      });
    return result;
  };
  const done = await retryOnConflict(() => transaction(db, change));
  for (const run of onCommit) run();
  onEffectsScheduled?.();
  return done.afterCommit ? done.afterCommit(db) : done.output;
}

function parseArguments(command: Command, words: readonly string[]): Arguments {
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
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const expectedArgs = command.args ?? [];
  const missingArgs = expectedArgs.slice(parsed.positionals.length).map((name) => `<${name}>`);
  const missingOptions = Object.entries(options)
    .filter(([name, { required }]) => required && parsed.values[name] === undefined)
    .map(([name]) => `--${name}`);
  if (missingArgs.length + missingOptions.length > 0)
    throw new UsageError(`Missing: ${[...missingArgs, ...missingOptions].join(', ')}.`);
  if (parsed.positionals.length > expectedArgs.length)
    throw new UsageError(`Unexpected argument: ${parsed.positionals.slice(expectedArgs.length).join(' ')}.`);
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
  const usageError = (what: string) => new UsageError(`--${name} must be ${what}, not '${text}'.`);
  const allowed = (value: string) => !one_of || one_of.includes(value);
  switch (type) {
    case 'number':
      if (!/^\d{1,15}$/.test(text)) throw usageError('a number');
      return Number(text);
    case 'numbers':
      if (!parts.every((part) => /^\d{1,9}$/.test(part)))
        throw usageError('comma-separated numbers such as 1,5,30');
      return parts.map(Number);
    case 'list':
      if (!parts.every(allowed)) throw usageError(`a comma-separated list of ${one_of?.join(', ')}`);
      return parts;
    case 'yes-no':
      if (text !== 'yes' && text !== 'no') throw usageError('yes or no');
      return text === 'yes';
    case 'text':
      if (!allowed(text)) throw usageError(`one of ${one_of?.join(', ')}`);
      if (text.length > 5_000) throw usageError('shorter than 5000 characters');
      return text;
    case 'flag':
      return true;
    default:
      return type satisfies never;
  }
}

function describeDatabaseError(error: unknown): string | null {
  for (let one = error; typeof one === 'object' && one !== null; one = 'cause' in one ? one.cause : null) {
    const code = 'code' in one ? one.code : undefined;
    if (code === '23505') return 'It already exists.';
    if (code === '23503') return 'It is still in use, or it refers to something that does not exist.';
    if (code === '22P05' || code === '22021') return 'A value contains a character that can’t be stored.';
    if (code === '22003') return 'A number is too large.';
  }
  return null;
}

function formatOverview(subject?: string): string {
  const commands = COMMANDS.filter(({ name }) => subject === undefined || name.split(' ')[0] === subject);
  const width = Math.max(...commands.map((one) => formatUsage(one).length));
  return [
    `${PROGRAM} <command> [--json] [--help]`,
    '',
    ...commands.map((one) => `  ${formatUsage(one).padEnd(width)}  ${one.summary}`),
    '',
    'Run a command with --help for its options. Exit codes: 0 success, 1 rejected, 2 usage error.',
    '',
  ].join('\n');
}

function formatUsage({ name, args = [] }: Command): string {
  return [name, ...args.map((arg) => `<${arg}>`)].join(' ');
}

function formatHelp(command: Command): string {
  const options: [string, string][] = Object.entries(command.options ?? {}).map(
    ([name, { type, help: text, required, one_of }]) => [
      `--${name}${type === 'flag' ? '' : ` <${type === 'yes-no' ? 'yes|no' : type}>`}`,
      `${text}${one_of ? ` (${one_of.join(', ')})` : ''}${required ? '; required' : ''}`,
    ],
  );
  options.push(['--json', 'print JSON'], ['--help', 'show this help']);
  const width = Math.max(...options.map(([name]) => name.length));
  return [
    command.summary,
    '',
    `  ${PROGRAM} ${formatUsage(command)} [options]`,
    '',
    ...options.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
    '',
  ].join('\n');
}

function formatRows(output: readonly Row[] | Row): string {
  if (!Array.isArray(output)) {
    const lines = Object.entries(output as Row).map(([name, value]) => `${name}: ${formatCell(value)}`);
    return `${lines.join('\n')}\n`;
  }
  const rows = output as readonly Row[];
  const [first] = rows;
  if (!first) return 'none\n';
  const names = Object.keys(first);
  const table = [names, ...rows.map((row) => names.map((name) => formatCell(row[name])))];
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

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const text =
    typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}
