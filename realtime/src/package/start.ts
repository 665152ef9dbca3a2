import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { toSettings } from '../config.ts';
import type { Observe } from '../core/observation.ts';
import { isLoopbackName } from '../inspector/core/access.ts';
import { clientHost } from '../inspector/core/snippets.ts';
import { type Service, startService, urlHost } from '../service.ts';
import { cacheFolder, keptCertificate, type TlsKeys } from './certificate.ts';
import { chooseSecret, DEVELOPMENT_KEYS } from './core/keys.ts';
import type { ParsedSeed } from './core/seed.ts';
import type { PackageSettings } from './settings.ts';

export interface RunningPackage {
  readonly service: Service;
  readonly url: string;
  readonly host: string;
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
  readonly certificate: string | null;
  reset(): void;
}

export interface PackageExtras {
  readonly seed: ParsedSeed;
  readonly tls: TlsKeys | null;
  readonly observe?: Observe;
}

/** @throws if the port is in use or the certificate can't be used */
export async function startPackage(
  settings: PackageSettings,
  { seed, tls: given, observe }: PackageExtras,
): Promise<RunningPackage> {
  const secret = chooseSecret(settings.PUSHER_SECRET, isLoopbackName(settings.REALTIME_HOST), () =>
    randomBytes(16).toString('hex'),
  );
  const service = toSettings({ ...settings, PUSHER_SECRET: secret });
  const log = pino(
    { name: 'realtime', level: settings.LOG_LEVEL },
    pino.destination({ dest: 2, sync: true }),
  );
  const tls =
    given ??
    (settings.REALTIME_TLS
      ? await keptCertificate(cacheFolder(process.env), settings.REALTIME_HOST, Date.now())
      : null);
  const isDevelopmentSecret = secret === DEVELOPMENT_KEYS.secret;
  const running = await startService(service, log, {
    isDevelopmentSecret,
    observe,
    ...(tls ? { tls } : {}),
  }).catch((error: unknown) => {
    throw readable(error, settings);
  });
  const load = () => {
    for (const event of seed.cachedEvents ?? []) running.publish(event, 'seed');
  };
  load();
  const { appId, key } = service;
  const host = clientHost(service.host);
  return {
    service: running,
    url: `${tls ? 'https' : 'http'}://${urlHost(host)}:${running.port}`,
    host,
    appId,
    key,
    secret,
    certificate: tls?.cert ?? null,
    reset() {
      running.reset();
      load();
    },
  };
}

function readable(error: unknown, { REALTIME_PORT, REALTIME_HOST }: PackageSettings): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new Error(`port ${REALTIME_PORT} is in use; choose another, or 0 for any`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${REALTIME_HOST} is not an address of this machine`);
  if (code.startsWith('ERR_OSSL') || code.startsWith('ERR_TLS'))
    return new Error(`the certificate and its key can’t be used: ${(error as Error).message}`);
  return error;
}
