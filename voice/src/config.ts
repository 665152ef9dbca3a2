import { parseArgs } from 'node:util';
import { z } from 'zod';
import { addressList, portRange } from './media/core/network-settings.ts';

const ACCOUNT_SID = 'AC and 32 hexadecimal digits';
const AUTH_TOKEN = 'at least 8 characters';
const API_KEY = 'SK and 32 hexadecimal digits';
const PORT_RANGE = 'a port range within 1024-65535, such as 40000-40999';
const ADDRESSES = 'comma-separated IP addresses, such as 192.0.2.7,127.0.0.1';
const PORT = 'a port, 0 to 65535';
const SECONDS = 'whole seconds, 30 to 3600';
const CPS = 'a number above 0, at most 10000';
const BASE_URL = 'an http or https URL';
const LEVELS = 'trace, debug, info, warn, error, fatal or silent';

export const settings = z.object({
  VOICE_PORT: z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT).default(7001),
  VOICE_HOST: z.string().min(1).default('127.0.0.1'),
  TWILIO_ACCOUNT_SID: z.string(ACCOUNT_SID).regex(/^AC[0-9a-fA-F]{32}$/, ACCOUNT_SID),
  TWILIO_AUTH_TOKEN: z.string(AUTH_TOKEN).min(8, AUTH_TOKEN),
  TWILIO_API_KEY: z
    .union([z.literal(''), z.string().regex(/^SK[0-9a-fA-F]{32}$/, API_KEY)], API_KEY)
    .default(''),
  TWILIO_API_SECRET: z.string().default(''),
  VOICE_DATA: z.string().min(1).default('data/voice'),
  MEDIA_ADDRESS: z
    .string(ADDRESSES)
    .refine((text) => text === '' || addressList.safeParse(text).success, ADDRESSES)
    .default(''),
  MEDIA_PORTS: z
    .string(PORT_RANGE)
    .refine((text) => text === '' || portRange.safeParse(text).success, PORT_RANGE)
    .default(''),
  /** At least 30: ICE consent lasts 30 s (RFC 7675). */
  VOICE_GONE_SECONDS: z.coerce.number(SECONDS).int(SECONDS).min(30, SECONDS).max(3_600, SECONDS).default(30),
  VOICE_CPS: z.coerce.number(CPS).positive(CPS).max(10_000, CPS).default(1),
  /** For demonstrations: anyone who opens /handset can use it. */
  VOICE_HANDSET: z.enum(['', '0', '1'], '1 or 0').default(''),
  /** For developers: shows calls and webhooks. On a loopback address it needs no password. */
  VOICE_PAGE: z.enum(['', '0', '1'], '1 or 0').default(''),
  VOICE_PUBLIC_API: z
    .union([z.literal(''), z.url({ protocol: /^https?$/, error: BASE_URL })], BASE_URL)
    .default(''),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], LEVELS).default('info'),
});

export type Config = z.infer<typeof settings>;
type Name = keyof Config;

/** `empty`: the text that the help shows for an empty default. A `switch` takes no value and stands for `1`. */
export type Option = readonly [flag: string, help: string, empty?: string, kind?: 'switch'];

export const options: Readonly<Record<Name, Option>> = {
  VOICE_PORT: ['port', 'port to listen on; 0 picks a free one'],
  VOICE_HOST: ['host', 'address to listen on'],
  TWILIO_ACCOUNT_SID: ['account-sid', 'AC and 32 hexadecimal digits of your choice'],
  TWILIO_AUTH_TOKEN: ['auth-token', 'at least 8 characters of your choice'],
  TWILIO_API_KEY: ['api-key', 'SK and 32 hexadecimal digits; browsers cannot connect without it'],
  TWILIO_API_SECRET: ['api-secret', 'secret of the API key, which signs access tokens'],
  VOICE_DATA: ['data', 'folder for numbers, applications, calls, texts and recordings'],
  MEDIA_ADDRESS: [
    'media-address',
    'comma-separated addresses that browsers send audio to; 0.0.0.0 for all addresses of this machine',
    'same as --host',
  ],
  MEDIA_PORTS: ['media-ports', 'UDP port range for audio, such as 40000-40999', 'any'],
  VOICE_GONE_SECONDS: ['gone-after', 'seconds without data before a browser’s call is ended'],
  VOICE_CPS: ['cps', 'calls that the API creates per second; more are queued'],
  VOICE_HANDSET: ['handset', '1 serves a test phone at /handset, without a password', '0'],
  VOICE_PAGE: ['page', '1 serves a page at / that shows calls and webhooks as they happen', '0'],
  VOICE_PUBLIC_API: ['public-api', 'base URL for recordings', 'http://host:port'],
  LOG_LEVEL: ['log-level', LEVELS],
};
const usage = {
  before: `Usage: npm run voice -- [options]

Runs the voice service, which provides calls and texts on this machine. Every option has an
environment variable; the option takes precedence.
`,
  after: `Example:
  npm run voice -- --account-sid AC${'0123456789abcdef'.repeat(2)} --auth-token your-secret-token
`,
};

type Environment = Readonly<Record<string, string | undefined>>;
type OptionsRead<T> =
  | { readonly config: T }
  | { readonly print: string }
  | { readonly errors: readonly string[] };

export function readConfig(args: readonly string[], env: Environment): OptionsRead<Config> {
  return readOptions({ schema: settings, options, usage }, args, env);
}

export interface Command<S extends z.ZodRawShape> {
  readonly schema: z.ZodObject<S>;
  readonly options: Readonly<Record<keyof S & string, Option>>;
  readonly usage: { readonly before: string; readonly after: string };
  /** Absent: there is no `--version`. */
  readonly version?: () => string;
}

/** `print`: the help or the version, as requested. `errors`: one line per invalid setting. */
export function readOptions<S extends z.ZodRawShape>(
  command: Command<S>,
  args: readonly string[],
  env: Environment,
): OptionsRead<z.infer<z.ZodObject<S>>> {
  const table: readonly (readonly [string, Option])[] = Object.entries(command.options);
  let values: Record<string, string | boolean | undefined>;
  try {
    const flags = Object.fromEntries(
      table.map(([, [flag, , , kind]]) => [
        flag,
        { type: kind === 'switch' ? ('boolean' as const) : ('string' as const) },
      ]),
    );
    values = parseArgs({
      args: [...args],
      options: {
        ...flags,
        help: { type: 'boolean', short: 'h' },
        ...(command.version ? { version: { type: 'boolean' as const } } : {}),
      },
    }).values;
  } catch (error) {
    // Cut Node's advice about positional arguments, which this command doesn't accept.
    const [reason = ''] = (error as Error).message.split('. To specify');
    return { errors: [reason] };
  }
  if (values['help']) return { print: helpText(command, table) };
  if (values['version'] && command.version) return { print: `${command.version()}\n` };
  const raw: Record<string, string | undefined> = {};
  for (const [name, [flag]] of table) {
    const value = values[flag];
    raw[name] = typeof value === 'string' ? value : value ? '1' : env[name];
  }
  const parsed = command.schema.safeParse(raw);
  if (parsed.success) return { config: parsed.data };
  const flagOf = new Map(table.map(([name, [flag]]) => [name, flag]));
  return {
    errors: parsed.error.issues.map(({ path: [name], message }) => {
      return `--${flagOf.get(String(name))} or ${String(name)}: ${message}`;
    }),
  };
}

function helpText<S extends z.ZodRawShape>(
  { schema, usage, version }: Command<S>,
  table: readonly (readonly [string, Option])[],
): string {
  const width = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length)) + 2;
  const flagWidth = width(table.map(([, [flag]]) => `--${flag}`));
  const nameWidth = width(table.map(([name]) => name));
  const lines = table.map(([name, [flag, help, empty = 'none']]) => {
    const setting: unknown = schema.shape[name];
    const unset = (setting as z.ZodType).safeParse(undefined);
    const otherwise = unset.success ? `default: ${unset.data || empty}` : 'required';
    return `  ${`--${flag}`.padEnd(flagWidth)}${name.padEnd(nameWidth)}${help} (${otherwise})`;
  });
  const other = (flag: string, help: string): string => `  ${flag.padEnd(flagWidth + nameWidth)}${help}`;
  lines.push(other('-h, --help', 'print this help'));
  if (version) lines.push(other('--version', 'print the version'));
  return `${usage.before}
Options:
${lines.join('\n')}

${usage.after}`;
}
