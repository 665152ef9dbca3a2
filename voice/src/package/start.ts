import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { Phones } from '../carrier/behavior.ts';
import type { Config } from '../config.ts';
import type { Observe } from '../inspector/core/observations.ts';
import { isLoopbackHost } from '../inspector/core/page-access.ts';
import { startMedia, startVoice, type VoiceService } from '../service.ts';
import { urlHost } from '../url-host.ts';
import type { TlsKeys } from '../web-server.ts';
import type { Seed } from './api.ts';
import { applySeed } from './apply-seed.ts';
import { CERTIFICATE_FILE, cacheFolder, keptCertificate } from './certificate.ts';
import { chooseKeys, type Keys } from './core/keys.ts';
import type { PackageSettings } from './settings.ts';

export interface RunningPackage extends Keys {
  readonly service: VoiceService;
  readonly url: string;
  readonly host: string;
  readonly numbers: readonly string[];
  readonly certificate: string | null;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export interface PackageExtras {
  readonly seed: Seed;
  readonly tls: TlsKeys | null;
  readonly observe: Observe | null;
}

/** @throws if the port is in use or the data folder can't be written */
export async function startPackage(
  settings: PackageSettings,
  { seed, tls: given, observe }: PackageExtras,
): Promise<RunningPackage> {
  const { VOICE_HOST: host } = settings;
  const keys = chooseKeys(
    {
      accountSid: settings.TWILIO_ACCOUNT_SID,
      authToken: settings.TWILIO_AUTH_TOKEN,
      apiKey: settings.TWILIO_API_KEY,
      apiSecret: settings.TWILIO_API_SECRET,
      applicationSid: settings.TWILIO_TWIML_APP_SID,
    },
    isLoopbackHost(host),
    () => randomBytes(16).toString('hex'),
  );
  const data = settings.VOICE_DATA || mkdtempSync(join(tmpdir(), 'offhook-voice-'));
  const removeData = (): void => {
    process.off('exit', removeData);
    if (settings.VOICE_DATA === '') rmSync(data, { recursive: true, force: true });
  };
  process.on('exit', removeData);
  const config: Config = {
    ...settings,
    TWILIO_ACCOUNT_SID: keys.accountSid,
    TWILIO_AUTH_TOKEN: keys.authToken,
    TWILIO_API_KEY: keys.apiKey,
    TWILIO_API_SECRET: keys.apiSecret,
    VOICE_DATA: data,
  };
  const paths = {
    assets: fileURLToPath(new URL('./assets', import.meta.url)),
    mediaEntry: fileURLToPath(new URL('./media.mjs', import.meta.url)),
  };
  const log = pino({ name: 'voice', level: settings.LOG_LEVEL }, pino.destination(2));
  const media = startMedia(config, paths, log);
  try {
    const tls = given ?? (settings.VOICE_TLS === '1' ? await ownCertificate(settings) : null);
    const phones = new Phones();
    const service = await startVoice(config, paths, log, media, {
      tls,
      phones,
      observe,
      applicationSid: keys.applicationSid,
    });
    const standardNumbers = settings.VOICE_NUMBERS.split(',');
    const seedNumbers = (seed.numbers ?? []).map(({ phoneNumber }) => phoneNumber);
    const load = (): void => {
      applySeed(service.lab.store, phones, standardSeed(keys, standardNumbers, settings));
      applySeed(service.lab.store, phones, seed);
    };
    load();
    return {
      ...keys,
      service,
      host,
      numbers: [...new Set([...standardNumbers, ...seedNumbers])],
      url: `${tls ? 'https' : 'http'}://${urlHost(host)}:${service.port}`,
      certificate: tls?.cert ?? null,
      reset: async () => {
        await service.reset();
        phones.clear();
        load();
      },
      stop: async () => {
        await service.close();
        removeData();
      },
    };
  } catch (error) {
    await media.stop();
    removeData();
    throw readable(error, settings);
  }
}

function ownCertificate(settings: PackageSettings): Promise<TlsKeys> {
  return keptCertificate(certificateFolder(settings), settings.VOICE_HOST, Date.now());
}

/** Where the service's own certificate is kept. */
export function certificateFile(settings: PackageSettings): string {
  return join(certificateFolder(settings), CERTIFICATE_FILE);
}

function certificateFolder({ VOICE_DATA }: PackageSettings): string {
  return VOICE_DATA === '' ? cacheFolder(process.env) : resolve(VOICE_DATA, 'tls');
}

function standardSeed(
  { applicationSid }: Keys,
  numbers: readonly string[],
  { VOICE_TWIML_URL: voiceUrl, VOICE_SMS_URL: smsUrl }: PackageSettings,
): Seed {
  const urls = { ...(voiceUrl === '' ? {} : { voiceUrl }), ...(smsUrl === '' ? {} : { smsUrl }) };
  return {
    applications: [{ sid: applicationSid, ...urls }],
    numbers: numbers.map((phoneNumber) => ({ phoneNumber, ...urls })),
  };
}

function readable(error: unknown, { VOICE_PORT, VOICE_HOST }: PackageSettings): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return new Error(`port ${VOICE_PORT} is in use; choose another, or 0 for any`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${VOICE_HOST} is not an address of this machine`);
  if (code?.startsWith('ERR_OSSL'))
    return new Error(`the certificate and its key can’t be used: ${(error as Error).message}`);
  return error;
}
