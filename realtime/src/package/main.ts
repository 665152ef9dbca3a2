import { readFileSync } from 'node:fs';
import { readOptions } from '../config.ts';
import { isLoopbackName } from '../inspector/core/access.ts';
import { stopOnSignals } from '../stop-on-signals.ts';
import { cacheFolder, certificateFile, type TlsKeys, unusablePart } from './certificate.ts';
import { type ParsedSeed, parseSeed, seedVariables } from './core/seed.ts';
import { startJson, startText } from './core/start-text.ts';
import { command, type PackageSettings } from './settings.ts';
import { startPackage } from './start.ts';
import { packageVersion } from './version.ts';

class UsageError extends Error {}

/** The command `offhook-realtime`. Logs and errors go to standard error. */
async function main(): Promise<void> {
  const first = read(process.env);
  if (first === null) return;
  const seed = readSeed(first);
  const settings = read({ ...seedVariables(seed), ...process.env }) ?? first;
  const tls = readCertificate(settings);
  const running = await startPackage(settings, { seed, tls });
  const started = {
    ...running,
    version: packageVersion(),
    port: running.service.port,
    secret: settings.PUSHER_SECRET === '' ? running.secret : null,
    webhookUrl: settings.REALTIME_WEBHOOK_URL || null,
    hasPage: settings.REALTIME_PAGE,
    isLoopback: isLoopbackName(settings.REALTIME_HOST),
    ownCertificate:
      running.certificate !== null && tls === null ? certificateFile(cacheFolder(process.env)) : null,
  };
  process.stdout.write(settings.REALTIME_JSON ? startJson(started) : startText(started));
  stopOnSignals(() => running.service.close());
}

/** @returns null if the help or the version was printed */
function read(env: Readonly<Record<string, string | undefined>>): PackageSettings | null {
  const options = readOptions(command, process.argv.slice(2), env);
  if ('error' in options) throw new UsageError(options.error);
  if ('values' in options) return options.values;
  process.stdout.write(options.print);
  return null;
}

function readSeed({ REALTIME_SEED: path }: PackageSettings): ParsedSeed {
  if (path === '') return {};
  try {
    return parseSeed(JSON.parse(readInput('--seed', path)));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { message } = error as Error;
    const reason = error instanceof SyntaxError ? ` isn’t JSON: ${message}` : `:\n${message}`;
    throw new UsageError(`--seed: ${path}${reason}`);
  }
}

function readCertificate(settings: PackageSettings): TlsKeys | null {
  const { REALTIME_TLS_CERT: cert, REALTIME_TLS_KEY: key } = settings;
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

main().catch((error: unknown) => {
  process.stderr.write(`offhook-realtime cannot start.\n${error instanceof Error ? error.message : error}\n`);
  if (error instanceof UsageError) process.stderr.write('All options: offhook-realtime --help\n');
  process.exit(error instanceof UsageError ? 2 : 1);
});
