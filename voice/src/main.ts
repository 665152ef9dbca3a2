import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { type BundlePaths, startVoice } from './service.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/** Prints one JSON line to stdout when ready. Logs and errors go to stderr. */
async function main(): Promise<void> {
  const read = readConfig(process.argv.slice(2), process.env);
  if ('print' in read) {
    process.stdout.write(read.print);
    return;
  }
  if ('errors' in read) {
    const errors = read.errors.join('\n');
    process.stderr.write(
      `The voice service cannot start.\n${errors}\nAll options: npm run voice -- --help\n`,
    );
    process.exit(2);
  }
  const log = pino({ name: 'voice', level: read.config.LOG_LEVEL }, pino.destination(2));
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  const service = await startVoice(read.config, bundlePaths(), log);
  process.stdout.write(`${JSON.stringify({ ready: 'voice', port: service.port })}\n`);
  stopOnSignals(() => service.close());
}

function bundlePaths(): BundlePaths {
  const here = dirname(fileURLToPath(import.meta.url));
  return {
    assets: process.env['VOICE_ASSETS'] || join(here, 'voice-assets'),
    mediaEntry: process.env['VOICE_MEDIA_ENTRY'] || join(here, 'media.mjs'),
  };
}

main().catch((error: unknown) => {
  process.stderr.write(`The voice service cannot start: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
