/** The process of `npm start`. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIRST_ACCOUNT_COMMANDS } from '@offhook/server/accounts/settings/first-account';
import { PRIVATE_MASK } from '@offhook/server/platform/database/embedded/private-folder';
import { ConfigurationError, readConfig } from './config.ts';
import { startSupervisor } from './supervisor/supervisor.ts';

const dist = dirname(fileURLToPath(import.meta.url));

/** How long the end may take, beside what there is to drain. */
const END_MS = 4_500;
/** One Ctrl-C comes twice: from the terminal, and from npm, which hands it on. */
const SAME_ORDER_MS = 1_000;

const DEMO_LOGINS = `Demo logins (password offhook-demo):
  agent@demo.test, agent2@demo.test, agent3@demo.test   agents
  supervisor@demo.test                                  listens, whispers, barges
  admin@demo.test                                       administrator`;

const NO_ACCOUNT = `The database has no account yet. Create one and its administrator, with the same environment variables:
  ${FIRST_ACCOUNT_COMMANDS.join('\n  ')}`;

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function explain(error: unknown, port: number, host: string): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return `PORT ${port} is taken by another process. Set PORT to a free one.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${host} is no address of this machine.`;
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
    onFailed: fail,
  }).catch((error: unknown) => fail(explain(error, config.port, config.host)));

  const url = new URL(supervisor.url);
  if (url.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) {
    console.error(
      `Warning: browsers give a page at ${supervisor.url} no microphone. Put https in front of it.`,
    );
  }
  // Development: the builder tells which part was built anew.
  process.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'restart' in message) {
      supervisor.restart(String(message.restart));
    }
  });

  const hurry = new AbortController();
  let askedAt: number | null = null;
  const endWithin = (ms: number): void => {
    setTimeout(() => process.exit(1), ms).unref();
  };
  const stop = (): void => {
    if (askedAt !== null) {
      if (performance.now() - askedAt < SAME_ORDER_MS) return;
      hurry.abort();
      endWithin(END_MS);
      return;
    }
    askedAt = performance.now();
    endWithin(END_MS + (config.drainMs ?? 0));
    supervisor.stop(hurry.signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Whoever started it as a part of theirs, a test above all, leaves nothing running behind however they end.
  if (process.env['OFFHOOK_CHILD'] === '1') {
    process.stdin.resume();
    process.stdin.on('end', () => {
      hurry.abort();
      stop();
    });
  }

  // Last: whoever has read it may ask for the end at once.
  if (config.demo) console.log(DEMO_LOGINS);
  if (!supervisor.hasAccount) console.log(NO_ACCOUNT);
  console.log(`Offhook is ready at ${supervisor.url}`);
}

await main();
