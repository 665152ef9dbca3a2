import pino from 'pino';
import { readSettings } from './config.ts';
import { startService } from './service.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const log = pino(
  { name: 'realtime', level: process.env['LOG_LEVEL'] || 'info' },
  pino.destination({ dest: 2, sync: true }),
);
const settings = readSettings(process.argv.slice(2), process.env);
if ('print' in settings) {
  process.stdout.write(settings.print);
  process.exit(0);
}
if ('error' in settings) {
  process.stderr.write(`${settings.error}\nAll options: npm run realtime -- --help\n`);
  process.exit(2);
}

try {
  const service = await startService(settings, log);
  stopOnSignals(() => service.close());
  process.stdout.write(`${JSON.stringify({ ready: 'realtime', port: service.port })}\n`);
} catch (error) {
  log.fatal(
    { error: error instanceof Error ? error.message : 'unknown' },
    'realtime service failed to start',
  );
  process.exit(1);
}
