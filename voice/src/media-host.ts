import type { Logger } from 'pino';
import type { MediaPort } from './exchange/media-port.ts';
import { MediaClient, type ReplyTo } from './media/media-client.ts';
import type { MediaOrder, MediaReport } from './media/protocol.ts';

/** A process that dies at once is not started again in a tight loop. */
const restartMs = 250;

export interface MediaHostOptions {
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly log: Logger;
}

/** The media process as the service sees it: there is always one, though not always the same. */
export interface MediaProcess extends MediaPort {
  readonly pid: number | undefined;
  ready(): Promise<void>;
  /** @param listener called when a process is gone, before another runs */
  onDeath(listener: () => void): void;
  stop(): Promise<void>;
}

/** Keeps a media process running. When one dies, all its audio is gone; the next takes new orders. */
export class MediaHost implements MediaProcess {
  readonly #options: MediaHostOptions;
  readonly #listeners: ((report: MediaReport) => void)[] = [];
  #client: MediaClient;
  #onDeath: () => void = () => {};
  #restart: NodeJS.Timeout | null = null;

  constructor(options: MediaHostOptions) {
    this.#options = options;
    this.#client = this.#start();
  }

  get pid(): number | undefined {
    return this.#client.pid;
  }

  ready(): Promise<void> {
    return this.#client.ready();
  }

  onDeath(listener: () => void): void {
    this.#onDeath = listener;
  }

  on(listener: (report: MediaReport) => void): void {
    this.#listeners.push(listener);
  }

  order<O extends MediaOrder>(order: O): Promise<ReplyTo<O>> {
    return this.#client.order(order);
  }

  async stop(): Promise<void> {
    if (this.#restart) clearTimeout(this.#restart);
    await this.#client.stop();
  }

  #start(): MediaClient {
    return new MediaClient({
      entry: this.#options.entry,
      env: this.#options.env,
      onReport: (report) => {
        for (const listener of this.#listeners) listener(report);
      },
      onExit: (code, signal) => {
        this.#options.log.error({ code, signal }, 'the media process is gone; all its calls end');
        this.#onDeath();
        this.#restart = setTimeout(() => {
          this.#client = this.#start();
        }, restartMs);
      },
    });
  }
}
