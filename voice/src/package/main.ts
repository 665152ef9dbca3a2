import { readFileSync } from 'node:fs';
import { readOptions } from '../config.ts';
import { stopOnSignals } from '../stop-on-signals.ts';
import type { TlsKeys } from '../web-server.ts';
import type { Seed } from './api.ts';
import { unusablePart } from './certificate.ts';
import { startJson, startText } from './core/start-text.ts';
import { readSeed } from './read-seed.ts';
import { command, type PackageSettings } from './settings.ts';
import { certificateFile, startPackage } from './start.ts';
import { packageVersion } from './version.ts';

/** The command `offhook-voice`. Logs and errors go to standard error. */
async function main(): Promise<void> {
  const read = readOptions(command, process.argv.slice(2), process.env);
  if ('print' in read) {
    process.stdout.write(read.print);
    return;
  }
  if ('errors' in read) throw new UsageError(read.errors.join('\n'));
  const { config: settings } = read;
  const given = readCertificate(settings);
  const running = await startPackage(settings, { seed: seedOf(settings), tls: given, observe: null });
  const started = {
    ...running,
    version: packageVersion(),
    port: running.service.port,
    hasPage: settings.VOICE_PAGE === '1',
    hasHandset: settings.VOICE_HANDSET === '1',
    callableNumbers: running.service.lab.directory.callableNumbers().map(({ phoneNumber }) => phoneNumber),
    voiceUrl: settings.VOICE_TWIML_URL,
    smsUrl: settings.VOICE_SMS_URL,
    ownCertificate: running.certificate !== null && given === null ? certificateFile(settings) : null,
    hasOwnToken: settings.TWILIO_AUTH_TOKEN !== '',
    hasOwnSecret: settings.TWILIO_API_SECRET !== '',
  };
  process.stdout.write(settings.VOICE_JSON === '1' ? startJson(started) : startText(started));
  stopOnSignals(running.stop);
}

class UsageError extends Error {}

function seedOf({ VOICE_SEED: path }: PackageSettings): Seed {
  if (path === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(readInput('--seed', path));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`--seed: ${path} isn’t JSON: ${error.message}`);
    throw error;
  }
  try {
    return readSeed(value);
  } catch (error) {
    throw new UsageError(`--seed: ${path}: ${(error as Error).message}`);
  }
}

function readCertificate({ VOICE_TLS_CERT: cert, VOICE_TLS_KEY: key }: PackageSettings): TlsKeys | null {
  if (cert === '' && key === '') return null;
  if (cert === '' || key === '') throw new UsageError('--tls-cert and --tls-key belong together');
  const keys = { cert: readInput('--tls-cert', cert), key: readInput('--tls-key', key) };
  const unusable = unusablePart(keys);
  if (unusable === 'certificate') throw new UsageError(`--tls-cert: ${cert} isn’t a certificate in PEM`);
  if (unusable === 'key') throw new UsageError(`--tls-key: ${key} isn’t a private key in PEM`);
  if (unusable === 'pair') throw new UsageError(`--tls-key: ${key} isn’t the key of ${cert}`);
  return keys;
}

function readInput(option: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${option}: can’t read ${path} (${(error as NodeJS.ErrnoException).code})`);
  }
}

process.on('uncaughtException', (error) => process.stderr.write(`offhook-voice: ${error.stack}\n`));
process.on('unhandledRejection', (error) => process.stderr.write(`offhook-voice: ${String(error)}\n`));

main().catch((error: unknown) => {
  process.stderr.write(`offhook-voice cannot start.\n${error instanceof Error ? error.message : error}\n`);
  if (error instanceof UsageError) process.stderr.write('All options: offhook-voice --help\n');
  process.exit(error instanceof UsageError ? 2 : 1);
});
