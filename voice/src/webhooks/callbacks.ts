import type { Logger } from 'pino';
import type { CallbackTarget } from '../calls/core/call.ts';
import type { Notifications } from './notifications.ts';
import type { FormParams, Webhook } from './webhook.ts';

/** Like the provider's callbacks, ours are asynchronous and unordered. */
const CONCURRENCY = 32;
const MAX_QUEUED = 20_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Sends status callbacks. Failed callbacks are logged and reported, not retried later. */
export class Callbacks {
  readonly #webhook: Webhook;
  readonly #notifications: Notifications;
  readonly #log: Logger;
  readonly #queue: { readonly target: CallbackTarget; readonly params: FormParams }[] = [];
  #running = 0;

  constructor(webhook: Webhook, notifications: Notifications, log: Logger) {
    this.#webhook = webhook;
    this.#notifications = notifications;
    this.#log = log;
  }

  send(target: CallbackTarget, params: FormParams): void {
    if (this.#queue.length >= MAX_QUEUED) {
      this.#log.error({ host: hostOf(target.url) }, 'callback dropped: queue is full');
      return;
    }
    this.#queue.push({ target, params });
    this.#next();
  }

  async drain(ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (this.#running > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  #next(): void {
    if (this.#running >= CONCURRENCY) return;
    const job = this.#queue.shift();
    if (!job) return;
    this.#running += 1;
    void this.#deliver(job.target, job.params).finally(() => {
      this.#running -= 1;
      this.#next();
    });
  }

  async #deliver(target: CallbackTarget, params: FormParams): Promise<void> {
    try {
      const { url, method } = target;
      const answer = await this.#webhook.call(url, method, params, MAX_RESPONSE_BYTES, 'callback');
      if (answer.status < 400) return;
      this.#log.warn(
        { host: hostOf(target.url), status: answer.status },
        'callback returned an error (11200)',
      );
      this.#addNotification(
        target,
        params,
        `HTTP status ${answer.status}`,
        answer.body.toString('utf8', 0, 4_096),
      );
    } catch (error) {
      this.#log.warn({ host: hostOf(target.url), err: String(error) }, 'callback not delivered (11200)');
      this.#addNotification(target, params, error instanceof Error ? error.message : 'not delivered', '');
    }
  }

  #addNotification(target: CallbackTarget, params: FormParams, text: string, responseBody: string): void {
    const { url, method } = target;
    this.#notifications.add({ level: 'error', code: 11_200, text, url, method, responseBody }, params);
  }
}

/** Logs contain only the host, because paths may contain the account's IDs and tokens. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'invalid';
}
