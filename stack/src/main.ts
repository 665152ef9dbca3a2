import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIRST_ACCOUNT_COMMANDS } from '@offhook/server/accounts/settings/first-account';
import { PRIVATE_MASK } from '@offhook/server/platform/database/embedded/private-folder';
import { ConfigurationError, readConfig } from './config.ts';
import { startSupervisor } from './supervisor/supervisor.ts';

const dist = dirname(fileURLToPath(import.meta.url));

/** How long stopping may take in addition to draining. */
const STOP_TIMEOUT_MS = 4_500;
/** One Ctrl-C arrives twice: from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000;

const DEMO_LOGINS = `Demo logins (password offhook-demo):
  agent@demo.test, agent2@demo.test, agent3@demo.test   agents
  plain@demo.test                                       agent without permissions
  supervisor@demo.test                                  listens, whispers, barges
  admin@demo.test                                       administrator`;

const NO_ACCOUNT = `The database has no account yet. Create one and its administrator, with the same environment variables:
  ${FIRST_ACCOUNT_COMMANDS.join('\n  ')}`;

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function describeStartError(error: unknown, port: number, host: string): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return `Port ${port} is already in use. Set PORT to a free port.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${host} is not an address of this machine.`;
  return error instanceof Error ? error.message : String(error);
}

async function main(): Promise<void> {
  process.umask(PRIVATE_MASK);
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigurationError) fail(error.message);
    throw error;
  }
  const supervisor = await startSupervisor({
    config,
    dist,
    softphoneDist: join(dist, '../../softphone/dist'),
    consoleDist: join(dist, '../../console/dist'),
    onStartFailed: fail,
  }).catch((error: unknown) => fail(describeStartError(error, config.port, config.host)));

  const url = new URL(supervisor.url);
  if (url.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) {
    console.error(`Warning: browsers block the microphone on ${supervisor.url}. Serve it over https.`);
  }
  // In development, the build script reports rebuilt processes.
  process.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'restart' in message) {
      supervisor.restart(String(message.restart));
    }
  });

  const skipWait = new AbortController();
  let stopRequestedAt: number | null = null;
  const exitWithin = (ms: number): void => {
    setTimeout(() => process.exit(1), ms).unref();
  };
  const stop = (): void => {
    if (stopRequestedAt !== null) {
      if (performance.now() - stopRequestedAt < SAME_SIGNAL_MS) return;
      skipWait.abort();
      exitWithin(STOP_TIMEOUT_MS);
      return;
    }
    stopRequestedAt = performance.now();
    exitWithin(STOP_TIMEOUT_MS + (config.drainMs ?? 0));
    supervisor.stop(skipWait.signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Started by a test or another program: stop when it ends, however it ends.
  if (process.env['OFFHOOK_CHILD'] === '1') {
    process.stdin.resume();
    process.stdin.on('end', () => {
      skipWait.abort();
      stop();
    });
  }

  // The last step: a program that reads this output may send SIGTERM immediately.
  if (config.demo) console.log(DEMO_LOGINS);
  if (!supervisor.hasAccount) console.log(NO_ACCOUNT);
  console.log(`Offhook is ready at ${supervisor.url}`);
}

await main();
