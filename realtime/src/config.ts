import { parseArgs } from 'node:util';
import { z } from 'zod';

const required = (what: string) => z.string(what).regex(/^[A-Za-z0-9_-]{1,100}$/, what);
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'a port, 0 to 65535')
  .transform(Number)
  .pipe(z.number().max(65_535, 'a port, 0 to 65535'));
const flag = z.enum(['0', '1'], '1 or 0').transform((value) => value === '1');
const seconds = (most: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `seconds, 1 to ${most}`)
    .transform(Number)
    .pipe(z.number().min(1, `seconds, 1 to ${most}`).max(most, `seconds, 1 to ${most}`));

/** Environment variable → what it must be. A command line flag may stand in for some (`FLAGS`). */
const schema = z.object({
  REALTIME_PORT: port.default(7002),
  REALTIME_HOST: z.string().min(1, 'an address to listen on').default('127.0.0.1'),
  PUSHER_APP_ID: required('the id of the app: letters, digits, - and _'),
  PUSHER_KEY: required('the key of the app: letters, digits, - and _'),
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
});

const FLAGS = {
  port: 'REALTIME_PORT',
  host: 'REALTIME_HOST',
  'app-id': 'PUSHER_APP_ID',
  key: 'PUSHER_KEY',
  secret: 'PUSHER_SECRET',
  'client-events': 'REALTIME_CLIENT_EVENTS',
  'subscription-count': 'REALTIME_SUBSCRIPTION_COUNT',
  'webhook-url': 'REALTIME_WEBHOOK_URL',
} as const satisfies Record<string, keyof z.input<typeof schema>>;

/** What a service runs with; times in milliseconds. */
export interface Settings {
  port: number;
  host: string;
  appId: string;
  key: string;
  secret: string;
  clientEventsOn: boolean;
  subscriptionCountOn: boolean;
  webhookUrl: string | null;
  maxConnections: number;
  activityTimeoutMs: number;
  pongTimeoutMs: number;
}

/** Flags win over the environment. A wrong value gives its name and what it should be. */
export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings | { fault: string } {
  const names = Object.keys(FLAGS);
  let given: Record<string, unknown>;
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    given = parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch {
    return { fault: `Flags: ${names.map((name) => `--${name} …`).join(' ')}` };
  }
  const values: Record<string, unknown> = { ...env };
  for (const [name, variable] of Object.entries(FLAGS))
    if (given[name] !== undefined) values[variable] = given[name];
  const result = schema.safeParse(values);
  if (!result.success) {
    const faults = result.error.issues.map(({ path, message }) => `${nameOf(String(path[0]))}: ${message}`);
    return { fault: faults.join('\n') };
  }
  const { data } = result;
  return {
    port: data.REALTIME_PORT,
    host: data.REALTIME_HOST,
    appId: data.PUSHER_APP_ID,
    key: data.PUSHER_KEY,
    secret: data.PUSHER_SECRET,
    clientEventsOn: data.REALTIME_CLIENT_EVENTS,
    subscriptionCountOn: data.REALTIME_SUBSCRIPTION_COUNT,
    webhookUrl: data.REALTIME_WEBHOOK_URL === '' ? null : data.REALTIME_WEBHOOK_URL,
    maxConnections: data.REALTIME_MAX_CONNECTIONS,
    activityTimeoutMs: data.REALTIME_ACTIVITY_TIMEOUT * 1_000,
    pongTimeoutMs: data.REALTIME_PONG_TIMEOUT * 1_000,
  };
}

function nameOf(variable: string): string {
  const flag = Object.entries(FLAGS).find(([, name]) => name === variable)?.[0];
  return flag === undefined ? variable : `${variable} (--${flag})`;
}
