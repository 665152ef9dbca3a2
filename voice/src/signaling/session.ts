import type { WebSocket } from 'ws';
import type { Grants } from './core/access-token.ts';
import type { Edge } from './core/edges.ts';
import { type Frame, formatFrame, parseFrame, type ServerFrame } from './frames.ts';

/** The SDK closes a socket that has been silent for 15 s. */
const HEARTBEAT_MS = 8_000;
/** Three unanswered heartbeats. */
const SILENCE_TIMEOUT_MS = 26_000;
/** Deadline for the first `listen`, which authenticates. */
const LISTEN_TIMEOUT_MS = 10_000;
const MAX_MALFORMED_FRAMES = 5;
/** A client that sends more while its frames are held is disconnected. */
const MAX_HELD_FRAMES = 100;
/** A client with more unread bytes is disconnected. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

export interface SessionEvents {
  onFrame(session: Session, frame: Frame): void;
  onClosed(session: Session): void;
}

/** One signaling socket, authenticated by its `listen` frame. */
export class Session {
  readonly #socket: WebSocket;
  readonly #events: SessionEvents;
  readonly #heartbeatTimer: NodeJS.Timeout;
  readonly #listenTimer: NodeJS.Timeout;
  #lastMessageAt = performance.now();
  #malformedFrames = 0;
  #closed = false;
  /** Frames that wait; null if they are handled as they arrive. */
  #held: Frame[] | null = null;
  #holdTimer: NodeJS.Timeout | null = null;
  /** Grants of the last accepted token; kept after it expires so that running calls continue. */
  grants: Grants | null = null;
  expired = false;
  readonly edge: Edge;
  /** Calls being placed, by callsid; false once the browser has hung up. */
  readonly pendingInvites = new Map<string, boolean>();
  registered = false;
  reconnectMs = 0;
  expiry: NodeJS.Timeout | null = null;

  constructor(socket: WebSocket, edge: Edge, events: SessionEvents) {
    this.edge = edge;
    this.#socket = socket;
    this.#events = events;
    this.#heartbeatTimer = setInterval(() => this.#sendHeartbeat(), HEARTBEAT_MS);
    this.#listenTimer = setTimeout(() => socket.close(1008, 'no listen'), LISTEN_TIMEOUT_MS);
    socket.on('message', (data, isBinary) => this.#onMessage(isBinary ? null : String(data)));
    socket.on('close', () => this.#onClose());
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

  cut(): void {
    this.#socket.terminate();
  }

  /** Handles this frame and those after it only then. */
  holdFrom(frame: Frame, ms: number): void {
    this.#held = [frame];
    this.#holdTimer = setTimeout(() => {
      const held = this.#held ?? [];
      this.#held = null;
      for (const one of held) this.#receive(one);
    }, ms);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #onMessage(text: string | null): void {
    this.#lastMessageAt = performance.now();
    if (text === '\n') return;
    const frame = text === null ? null : parseFrame(text);
    if (frame) {
      if (frame.type === 'listen') clearTimeout(this.#listenTimer);
      this.#receive(frame);
      return;
    }
    this.#malformedFrames += 1;
    this.send('error', { error: { code: 31100, message: 'The request had malformed syntax.' } });
    if (this.#malformedFrames >= MAX_MALFORMED_FRAMES) this.close(1008, 'malformed frames');
  }

  #receive(frame: Frame): void {
    if (this.#held === null) this.#events.onFrame(this, frame);
    else if (this.#held.push(frame) > MAX_HELD_FRAMES) this.cut();
  }

  #sendHeartbeat(): void {
    if (performance.now() - this.#lastMessageAt > SILENCE_TIMEOUT_MS) {
      this.cut();
      return;
    }
    this.#write('\n');
  }

  #write(text: string): void {
    if (this.#closed || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      this.cut();
      return;
    }
    this.#socket.send(text);
  }

  #onClose(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#heartbeatTimer);
    clearTimeout(this.#listenTimer);
    if (this.#holdTimer) clearTimeout(this.#holdTimer);
    if (this.expiry) clearTimeout(this.expiry);
    this.#events.onClosed(this);
  }
}
