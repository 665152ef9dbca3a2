import { z } from 'zod';
import { type Command, type Config, type Option, options, settings } from '../config.ts';
import { packageVersion } from './version.ts';

const ACCOUNT_SID = 'AC and 32 hexadecimal digits';
const AUTH_TOKEN = 'at least 8 characters';
const APPLICATION_SID = 'AP and 32 hexadecimal digits';
const NUMBERS = 'phone numbers (+ and 7 to 15 digits), comma-separated';
const URL_TEXT = 'an http or https URL';
const SWITCH = '1 or 0';

const url = z
  .string()
  .max(4_000)
  .refine((text) => text === '' || (URL.canParse(text) && /^https?:/.test(text)), URL_TEXT)
  .default('');
const optional = (pattern: RegExp, message: string) =>
  z
    .string()
    .refine((text) => text === '' || pattern.test(text), message)
    .default('');
const isSwitch = z.enum(['', '0', '1'], SWITCH).default('');

/** The settings of the package: those of the service, with defaults for a developer's machine. */
const schema = settings.extend({
  TWILIO_ACCOUNT_SID: optional(/^AC[0-9a-fA-F]{32}$/, ACCOUNT_SID),
  TWILIO_AUTH_TOKEN: optional(/^.{8,}$/, AUTH_TOKEN),
  TWILIO_TWIML_APP_SID: optional(/^AP[0-9a-fA-F]{32}$/, APPLICATION_SID),
  VOICE_NUMBERS: z
    .string()
    .regex(/^\+[1-9]\d{6,14}(,\+[1-9]\d{6,14}){0,999}$/, NUMBERS)
    .default('+14155550190,+14155550191'),
  VOICE_TWIML_URL: url,
  VOICE_SMS_URL: url,
  VOICE_SEED: z.string().default(''),
  VOICE_TLS: isSwitch,
  VOICE_TLS_CERT: z.string().default(''),
  VOICE_TLS_KEY: z.string().default(''),
  VOICE_JSON: isSwitch,
  VOICE_DATA: z.string().default(''),
  VOICE_CPS: settings.shape.VOICE_CPS.unwrap().default(100),
  VOICE_PAGE: z.enum(['', '0', '1'], SWITCH).default('1'),
  LOG_LEVEL: settings.shape.LOG_LEVEL.unwrap().default('warn'),
});

export type PackageSettings = z.infer<typeof schema>;
type Overridden =
  | 'VOICE_DATA'
  | 'TWILIO_ACCOUNT_SID'
  | 'TWILIO_AUTH_TOKEN'
  | 'TWILIO_API_KEY'
  | 'TWILIO_API_SECRET';

const RANDOM = 'random if --host isn’t a loopback address';

const own: Readonly<Record<Exclude<keyof PackageSettings, keyof Config> | Overridden, Option>> = {
  VOICE_TWIML_URL: ['voice-url', 'your URL that returns TwiML for calls of the application and the numbers'],
  VOICE_SMS_URL: ['sms-url', 'your URL that receives texts to the numbers'],
  VOICE_SEED: ['seed', 'JSON file with applications, numbers, callers and simulated phones'],
  VOICE_DATA: ['data', 'folder that keeps calls, texts, recordings and the rest', 'a temporary folder'],
  VOICE_TLS: ['tls', 'serve HTTPS and WSS with a certificate of its own', 'off', 'switch'],
  VOICE_TLS_CERT: ['tls-cert', 'your certificate, a PEM file'],
  VOICE_TLS_KEY: ['tls-key', 'its private key, a PEM file'],
  VOICE_JSON: ['json', 'print one line of JSON when ready, for scripts', 'off', 'switch'],
  VOICE_NUMBERS: ['numbers', 'business numbers, comma-separated'],
  TWILIO_ACCOUNT_SID: ['account-sid', ACCOUNT_SID, 'AC, 31 zeros, 1'],
  TWILIO_AUTH_TOKEN: ['auth-token', AUTH_TOKEN, `offhook-voice-token; ${RANDOM}`],
  TWILIO_API_KEY: ['api-key', 'SK and 32 hexadecimal digits', 'SK, 31 zeros, 1'],
  TWILIO_API_SECRET: ['api-secret', 'signs access tokens', `offhook-voice-secret; ${RANDOM}`],
  TWILIO_TWIML_APP_SID: ['application-sid', APPLICATION_SID, 'AP, 31 zeros, 1'],
};

const { VOICE_PORT, VOICE_HOST, ...others } = options;

export const command: Command<typeof schema.shape> = {
  schema,
  version: packageVersion,
  options: {
    VOICE_PORT,
    VOICE_HOST,
    ...own,
    ...others,
    // A second time, because the same names of the service have other texts here.
    ...own,
  },
  usage: {
    before: `Usage: offhook-voice [options]

A local telephony provider for development and tests. Takes the unmodified official SDKs;
calls go to simulated phones. Every option has an environment variable; the option takes
precedence.
`,
    after: `Examples:
  offhook-voice --voice-url http://127.0.0.1:3000/voice
  offhook-voice --tls --seed seed.json --data ./voice-data
`,
  },
};
