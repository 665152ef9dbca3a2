import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { sign } from '../signing.ts';
import type { WebhookEvent } from './core/webhook-event.ts';

export interface WebhookOptions {
  url: string;
  key: string;
  secret: string;
  /** The wait before the first retry; it doubles each time. */
  retryMs: number;
}

const QUEUE = 10_000;
const BATCH = 100;
const ATTEMPTS = 9;
const ANSWER_MS = 5_000;
/** The wait before a retry while the service closes. */
const CLOSING_RETRY_MS = 200;

/**
 * Tells the application's server what happens in its channels: in order, one request at a time, with all
 * that has gathered meanwhile. An answer other than 2xx is retried with growing waits, then given up.
 */
export class Webhooks {
  readonly #options: WebhookOptions;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  readonly #stopped = new AbortController();
  readonly #queue: WebhookEvent[] = [];
  #running: Promise<void> | null = null;

  constructor(options: WebhookOptions, log: Logger) {
    this.#options = options;
    this.#log = log;
  }

  tell(event: WebhookEvent): void {
    if (this.#closing.signal.aborted) return;
    if (this.#queue.length >= QUEUE) {
      this.#queue.shift();
      this.#log.error('webhook queue is full, the oldest event is lost');
    }
    this.#queue.push(event);
    this.#running ??= this.#run();
  }

  /** Ignores new events, and delivers those that wait within `limitMs`; what is left then is lost. */
  async close(limitMs: number): Promise<void> {
    this.#closing.abort();
    const overdue = setTimeout(() => this.#stopped.abort(), limitMs);
    await this.#running;
    clearTimeout(overdue);
    if (this.#queue.length > 0) this.#log.error({ events: this.#queue.length }, 'webhooks given up');
  }

  async #run(): Promise<void> {
    await nextTurn();
    while (this.#queue.length > 0 && !this.#stopped.signal.aborted) {
      await this.#deliver(this.#queue.splice(0, BATCH));
    }
    this.#running = null;
  }

  async #deliver(events: WebhookEvent[]): Promise<void> {
    const body = JSON.stringify({ time_ms: Date.now(), events });
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await this.#post(body)) return;
      if (this.#stopped.signal.aborted || attempt === ATTEMPTS - 1) break;
      await this.#pause(this.#options.retryMs * 2 ** attempt);
    }
    this.#log.error({ events: events.length }, 'webhook given up');
  }

  async #post(body: string): Promise<boolean> {
    const { url, key, secret } = this.#options;
    const headers = {
      'content-type': 'application/json',
      'x-pusher-key': key,
      'x-pusher-signature': sign(secret, body),
    };
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(ANSWER_MS)]);
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
      await response.body?.cancel();
      if (response.ok) return true;
      this.#log.warn({ status: response.status }, 'webhook refused');
    } catch (error) {
      if (this.#stopped.signal.aborted) return false;
      this.#log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'webhook failed');
    }
    return false;
  }

  /** Ends early when the service closes: there is little time left then. */
  async #pause(ms: number): Promise<void> {
    const closing = this.#closing.signal;
    if (!closing.aborted) await delay(ms, undefined, { signal: closing }).catch(() => undefined);
    else await delay(CLOSING_RETRY_MS, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
  }
}
