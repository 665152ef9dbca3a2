import pino from 'pino';
import { readSettings } from './config.ts';
import { startService } from './service.ts';

const log = pino(
  { name: 'realtime', level: process.env['LOG_LEVEL'] || 'info' },
  pino.destination({ dest: 2, sync: true }),
);
const settings = readSettings(process.argv.slice(2), process.env);
if ('help' in settings) {
  process.stdout.write(settings.help);
  process.exit(0);
}
if ('error' in settings) {
  process.stderr.write(`${settings.error}\nAll options: npm run realtime -- --help\n`);
  process.exit(2);
}

try {
  const service = await startService(settings, log);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), 1_900).unref();
    void service.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  // Ctrl-C reaches the whole process group; a child is stopped by its supervisor.
  const isChild = process.env['OFFHOOK_CHILD'] === '1';
  process.on('SIGINT', () => isChild || stop());
  if (isChild) {
    // The pipe closes when the supervisor dies, for whatever reason.
    process.stdin.resume();
    process.stdin.on('end', stop);
    process.stdin.on('error', stop);
  }
  process.stdout.write(`${JSON.stringify({ ready: 'realtime', port: service.port })}\n`);
} catch (error) {
  log.fatal(
    { error: error instanceof Error ? error.message : 'unknown' },
    'realtime service failed to start',
  );
  process.exit(1);
}
