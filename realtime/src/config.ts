import { parseArgs } from 'node:util';
import { z } from 'zod';

const appIdentifier = (message: string) => z.string(message).regex(/^[A-Za-z0-9_-]{1,100}$/, message);
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'a port, 0 to 65535')
  .transform(Number)
  .pipe(z.number().max(65_535, 'a port, 0 to 65535'));
const flag = z.enum(['0', '1'], '1 or 0').transform((value) => value === '1');
const seconds = (max: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `seconds, 1 to ${max}`)
    .transform(Number)
    .pipe(z.number().min(1, `seconds, 1 to ${max}`).max(max, `seconds, 1 to ${max}`));

/** The settings of the service, as environment variables. */
export const schema = z.object({
  REALTIME_PORT: port.default(7002),
  REALTIME_HOST: z.string().min(1, 'an address to listen on').default('127.0.0.1'),
  PUSHER_APP_ID: appIdentifier('the ID of the app (letters, digits, - and _)'),
  PUSHER_KEY: appIdentifier('the key of the app (letters, digits, - and _)'),
  PUSHER_SECRET: z.string('the secret of the app').min(8, 'the secret of the app, at least 8 characters'),
  REALTIME_CLIENT_EVENTS: flag.default(true),
  REALTIME_SUBSCRIPTION_COUNT: flag.default(true),
  REALTIME_WEBHOOK_URL: z
    .union(
      [z.literal(''), z.url({ protocol: /^https?$/, error: 'an http or https URL' })],
      'an http or https URL',
    )
    .default(''),
  REALTIME_MAX_CONNECTIONS: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'a number, 1 to 999999')
    .transform(Number)
    .default(10_000),
  REALTIME_ACTIVITY_TIMEOUT: seconds(3_600).default(120),
  REALTIME_PONG_TIMEOUT: seconds(600).default(30),
  REALTIME_SIGNIN_TIMEOUT: z
    .string()
    .regex(/^\d{1,3}$/, 'seconds, 0 to 600; 0 requires no sign-in')
    .transform(Number)
    .pipe(z.number().max(600, 'seconds, 0 to 600; 0 requires no sign-in'))
    .default(0),
  /** For developers: on a loopback address it needs no password. */
  REALTIME_PAGE: flag.default(false),
});

/** `fallback`: how the help describes a default that isn't a value. A `switch` takes no value. */
export type Option = readonly [flag: string, help: string, fallback?: string, kind?: 'switch'];

export interface Command<Shape extends z.ZodRawShape> {
  readonly schema: z.ZodObject<Shape>;
  readonly options: Readonly<Record<keyof Shape, Option>>;
  readonly usage: { readonly before: string; readonly after: string };
  /** Absent: there is no `--version`. */
  readonly version?: () => string;
}

export const options: Readonly<Record<keyof typeof schema.shape, Option>> = {
  REALTIME_PORT: ['port', 'port to listen on; 0 picks a free one'],
  REALTIME_HOST: ['host', 'address to listen on'],
  PUSHER_APP_ID: ['app-id', 'ID of the app'],
  PUSHER_KEY: ['key', 'key of the app'],
  PUSHER_SECRET: ['secret', 'secret of the app, at least 8 characters'],
  REALTIME_CLIENT_EVENTS: ['client-events', '1 accepts client events, 0 rejects them'],
  REALTIME_SUBSCRIPTION_COUNT: ['subscription-count', '1 sends subscription_count events, 0 does not'],
  REALTIME_WEBHOOK_URL: ['webhook-url', 'http or https URL that receives webhooks'],
  REALTIME_MAX_CONNECTIONS: ['max-connections', 'connections allowed at the same time'],
  REALTIME_ACTIVITY_TIMEOUT: ['activity-timeout', 'seconds without a message before a client is pinged'],
  REALTIME_PONG_TIMEOUT: ['pong-timeout', 'seconds that a client has to answer a ping'],
  REALTIME_SIGNIN_TIMEOUT: ['signin-timeout', 'seconds that a client has to sign in; 0 requires no sign-in'],
  REALTIME_PAGE: ['page', '1 serves a page at / that shows events and webhooks as they happen'],
};

const command: Command<typeof schema.shape> = {
  schema,
  options,
  usage: {
    before: `Usage: npm run realtime -- [options]

Runs the realtime service, which speaks the Pusher protocol. Every option has an environment variable;
the option takes precedence.
`,
    after: `Example:
  npm run realtime -- --app-id 1 --key my-key --secret my-secret
`,
  },
};

export const toSettings = (data: z.output<typeof schema>) => ({
  port: data.REALTIME_PORT,
  host: data.REALTIME_HOST,
  appId: data.PUSHER_APP_ID,
  key: data.PUSHER_KEY,
  secret: data.PUSHER_SECRET,
  clientEventsEnabled: data.REALTIME_CLIENT_EVENTS,
  subscriptionCountEnabled: data.REALTIME_SUBSCRIPTION_COUNT,
  webhookUrl: data.REALTIME_WEBHOOK_URL === '' ? null : data.REALTIME_WEBHOOK_URL,
  maxConnections: data.REALTIME_MAX_CONNECTIONS,
  activityTimeoutMs: data.REALTIME_ACTIVITY_TIMEOUT * 1_000,
  pongTimeoutMs: data.REALTIME_PONG_TIMEOUT * 1_000,
  page: data.REALTIME_PAGE,
  signinTimeoutMs: data.REALTIME_SIGNIN_TIMEOUT === 0 ? null : data.REALTIME_SIGNIN_TIMEOUT * 1_000,
});
export type Settings = ReturnType<typeof toSettings>;

export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings | { print: string } | { error: string } {
  const read = readOptions(command, args, env);
  return 'values' in read ? toSettings(read.values) : read;
}

/** `print`: the help or the version, as requested. */
export function readOptions<Shape extends z.ZodRawShape>(
  command: Command<Shape>,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { values: z.output<z.ZodObject<Shape>> } | { print: string } | { error: string } {
  const { schema, options, version } = command;
  const names = Object.keys(options);
  let flagValues: Record<string, string | boolean | undefined>;
  try {
    const flags = Object.fromEntries(
      Object.values<Option>(options).map(([flag, , , kind]) => [
        flag,
        { type: kind === 'switch' ? ('boolean' as const) : ('string' as const) },
      ]),
    );
    const all = {
      ...flags,
      help: { type: 'boolean' as const, short: 'h' },
      ...(version ? { version: { type: 'boolean' as const } } : {}),
    };
    flagValues = parseArgs({ args: [...args], options: all }).values;
  } catch (error) {
    // Cut Node's advice about positional arguments, which this command doesn't accept.
    const [reason = ''] = (error as Error).message.split('. To specify');
    return { error: reason };
  }
  if (flagValues['help']) return { print: helpText(command) };
  if (flagValues['version'] && version) return { print: `${version()}\n` };
  const values = Object.fromEntries(
    names.map((name) => {
      const value = flagValues[options[name]?.[0] ?? ''];
      return [name, value === true ? '1' : (value ?? env[name])];
    }),
  );
  const result = schema.safeParse(values);
  if (result.success) return { values: result.data };
  const errors = result.error.issues.map(({ path: [name], message }) => {
    return `${String(name)} (--${options[String(name)]?.[0]}): ${message}`;
  });
  return { error: errors.join('\n') };
}

function helpText<Shape extends z.ZodRawShape>({ schema, options, usage, version }: Command<Shape>): string {
  const { before, after } = usage;
  const lines = Object.entries<Option>(options).map(([name, [flag, help, text]]) => {
    const unset = z.safeParse(schema.shape[name] as z.ZodType, undefined);
    const value = typeof unset.data === 'boolean' ? Number(unset.data) : unset.data || 'none';
    const fallback = unset.success ? `default: ${text ?? value}` : 'required';
    return `  ${`--${flag}`.padEnd(22)}${name.padEnd(29)}${help} (${fallback})`;
  });
  const other = (flag: string, help: string): string => `  ${flag.padEnd(51)}${help}`;
  lines.push(other('-h, --help', 'print this help'));
  if (version) lines.push(other('--version', 'print the version'));
  return `${before}
Options:
${lines.join('\n')}

${after}`;
}
