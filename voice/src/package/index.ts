import type { StartOptions, Voice } from './api.ts';
import { Events } from './events.ts';
import { readSeed } from './read-seed.ts';
import { command, type PackageSettings } from './settings.ts';
import { startPackage } from './start.ts';
import { createVoice } from './voice.ts';

export type {
  CallChange,
  CallStatus,
  Impairment,
  Line,
  PhoneBehavior,
  Seed,
  SeedApplication,
  SeedCaller,
  SeedNumber,
  SeedPhone,
  SeedWebhooks,
  StartOptions,
  TextChange,
  TwimlVerb,
  VerbStart,
  Voice,
  VoiceEvents,
  WebhookExchange,
} from './api.ts';

/**
 * Starts the service. Its media process is a child of this process and ends with it. Call `stop()` at the end: until
 * then, the service keeps this process alive.
 * @throws if an option is invalid or the port is in use
 */
export async function start(options: StartOptions = {}): Promise<Voice> {
  const events = new Events();
  const tls = typeof options.tls === 'object' ? options.tls : null;
  const running = await startPackage(readSettings(options), {
    seed: readSeed(options.seed ?? {}),
    tls,
    observe: events.observe,
  });
  return createVoice(running, events);
}

type Value = string | number | boolean | object | readonly string[] | undefined;

/** The process's environment doesn't count, so that tests don't depend on it. */
function readSettings(options: StartOptions): PackageSettings {
  const raw: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(options)) {
    if (name === 'seed') continue;
    if (!Object.hasOwn(SETTINGS, name)) throw new Error(`unknown option ${name}`);
    raw[SETTINGS[name as keyof typeof SETTINGS]] = toText(value);
  }
  const parsed = command.schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const optionOf = new Map(Object.entries(SETTINGS).map(([option, setting]) => [setting as string, option]));
  throw new Error(
    parsed.error.issues
      .map(({ path: [setting], message }) => `${optionOf.get(String(setting))}: ${message}`)
      .join('\n'),
  );
}

const SETTINGS = {
  port: 'VOICE_PORT',
  host: 'VOICE_HOST',
  accountSid: 'TWILIO_ACCOUNT_SID',
  authToken: 'TWILIO_AUTH_TOKEN',
  apiKey: 'TWILIO_API_KEY',
  apiSecret: 'TWILIO_API_SECRET',
  applicationSid: 'TWILIO_TWIML_APP_SID',
  numbers: 'VOICE_NUMBERS',
  voiceUrl: 'VOICE_TWIML_URL',
  smsUrl: 'VOICE_SMS_URL',
  data: 'VOICE_DATA',
  tls: 'VOICE_TLS',
  page: 'VOICE_PAGE',
  callsPerSecond: 'VOICE_CPS',
  mediaAddress: 'MEDIA_ADDRESS',
  mediaPorts: 'MEDIA_PORTS',
  logLevel: 'LOG_LEVEL',
} as const satisfies Record<Exclude<keyof StartOptions, 'seed'>, keyof PackageSettings>;

function toText(value: Value): string | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.join(',');
  // A certificate; see `start`.
  if (typeof value === 'object' || value === true) return '1';
  return value === false ? '0' : String(value);
}
