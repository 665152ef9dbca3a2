import { parseArgs } from 'node:util';
import { z } from 'zod';

/** Everything that can be set, by its environment variable; the flag of the same meaning wins. */
const settings = z.object({
  VOICE_PORT: z.coerce.number().int().min(0).max(65_535).default(7001),
  VOICE_HOST: z.string().min(1).default('127.0.0.1'),
  TWILIO_ACCOUNT_SID: z.string().regex(/^AC[0-9a-fA-F]{32}$/, 'AC and 32 hexadecimal digits'),
  TWILIO_AUTH_TOKEN: z.string().min(8, 'at least 8 characters'),
  TWILIO_API_KEY: z
    .union([z.literal(''), z.string().regex(/^SK[0-9a-fA-F]{32}$/, 'SK and 32 hexadecimal digits')])
    .default(''),
  TWILIO_API_SECRET: z.string().default(''),
  VOICE_DATA: z.string().min(1).default('data/voice'),
  MEDIA_ADDRESS: z.string().default(''),
  MEDIA_PORTS: z
    .union([z.literal(''), z.string().regex(/^\d{1,5}-\d{1,5}$/, 'two ports, for instance 40000-40999')])
    .default(''),
  /** A browser that has sent nothing for so long is gone, and its call ends; consent lives for 30 (RFC 7675). */
  VOICE_GONE_SECONDS: z.coerce.number().int().min(30, 'at least 30').max(3_600, 'at most 3600').default(30),
  VOICE_CPS: z.coerce.number().positive('more than 0').max(10_000).default(1),
  /** 1: /handset is a telephone for whoever opens it. For demonstrations; it asks for no password. */
  VOICE_HANDSET: z.union([z.literal(''), z.literal('0'), z.literal('1')]).default(''),
  VOICE_PUBLIC_API: z.string().default(''),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

export type Config = z.infer<typeof settings>;
type Name = keyof Config;

const flags: Readonly<Record<string, Name>> = {
  port: 'VOICE_PORT',
  host: 'VOICE_HOST',
  'account-sid': 'TWILIO_ACCOUNT_SID',
  'auth-token': 'TWILIO_AUTH_TOKEN',
  'api-key': 'TWILIO_API_KEY',
  'api-secret': 'TWILIO_API_SECRET',
  data: 'VOICE_DATA',
  'media-address': 'MEDIA_ADDRESS',
  'media-ports': 'MEDIA_PORTS',
  'gone-after': 'VOICE_GONE_SECONDS',
  cps: 'VOICE_CPS',
  handset: 'VOICE_HANDSET',
  'public-api': 'VOICE_PUBLIC_API',
  'log-level': 'LOG_LEVEL',
};

/** The configuration, or one line for each setting that is wrong: its name and what it should be. */
export function readConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { readonly config: Config } | { readonly faults: readonly string[] } {
  let values: Record<string, string | boolean | undefined>;
  try {
    const options = Object.fromEntries(Object.keys(flags).map((flag) => [flag, { type: 'string' as const }]));
    values = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    return { faults: [error instanceof Error ? error.message : String(error)] };
  }
  const given: Record<string, string | undefined> = {};
  for (const [flag, name] of Object.entries(flags)) {
    const value = values[flag];
    given[name] = typeof value === 'string' ? value : env[name];
  }
  const parsed = settings.safeParse(given);
  if (parsed.success) return { config: parsed.data };
  return { faults: parsed.error.issues.map((issue) => `${nameOf(issue.path)}: ${issue.message}`) };
}

/** One line of help, for a start that was refused. */
export const usage = `flags: ${Object.entries(flags)
  .map(([flag, name]) => `--${flag} (${name})`)
  .join(' ')}`;

function nameOf(path: readonly PropertyKey[]): string {
  const name = String(path[0] ?? '');
  const flag = Object.entries(flags).find(([, known]) => known === name)?.[0];
  return flag ? `--${flag} or ${name}` : name;
}
