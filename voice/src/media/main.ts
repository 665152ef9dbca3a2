import { pino } from 'pino';
import { parseCommand } from './commands.ts';
import { readMediaConfig } from './media-config.ts';
import { MediaEngine } from './media-engine.ts';
import type { MediaReport } from './protocol.ts';
import { createCertificate, warmUp } from './webrtc/dtls.ts';

/** Forked by the voice service, so that API load doesn't affect audio. Exits when the IPC channel closes. */

const log = pino({ name: 'media', level: process.env['LOG_LEVEL'] ?? 'info' }, pino.destination(2));

function send(message: object): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

/** Frames that the voice service may be behind (4 s of one tap); later ones are dropped, so that they don't pile up. */
const MAX_UNSENT_FRAMES = 200;
let unsentFrames = 0;

function sendTapFrame(report: MediaReport): void {
  if (unsentFrames >= MAX_UNSENT_FRAMES || !process.connected) return;
  unsentFrames += 1;
  process.send?.({ report }, undefined, undefined, () => {
    unsentFrames -= 1;
  });
}

function report(report: MediaReport): void {
  if (report.type === 'tapFrame') {
    sendTapFrame(report);
    return;
  }
  if (report.type === 'fault') log.warn({ leg: report.leg }, report.message);
  send({ report });
}

function start(): void {
  if (process.send === undefined) throw new Error('the media process must be forked by the voice service');
  const config = readMediaConfig(process.env);
  const certificate = createCertificate();
  const engine = new MediaEngine({ ...config, certificate, report });

  process.on('message', (message) => {
    const parsed = parseCommand(message);
    if (!parsed.ok) {
      if (parsed.id === null) report({ type: 'fault', leg: null, message: parsed.error });
      else send({ id: parsed.id, ok: false, error: parsed.error });
      return;
    }
    const { id } = parsed;
    engine.perform(parsed.command).then(
      (reply) => send({ id, ok: true, ...reply }),
      (error) => send({ id, ok: false, error: error instanceof Error ? error.message : String(error) }),
    );
  });

  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    // A hung disk must not block the exit.
    setTimeout(() => process.exit(0), 1500).unref();
    engine.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('disconnect', end);
  process.on('SIGTERM', end);
  // Ctrl-C reaches the whole process group; the voice service decides when calls end.
  process.on('SIGINT', () => {});
  report({ type: 'ready' });
  certificate.then(warmUp).catch(() => {});
}

process.on('uncaughtException', (error) => {
  log.error({ err: error }, 'uncaught exception');
  report({ type: 'fault', leg: null, message: `uncaught: ${error.message}` });
});
process.on('unhandledRejection', (reason) => {
  const message = reason instanceof Error ? reason.message : String(reason);
  log.error({ err: reason }, 'unhandled rejection');
  report({ type: 'fault', leg: null, message: `unhandled: ${message}` });
});

try {
  start();
} catch (error) {
  log.fatal(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
