import type { Logger } from 'pino';
import type { MediaPort } from './calls/media-port.ts';
import { MediaClient, type ReplyTo } from './media/media-client.ts';
import type { MediaOrder } from './media/orders.ts';
import type { MediaReport } from './media/protocol.ts';

/** A process that dies at once is not started again in a tight loop. */
const RESTART_DELAY_MS = 250;
/**
 * Counted in checks, not in time: a service that had no turn on a busy machine made no checks in that time. Between two
 * of them lie 2 s, so that a process that is merely slow answers in between.
 */
const checkMs = 2_000;
const UNRESPONSIVE_AFTER_CHECKS = 2;
const KILL_AFTER_CHECKS = 7;
/** Until it is ready it may read its files from a slow disk. */
const KILL_AFTER_CHECKS_AT_START = 30;

export interface MediaHostOptions {
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly log: Logger;
  readonly checkMs?: number;
}

/** The media process as the service sees it: there is always one, though not always the same. */
export interface MediaProcess extends MediaPort {
  readonly pid: number | undefined;
  /** It is ready and not hung, as far as is known. */
  readonly isResponsive: boolean;
  ready(): Promise<void>;
  /** @param listener called when a process is gone, before another runs */
  onExit(listener: () => void): void;
  stop(): Promise<void>;
}

/** Keeps a media process running. When one dies, all its audio is gone; the next takes new orders. */
export class MediaHost implements MediaProcess {
  readonly #options: MediaHostOptions;
  readonly #listeners: ((report: MediaReport) => void)[] = [];
  #client: MediaClient;
  #onExit: () => void = () => {};
  #restartTimer: NodeJS.Timeout | null = null;
  #isReady = false;
  /** Consecutive checks without an answer. */
  #missedChecks = 0;
  readonly #checkTimer: NodeJS.Timeout;

  constructor(options: MediaHostOptions) {
    this.#options = options;
    this.#client = this.#start();
    this.#checkTimer = setInterval(() => this.#check(), options.checkMs ?? checkMs);
  }

  get isResponsive(): boolean {
    return this.#isReady && this.#missedChecks < UNRESPONSIVE_AFTER_CHECKS;
  }

  get pid(): number | undefined {
    return this.#client.pid;
  }

  ready(): Promise<void> {
    return this.#client.ready();
  }

  onExit(listener: () => void): void {
    this.#onExit = listener;
  }

  on(listener: (report: MediaReport) => void): void {
    this.#listeners.push(listener);
  }

  order<O extends MediaOrder>(order: O): Promise<ReplyTo<O>> {
    return this.#client.order(order);
  }

  async stop(): Promise<void> {
    clearInterval(this.#checkTimer);
    if (this.#restartTimer) clearTimeout(this.#restartTimer);
    await this.#client.stop();
  }

  #check(): void {
    const client = this.#client;
    this.#missedChecks += 1;
    if (this.#missedChecks === (this.#isReady ? KILL_AFTER_CHECKS : KILL_AFTER_CHECKS_AT_START)) {
      this.#options.log.error('the media process does not answer, killing it');
      client.kill();
      return;
    }
    client.order({ type: 'ping' }).then(
      () => {
        if (client === this.#client) this.#missedChecks = 0;
      },
      () => {},
    );
  }

  #start(): MediaClient {
    this.#missedChecks = 0;
    return new MediaClient({
      entry: this.#options.entry,
      env: this.#options.env,
      onReport: (report) => {
        if (report.type === 'ready') this.#isReady = true;
        for (const listener of this.#listeners) listener(report);
      },
      onExit: (code, signal) => {
        this.#isReady = false;
        this.#options.log.error({ code, signal }, 'the media process is gone; all its calls end');
        this.#onExit();
        this.#restartTimer = setTimeout(() => {
          this.#client = this.#start();
        }, RESTART_DELAY_MS);
      },
    });
  }
}
