import type { WebSocket } from 'ws';
import type { Grants } from './core/access-token.ts';
import type { Edge } from './core/edges.ts';
import { type Frame, formatFrame, parseFrame, type ServerFrame } from './frames.ts';

/** The browser's own watchdog ends a socket that was silent for 15 s. */
const heartbeatMs = 8_000;
/** It answers each heartbeat; silent for three of them, it is gone. */
const silenceMs = 26_000;
/** A stranger who never says who they are is not kept. */
const introductionMs = 10_000;
const mostGarbage = 5;
/** A browser that does not read is dropped. */
const mostBuffered = 1024 * 1024;

export interface SessionEvents {
  frame(session: Session, frame: Frame): void;
  closed(session: Session): void;
}

/** One signalling socket. Who is behind it is known after its `listen`. */
export class Session {
  readonly #socket: WebSocket;
  readonly #events: SessionEvents;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #introduction: NodeJS.Timeout;
  #lastHeard = performance.now();
  #garbage = 0;
  #closed = false;
  /** What its last accepted token allows; it stays when the token expires, so that running calls go on. */
  grants: Grants | null = null;
  expired = false;
  /** Where the browser has connected to the service. */
  readonly edge: Edge;
  /** Calls that it asked for and that have no line yet; false: it hung up meanwhile. */
  readonly asked = new Map<string, boolean>();
  registered = false;
  /** How long its calls wait for it after the socket is gone. */
  reconnectMs = 0;
  expiry: NodeJS.Timeout | null = null;

  constructor(socket: WebSocket, edge: Edge, events: SessionEvents) {
    this.edge = edge;
    this.#socket = socket;
    this.#events = events;
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
    this.#introduction = setTimeout(() => socket.close(1008, 'no listen'), introductionMs);
    socket.on('message', (data, isBinary) => this.#hear(isBinary ? null : String(data)));
    socket.on('close', () => this.#gone());
    socket.on('error', () => socket.terminate());
  }

  get identity(): string | null {
    return this.grants?.identity ?? null;
  }

  get closed(): boolean {
    return this.#closed;
  }

  send(type: ServerFrame, payload: Readonly<Record<string, unknown>>): void {
    this.#write(formatFrame(type, payload));
  }

  /** Ends the socket without a word, as a broken network does. */
  cut(): void {
    this.#socket.terminate();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #hear(text: string | null): void {
    this.#lastHeard = performance.now();
    if (text === '\n') return;
    const frame = text === null ? null : parseFrame(text);
    if (frame) {
      if (frame.type === 'listen') clearTimeout(this.#introduction);
      this.#events.frame(this, frame);
      return;
    }
    this.#garbage += 1;
    this.send('error', { error: { code: 31100, message: 'The request had malformed syntax.' } });
    if (this.#garbage >= mostGarbage) this.close(1008, 'malformed frames');
  }

  #beat(): void {
    if (performance.now() - this.#lastHeard > silenceMs) {
      this.cut();
      return;
    }
    this.#write('\n');
  }

  #write(text: string): void {
    if (this.#closed || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > mostBuffered) {
      this.cut();
      return;
    }
    this.#socket.send(text);
  }

  #gone(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#introduction);
    if (this.expiry) clearTimeout(this.expiry);
    this.#events.closed(this);
  }
}
