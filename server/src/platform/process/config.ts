import { resolve } from 'node:path';
import type { ApiOrigins } from '@offhook/contract/client/api-base';
import * as z from 'zod';
import { findMailProblem, MAIL_FIELDS, type MailConfig, mailConfig } from '../mail/mail-config.ts';
import type { RealtimeConfig } from '../realtime/realtime-publisher.ts';
import { type EncryptionKey, parseKeys } from '../secrets/encryption-keys.ts';
import type { TelephonyConfig } from '../telephony/telephony.ts';
import { apiOrigins, findOriginProblem, ORIGIN_FIELDS } from './origin-config.ts';
import {
  KEYS_FIELD,
  missingS3Fields,
  RECORDING_FIELDS,
  type RecordingConfig,
  recordingConfig,
  S3_REQUIRED_FIELDS,
} from './recording-config.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const optional = z.string().trim().default('');
const address = (protocol: RegExp) => z.url({ protocol });
const NOTICE_SECONDS = 3;
const GOOGLE_ISSUER = 'https://accounts.google.com';
const flag = z.enum(['', '0', '1']).default('');

/** The login exchanges secrets, so plain http is allowed for this machine only. */
function isSafeIssuer(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** The expected value completes the error message. */
const FIELDS = {
  SERVER_PORT: [port.default(0), 'a port number, 0 to 65535'],
  GATEWAY_HOST: [optional, 'the address that the gateway in front of this server listens on'],
  HOST: [z.string().min(1).default('127.0.0.1'), 'the address to listen on, such as 127.0.0.1'],
  OFFHOOK_DATA: [z.string().min(1).default('./data'), 'the folder for Offhook’s data'],
  PUBLIC_URL: [address(/^https?$/), 'the http or https URL where browsers and webhooks reach this server'],
  ...ORIGIN_FIELDS,
  TRUSTED_PROXIES: [
    z
      .string()
      .default('')
      .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
    'comma-separated addresses of the proxies in front of Offhook, such as 10.0.0.5 or 172.16.0.0/12',
  ],
  CALLS_PER_SECOND: [
    z.union([z.literal(''), z.coerce.number().int().min(1).max(1_000)]).default(''),
    'the number of calls per second that this server may place, 1 to 1000',
  ],
  DATABASE_URL: [
    z.union([z.literal(''), address(/^postgres(ql)?$/)]).default(''),
    'a postgres:// URL, or empty for the embedded database',
  ],
  DISK_RESERVE_MB: [
    z.coerce.number().int().min(0).max(100_000).default(64),
    'the disk space that the embedded database leaves free, in megabytes, 0 to 100000; 0 turns the check off',
  ],
  DATABASE_TEMPLATE: [optional, 'the template file for a new embedded database'],
  TWILIO_ACCOUNT_SID: [z.string().regex(/^AC[0-9a-f]{32}$/), 'AC and 32 hexadecimal digits'],
  TWILIO_AUTH_TOKEN: [z.string().min(1), 'the auth token of TWILIO_ACCOUNT_SID'],
  TWILIO_API_KEY: [z.string().regex(/^SK[0-9a-f]{32}$/), 'SK and 32 hexadecimal digits'],
  TWILIO_API_SECRET: [z.string().min(1), 'the secret of TWILIO_API_KEY'],
  TWILIO_APP_SID: [
    z.union([z.literal(''), z.string().regex(/^AP[0-9a-f]{32}$/)]).default(''),
    'AP and 32 hexadecimal digits, or empty to create an application',
  ],
  TWILIO_EDGE: [
    z.union([z.literal(''), z.string().regex(/^[a-z][a-z0-9-]{0,39}$/)]).default(''),
    'the provider’s edge location that phones connect to, such as frankfurt, or empty for the nearest one',
  ],
  VOICE_URL: [
    z.union([z.literal(''), address(/^https?$/)]).default(''),
    'the base URL of the voice API, or empty for the provider’s own',
  ],
  VOICE_CHUNDERW: [optional, 'host[:port][/path] of the voice signaling, or empty for the provider’s own'],
  PUSHER_APP_ID: [z.string().min(1), 'the app ID of the realtime service'],
  PUSHER_KEY: [z.string().min(1), 'the key of the realtime service'],
  PUSHER_SECRET: [z.string().min(1), 'the secret of the realtime service'],
  PUSHER_CLUSTER: [optional, 'the cluster of the hosted realtime service'],
  PUSHER_HOST: [optional, 'the host of a self-hosted realtime service'],
  PUSHER_PORT: [z.union([z.literal(''), port]).default(''), 'the port number of PUSHER_HOST'],
  REALTIME_EMBEDDED: [flag, '1 when phones reach the realtime service at PUBLIC_URL, otherwise 0'],
  GOOGLE_CLIENT_ID: [optional, 'the OAuth client ID for Google login, or empty to turn it off'],
  GOOGLE_CLIENT_SECRET: [optional, 'the secret of GOOGLE_CLIENT_ID'],
  GOOGLE_ISSUER: [
    z.union([z.literal(''), address(/^https?$/).refine(isSafeIssuer)]).default(''),
    'the https URL of an OpenID Connect provider, or empty for Google',
  ],
  OFFHOOK_DEMO: [flag, '1 to create demo users and simulated callers, otherwise 0'],
  VOICEMAIL_DETECTION: [
    z.enum(['', '0', '1']).default('1'),
    '1 to detect answering machines, which the provider charges for, otherwise 0',
  ],
  WEBHOOKS_PRIVATE: [flag, '1 to allow webhooks to this machine and private networks, otherwise 0'],
  SESSION_SECRET: [
    z.union([z.literal(''), z.string().min(32)]).default(''),
    '32 characters or more, or empty to generate one and store it in the database',
  ],
  SECRETS_KEY: KEYS_FIELD,
  LEAD_FILE_MB: [
    z.union([z.literal(''), z.coerce.number().int().min(1).max(2_000)]).default(''),
    'the maximum size of a lead import in megabytes, 1 to 2000',
  ],
  COUNTRY_LOOKUP_URL: [
    z.union([z.literal(''), address(/^https?$/)]).default(''),
    'the URL of a country lookup for users without a country, or empty to turn it off',
  ],
  SOFTPHONE_DIST: [optional, 'the folder of the built softphone'],
  CONSOLE_DIST: [optional, 'the folder of the built console'],
  METRICS_TOKEN: [
    z.union([z.literal(''), z.string().min(16)]).default(''),
    'a bearer token of 16 characters or more, or empty to allow only this machine',
  ],
  DRAIN_SECONDS: [
    z.coerce.number().min(1).max(3_600).default(25),
    'the time limit of a graceful shutdown in seconds, 1 to 3600',
  ],
  DRAIN_NOTICE_SECONDS: [
    z.union([z.literal(''), z.coerce.number().min(0).max(600)]).default(''),
    'how long requests are still accepted after the shutdown signal, in seconds, 0 to 600',
  ],
  ...RECORDING_FIELDS,
  ...MAIL_FIELDS,
  LOG_LEVEL: [
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'one of fatal, error, warn, info, debug, trace, silent',
  ],
} as const;

/** Keyed by variable name. `npm start` also accepts most of them. */
export const EXPECTED_VALUES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FIELDS).map(([name, [, expected]]) => [name, expected]),
);

type Fields = typeof FIELDS;
const Environment = z.object(
  Object.fromEntries(Object.entries(FIELDS).map(([name, [schema]]) => [name, schema])) as {
    [N in keyof Fields]: Fields[N][0];
  },
);

export interface Config {
  readonly host: string;
  readonly gatewayHost: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly publicUrl: string;
  readonly pageOrigins: readonly string[];
  readonly api: ApiOrigins;
  readonly trustedProxies: readonly string[];
  readonly callsPerSecond: number | null;
  readonly databaseUrl: string;
  readonly diskReserve: number;
  readonly templateFile: string | null;
  readonly telephony: TelephonyConfig & {
    readonly applicationSid: string;
    /** `host[:port][/path]`; empty for the provider's. */
    readonly chunderw: string;
    readonly edge: string;
    readonly detectsVoicemail: boolean;
    /** The embedded voice service provides the API and signaling. Its numbers and calls are free. */
    readonly embedded: boolean;
  };
  readonly realtime: RealtimeConfig & {
    readonly embedded: boolean;
  };
  readonly google: OpenIdConfig | null;
  readonly demo: boolean;
  readonly allowsPrivateWebhooks: boolean;
  readonly sessionSecret: string;
  /** For stored secrets; newest first. */
  readonly secretsKeys: readonly EncryptionKey[];
  readonly maxLeadFileBytes: number | null;
  readonly countryLookupUrl: string;
  readonly softphoneDist: string;
  readonly consoleDist: string;
  readonly recordings: RecordingConfig;
  /** null: no mail is sent. */
  readonly mail: MailConfig | null;
  readonly metricsToken: string;
  readonly drainMs: number;
  readonly drainNoticeMs: number;
  readonly logLevel: string;
}

export class ConfigurationError extends Error {}

/** @throws ConfigurationError naming each invalid or missing variable and its expected value */
export function readConfig(source: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(source);
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    const describe = (name: string) =>
      name in FIELDS ? `${name} should be ${EXPECTED_VALUES[name]}.` : `${name} is invalid.`;
    throw new ConfigurationError([...names].map(describe).join('\n'));
  }
  const env = parsed.data;
  if (env.PUSHER_CLUSTER === '' && env.PUSHER_HOST === '') {
    throw new ConfigurationError('PUSHER_CLUSTER or PUSHER_HOST must be set.');
  }
  if ((env.GOOGLE_CLIENT_ID === '') !== (env.GOOGLE_CLIENT_SECRET === '')) {
    throw new ConfigurationError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must both be set, or neither.');
  }
  const wrong = findOriginProblem(env, env.PUBLIC_URL);
  if (wrong !== null) throw new ConfigurationError(wrong);
  const mailProblem = findMailProblem(env);
  if (mailProblem !== null) throw new ConfigurationError(mailProblem);
  const missing = missingS3Fields(env);
  if (missing.length > 0) {
    throw new ConfigurationError(`Set ${missing.join(', ')} as well: ${S3_REQUIRED_FIELDS}`);
  }
  if (env.OFFHOOK_DEMO === '1' && (env.DATABASE_URL !== '' || env.VOICE_URL === '')) {
    throw new ConfigurationError(
      'OFFHOOK_DEMO is 1, but the demo requires the embedded database and voice service.',
    );
  }
  const noticeSeconds =
    env.DRAIN_NOTICE_SECONDS === ''
      ? Math.min(NOTICE_SECONDS, env.DRAIN_SECONDS / 4)
      : env.DRAIN_NOTICE_SECONDS;
  if (noticeSeconds >= env.DRAIN_SECONDS) {
    throw new ConfigurationError(
      'DRAIN_NOTICE_SECONDS must be less than DRAIN_SECONDS: the rest is for requests in progress.',
    );
  }
  return {
    host: env.HOST,
    gatewayHost: env.GATEWAY_HOST,
    port: env.SERVER_PORT,
    dataFolder: resolve(env.OFFHOOK_DATA),
    publicUrl: env.PUBLIC_URL.replace(/\/+$/, ''),
    pageOrigins: env.PAGE_ORIGINS,
    api: apiOrigins(env),
    trustedProxies: env.TRUSTED_PROXIES,
    callsPerSecond: env.CALLS_PER_SECOND === '' ? null : env.CALLS_PER_SECOND,
    databaseUrl: env.DATABASE_URL,
    diskReserve: env.DISK_RESERVE_MB * 1024 * 1024,
    templateFile: env.DATABASE_TEMPLATE === '' ? null : resolve(env.DATABASE_TEMPLATE),
    telephony: {
      accountSid: env.TWILIO_ACCOUNT_SID,
      authToken: env.TWILIO_AUTH_TOKEN,
      apiKey: env.TWILIO_API_KEY,
      apiSecret: env.TWILIO_API_SECRET,
      applicationSid: env.TWILIO_APP_SID,
      apiBase: env.VOICE_URL,
      chunderw: env.VOICE_CHUNDERW,
      edge: env.TWILIO_EDGE,
      detectsVoicemail: env.VOICEMAIL_DETECTION !== '0',
      // VOICE_URL alone may be a regional endpoint of the provider or a proxy.
      embedded: env.VOICE_URL !== '' && env.VOICE_CHUNDERW !== '',
    },
    realtime: {
      appId: env.PUSHER_APP_ID,
      key: env.PUSHER_KEY,
      secret: env.PUSHER_SECRET,
      cluster: env.PUSHER_CLUSTER,
      host: env.PUSHER_HOST,
      port: env.PUSHER_PORT === '' ? null : env.PUSHER_PORT,
      secure: env.REALTIME_EMBEDDED !== '1',
      embedded: env.REALTIME_EMBEDDED === '1',
    },
    google:
      env.GOOGLE_CLIENT_ID === ''
        ? null
        : {
            issuer: env.GOOGLE_ISSUER || GOOGLE_ISSUER,
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
          },
    demo: env.OFFHOOK_DEMO === '1',
    allowsPrivateWebhooks: (env.WEBHOOKS_PRIVATE || env.OFFHOOK_DEMO) === '1',
    sessionSecret: env.SESSION_SECRET,
    secretsKeys: parseKeys(env.SECRETS_KEY) ?? [],
    maxLeadFileBytes: env.LEAD_FILE_MB === '' ? null : env.LEAD_FILE_MB * 1024 * 1024,
    countryLookupUrl: env.COUNTRY_LOOKUP_URL,
    softphoneDist: env.SOFTPHONE_DIST === '' ? '' : resolve(env.SOFTPHONE_DIST),
    consoleDist: env.CONSOLE_DIST === '' ? '' : resolve(env.CONSOLE_DIST),
    recordings: recordingConfig(env),
    mail: mailConfig(env),
    metricsToken: env.METRICS_TOKEN,
    drainMs: env.DRAIN_SECONDS * 1_000,
    drainNoticeMs: noticeSeconds * 1_000,
    logLevel: env.LOG_LEVEL,
  };
}

export interface OpenIdConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}
