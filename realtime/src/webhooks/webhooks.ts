import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Observe } from '../core/observation.ts';
import { sign } from '../signing.ts';
import type { WebhookEvent } from './core/webhook-event.ts';

export interface WebhookOptions {
  url: string;
  key: string;
  secret: string;
  retryMs: number;
  observe?: Observe;
}

const MAX_QUEUED_EVENTS = 10_000;
const MAX_BATCH_EVENTS = 100;
const MAX_ATTEMPTS = 9;
const RESPONSE_TIMEOUT_MS = 5_000;
const CLOSING_RETRY_MS = 200;

/**
 * Sends webhook events in order, one request at a time, each with up to 100 of the events that are queued. A request
 * without a 2xx response is retried with back-off and eventually dropped.
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

  /** Drops the events that aren't being sent yet. */
  clear(): void {
    this.#queue.length = 0;
  }

  enqueue(event: WebhookEvent): void {
    if (this.#closing.signal.aborted) return;
    if (this.#queue.length >= MAX_QUEUED_EVENTS) {
      this.#queue.shift();
      this.#log.error('webhook queue full; dropped the oldest event');
    }
    this.#queue.push(event);
    this.#running ??= this.#run();
  }

  /** Ignores new events and delivers queued ones for up to `timeoutMs`; drops the rest. */
  async close(timeoutMs: number): Promise<void> {
    this.#closing.abort();
    const overdue = setTimeout(() => this.#stopped.abort(), timeoutMs);
    await this.#running;
    clearTimeout(overdue);
    if (this.#queue.length > 0)
      this.#log.error({ events: this.#queue.length }, 'dropped undelivered webhook events on shutdown');
  }

  async #run(): Promise<void> {
    await nextTurn();
    while (this.#queue.length > 0 && !this.#stopped.signal.aborted) {
      await this.#deliver(this.#queue.splice(0, MAX_BATCH_EVENTS));
    }
    this.#running = null;
  }

  async #deliver(events: WebhookEvent[]): Promise<void> {
    const body = JSON.stringify({ time_ms: Date.now(), events });
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      if (await this.#post(body, events, attempt + 1)) return;
      if (this.#stopped.signal.aborted || attempt === MAX_ATTEMPTS - 1) break;
      await this.#pause(this.#options.retryMs * 2 ** attempt);
    }
    this.#log.error({ events: events.length }, 'webhook events dropped after the last attempt');
  }

  async #post(body: string, events: readonly WebhookEvent[], attempt: number): Promise<boolean> {
    const { url, key, secret, observe } = this.#options;
    const startedAt = performance.now();
    const report = (status: number | null, error: string | null) => {
      const durationMs = Math.round(performance.now() - startedAt);
      observe?.({ kind: 'webhook', url, events, attempt, status, error, durationMs });
    };
    const headers = {
      'content-type': 'application/json',
      'x-pusher-key': key,
      'x-pusher-signature': sign(secret, body),
    };
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]);
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
      await response.body?.cancel();
      report(response.status, null);
      if (response.ok) return true;
      this.#log.warn({ status: response.status }, 'webhook rejected');
    } catch (error) {
      if (this.#stopped.signal.aborted) return false;
      const reason = error instanceof Error ? error.message : 'unknown';
      report(null, networkError(error) ?? reason);
      this.#log.warn({ error: reason }, 'webhook failed');
    }
    return false;
  }

  async #pause(ms: number): Promise<void> {
    const closing = this.#closing.signal;
    if (!closing.aborted) await delay(ms, undefined, { signal: closing }).catch(() => undefined);
    else await delay(CLOSING_RETRY_MS, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
  }
}

/** `fetch` says only "fetch failed"; its cause says why. */
function networkError(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && cause.message !== '' ? cause.message : null;
}
