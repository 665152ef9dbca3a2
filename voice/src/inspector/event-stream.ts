import type { FastifyReply } from 'fastify';
import type { Inspector } from './inspector.ts';

const MAX_READERS = 20;
/** More than the whole log, which is the first message. */
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;
const HEARTBEAT_MS = 15_000;

/** Sends the log to the open pages, and each event after it, as server-sent events. Slow readers are dropped. */
export class EventStream {
  readonly #inspector: Inspector;
  readonly #readers = new Set<() => void>();

  constructor(inspector: Inspector) {
    this.#inspector = inspector;
  }

  /** @returns false if there are too many readers */
  open(reply: FastifyReply): boolean {
    if (this.#readers.size >= MAX_READERS) return false;
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const send = (text: string): void => {
      raw.write(text);
      if (raw.writableLength > MAX_BACKLOG_BYTES) raw.destroy();
    };
    send(`event: log\ndata: ${JSON.stringify(this.#inspector.log)}\n\n`);
    const unsubscribe = this.#inspector.onEvent((event) => send(`data: ${JSON.stringify(event)}\n\n`));
    const heartbeat = setInterval(() => send(': \n\n'), HEARTBEAT_MS);
    const end = (): void => {
      clearInterval(heartbeat);
      unsubscribe();
      this.#readers.delete(end);
    };
    this.#readers.add(end);
    raw.on('error', () => raw.destroy());
    raw.on('close', end);
    return true;
  }
}
