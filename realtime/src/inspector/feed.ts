import type { ServerResponse } from 'node:http';
import type { AppView, StateView } from './core/entry.ts';

export interface FeedSource {
  app(): AppView;
  state(): StateView;
  /** The log as JSON lines, oldest first. */
  lines(): readonly string[];
}

const MAX_PAGES = 20;
/** A page with more unread bytes is disconnected; it then connects again and starts over. */
const MAX_UNREAD_BYTES = 8_000_000;
const INTERVAL_MS = 150;
const HEARTBEAT_MS = 20_000;

/** Sends the log and the state to the open pages as server-sent events, several changes in one message. */
export class Feed {
  readonly #source: FeedSource;
  readonly #pages = new Set<ServerResponse>();
  #waiting: string[] = [];
  #changed = false;
  #timer: NodeJS.Timeout | null = null;
  readonly #heartbeat = setInterval(() => this.#write(':\n\n'), HEARTBEAT_MS).unref();

  constructor(source: FeedSource) {
    this.#source = source;
  }

  /** @returns false if too many pages are open */
  open(response: ServerResponse): boolean {
    if (this.#pages.size >= MAX_PAGES) return false;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const [app, state] = [this.#source.app(), this.#source.state()].map((part) => JSON.stringify(part));
    // Lines that still wait to be sent are in the log already.
    this.#flush();
    response.write(frame('start', `{"app":${app},"state":${state},"entries":[${this.#source.lines()}]}`));
    this.#pages.add(response);
    response.on('close', () => this.#pages.delete(response));
    return true;
  }

  add(line: string): void {
    if (this.#pages.size === 0) return;
    this.#waiting.push(line);
    this.#changed = true;
    this.#timer ??= setTimeout(() => this.#flush(), INTERVAL_MS);
  }

  clear(): void {
    this.#waiting = [];
    this.#write(frame('cleared', '{}'));
  }

  close(): void {
    clearInterval(this.#heartbeat);
    if (this.#timer) clearTimeout(this.#timer);
    for (const page of this.#pages) page.end();
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const lines = this.#waiting;
    this.#waiting = [];
    if (lines.length > 0) this.#write(frame('entries', `[${lines}]`));
    if (this.#changed && this.#pages.size > 0)
      this.#write(frame('state', JSON.stringify(this.#source.state())));
    this.#changed = false;
  }

  #write(text: string): void {
    for (const page of this.#pages) {
      page.write(text);
      if (page.writableLength > MAX_UNREAD_BYTES) page.destroy();
    }
  }
}

/** JSON has no line breaks outside strings, so one `data` line holds it. */
function frame(event: string, json: string): string {
  return `event: ${event}\ndata: ${json}\n\n`;
}
