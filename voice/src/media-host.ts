import type { Logger } from 'pino';
import type { MediaPort } from './calls/media-port.ts';
import type { MediaCommand } from './media/commands.ts';
import { MediaClient, type ReplyTo } from './media/media-client.ts';
import type { MediaReport } from './media/protocol.ts';

/** Prevents a tight loop when the process exits immediately. */
const RESTART_DELAY_MS = 250;
const CHECK_INTERVAL_MS = 2_000;
/** Counted in checks, not time, because a stalled service runs no checks. */
const UNRESPONSIVE_AFTER_CHECKS = 2;
const KILL_AFTER_CHECKS = 7;
/** Startup may read files from a slow disk. */
const KILL_AFTER_CHECKS_AT_START = 30;

export interface MediaHostOptions {
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly log: Logger;
  readonly checkMs?: number;
}

export interface MediaProcess extends MediaPort {
  readonly pid: number | undefined;
  readonly isResponsive: boolean;
  ready(): Promise<void>;
  onExit(listener: () => void): void;
  stop(): Promise<void>;
}

/** Restarts the media process when it exits, which loses all of its legs. */
export class MediaHost implements MediaProcess {
  readonly #options: MediaHostOptions;
  readonly #listeners: ((report: MediaReport) => void)[] = [];
  #client: MediaClient;
  #onExit: () => void = () => {};
  #restartTimer: NodeJS.Timeout | null = null;
  #isReady = false;
  #missedChecks = 0;
  readonly #checkTimer: NodeJS.Timeout;

  constructor(options: MediaHostOptions) {
    this.#options = options;
    this.#client = this.#start();
    this.#checkTimer = setInterval(() => this.#check(), options.checkMs ?? CHECK_INTERVAL_MS);
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

  send<O extends MediaCommand>(command: O): Promise<ReplyTo<O>> {
    return this.#client.send(command);
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
      this.#options.log.error('media process not responding; killing it');
      client.kill();
      return;
    }
    client.send({ type: 'ping' }).then(
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
        this.#options.log.error({ code, signal }, 'media process exited; ending all its calls');
        this.#onExit();
        this.#restartTimer = setTimeout(() => {
          this.#client = this.#start();
        }, RESTART_DELAY_MS);
      },
    });
  }
}
