import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { findMailProblem, MAIL_FIELDS } from '@offhook/server/platform/mail/mail-config';
import { EXPECTED_VALUES } from '@offhook/server/platform/process/config';
import { isLoopback } from '@offhook/server/platform/process/local-address';
import { findOriginProblem, ORIGIN_FIELDS } from '@offhook/server/platform/process/origin-config';
import {
  KEYS_FIELD,
  missingS3Fields,
  RECORDING_FIELDS,
  S3_REQUIRED_FIELDS,
} from '@offhook/server/platform/process/recording-config';
import * as z from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const optional = z.string().trim().default('');
const integerBetween = (min: number, max: number) =>
  z.union([z.literal(''), z.coerce.number().int().min(min).max(max).transform(String)]).default('');

const ProxyAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const splitList = (text: string) => text.split(',').flatMap((entry) => entry.trim() || []);

const fieldSchemas = <F extends Readonly<Record<string, readonly [z.ZodType, string]>>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, [schema]]) => [name, schema])) as {
    readonly [N in keyof F]: F[N][0];
  };

const Environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  OFFHOOK_DATA: z.string().min(1).default('./data'),
  PUBLIC_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  ...fieldSchemas(ORIGIN_FIELDS),
  DATABASE_URL: z.union([z.literal(''), z.url({ protocol: /^postgres(ql)?$/ })]).default(''),
  TWILIO_ACCOUNT_SID: z.union([z.literal(''), z.string().regex(/^AC[0-9a-f]{32}$/)]).default(''),
  TWILIO_AUTH_TOKEN: optional,
  TWILIO_API_KEY: z.union([z.literal(''), z.string().regex(/^SK[0-9a-f]{32}$/)]).default(''),
  TWILIO_API_SECRET: optional,
  TWILIO_APP_SID: z.union([z.literal(''), z.string().regex(/^AP[0-9a-f]{32}$/)]).default(''),
  TWILIO_EDGE: z.union([z.literal(''), z.string().regex(/^[a-z][a-z0-9-]{0,39}$/)]).default(''),
  PUSHER_APP_ID: optional,
  PUSHER_KEY: optional,
  PUSHER_SECRET: optional,
  PUSHER_CLUSTER: optional,
  PUSHER_HOST: optional,
  PUSHER_PORT: z.union([z.literal(''), z.string().regex(/^\d{1,5}$/)]).default(''),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE_ISSUER: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  COUNTRY_LOOKUP_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  CALLS_PER_SECOND: z.union([z.literal(''), z.string().regex(/^([1-9]\d{0,2}|1000)$/)]).default(''),
  LEAD_FILE_MB: z.union([z.literal(''), z.string().regex(/^[1-9]\d{0,3}$/)]).default(''),
  DISK_RESERVE_MB: integerBetween(0, 100_000),
  MEDIA_ADDRESS: optional,
  MEDIA_PORTS: z.union([z.literal(''), z.string().regex(/^\d+-\d+$/)]).default(''),
  OFFHOOK_DEMO: z.enum(['', '0', '1']).default(''),
  WEBHOOKS_PRIVATE: z.enum(['', '0', '1']).default(''),
  VOICEMAIL_DETECTION: z.enum(['', '0', '1']).default(''),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .refine((text) => splitList(text).every((one) => ProxyAddress.safeParse(one).success)),
  METRICS_TOKEN: z.union([z.literal(''), z.string().min(16)]).default(''),
  SECRETS_KEY: KEYS_FIELD[0],
  ...fieldSchemas(RECORDING_FIELDS),
  ...fieldSchemas(MAIL_FIELDS),
  DRAIN_SECONDS: integerBetween(1, 3_600),
  DRAIN_NOTICE_SECONDS: integerBetween(0, 600),
});

/** The expected value of a variable, for error messages. */
const EXPECTED: Readonly<Record<string, string>> = {
  ...EXPECTED_VALUES,
  PORT: 'a port number, 0 to 65535',
  TWILIO_ACCOUNT_SID: 'AC and 32 hexadecimal digits, or empty for the embedded voice service',
  MEDIA_PORTS: 'two UDP port numbers separated by a hyphen, such as 40000-40999',
  DRAIN_SECONDS: `${EXPECTED_VALUES['DRAIN_SECONDS']}, or empty to stop within 5 seconds`,
};

const TWILIO = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_API_KEY', 'TWILIO_API_SECRET'] as const;
const PUSHER = ['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET'] as const;
const GOOGLE = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Where the embedded voice service receives audio; 0.0.0.0 for all addresses. */
  readonly mediaAddress: string;
  readonly data: string;
  readonly publicUrl: string;
  readonly pageOrigins: readonly string[];
  readonly demo: boolean;
  readonly embeddedVoice: boolean;
  readonly embeddedRealtime: boolean;
  /** Trusted proxies besides this machine: addresses and networks. */
  readonly trustedProxies: readonly string[];
  /** How long the server may take to stop; null: everything stops within 5 s. */
  readonly drainMs: number | null;
  readonly environment: Readonly<Record<string, string>>;
}

export class ConfigurationError extends Error {}

/** Same address as the pages. A host name other than localhost may resolve to any address. */
function mediaAddress(host: string): string {
  return isIP(host) !== 0 || host === 'localhost' ? host : '0.0.0.0';
}

export function readConfig(source: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(source);
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    throw new ConfigurationError(
      [...names].map((name) => `${name} should be ${EXPECTED[name] ?? 'a non-empty string'}.`).join('\n'),
    );
  }
  const env = parsed.data;
  const requireTogether = (names: readonly (keyof typeof env)[]): void => {
    if (names.every((name) => env[name] === '')) return;
    const absent = names.filter((name) => env[name] === '');
    if (absent.length > 0) {
      throw new ConfigurationError(
        `Set ${absent.join(', ')} as well: ${names.join(', ')} are required together.`,
      );
    }
  };
  requireTogether(TWILIO);
  requireTogether(PUSHER);
  const missingS3 = missingS3Fields(env);
  if (missingS3.length > 0)
    throw new ConfigurationError(`Set ${missingS3.join(', ')} as well: ${S3_REQUIRED_FIELDS}`);
  requireTogether(GOOGLE);
  const mailProblem = findMailProblem(env);
  if (mailProblem !== null) throw new ConfigurationError(mailProblem);
  const originError = findOriginProblem(env, env.PUBLIC_URL);
  if (originError !== null) throw new ConfigurationError(originError);
  const embeddedVoice = env.TWILIO_ACCOUNT_SID === '';
  const embeddedRealtime = env.PUSHER_KEY === '';
  if (!embeddedRealtime && env.PUSHER_CLUSTER === '' && env.PUSHER_HOST === '') {
    throw new ConfigurationError('PUSHER_CLUSTER or PUSHER_HOST must be set with PUSHER_KEY.');
  }
  const noticeSeconds = Number(env.DRAIN_NOTICE_SECONDS || 0);
  if (noticeSeconds > 0 && noticeSeconds >= Number(env.DRAIN_SECONDS || 0)) {
    throw new ConfigurationError('DRAIN_NOTICE_SECONDS must be less than DRAIN_SECONDS.');
  }
  const allEmbedded = embeddedVoice && embeddedRealtime && env.DATABASE_URL === '';
  if (env.OFFHOOK_DEMO === '1' && !allEmbedded) {
    throw new ConfigurationError(
      'OFFHOOK_DEMO is 1, but the demo needs the embedded database, voice and realtime services.',
    );
  }
  const exposed = (['HOST', 'PUBLIC_URL'] as const).find((name) => !isLoopback(env[name]));
  if (allEmbedded && env.OFFHOOK_DEMO === '' && exposed !== undefined) {
    throw new ConfigurationError(
      `${exposed} is ${env[exposed]}, so others could log in with the demo’s known passwords. Set OFFHOOK_DEMO=0 to start without the demo, or OFFHOOK_DEMO=1 to allow it.`,
    );
  }
  return {
    port: env.PORT,
    host: env.HOST,
    mediaAddress: env.MEDIA_ADDRESS || mediaAddress(env.HOST),
    data: resolve(env.OFFHOOK_DATA),
    publicUrl: env.PUBLIC_URL.replace(/\/+$/, ''),
    pageOrigins: env.PAGE_ORIGINS,
    demo: allEmbedded && env.OFFHOOK_DEMO !== '0',
    embeddedVoice,
    embeddedRealtime,
    trustedProxies: splitList(env.TRUSTED_PROXIES),
    drainMs: env.DRAIN_SECONDS === '' ? null : Number(env.DRAIN_SECONDS) * 1_000,
    environment: Object.fromEntries(
      Object.entries(env)
        .filter(([, value]) => String(value) !== '')
        .map(([name, value]) => [name, String(value)]),
    ),
  };
}
