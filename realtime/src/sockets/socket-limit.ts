import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Beyond the WebSockets: room for the application's server, and for those that say what they want. */
const RESERVE = { least: 20, share: 0.1 };

/**
 * Bounds all TCP connections of the process together: WebSockets, API requests, and strangers, which are those that
 * have not proved to be either yet. A newcomer too many takes the place of the oldest stranger, so idle connections
 * keep out neither clients nor the application's server.
 */
export class SocketLimit {
  readonly #most: number;
  readonly #strangers = new Set<Socket>();
  #open = 0;

  /** `maxConnections`: WebSockets that are served at the same time. */
  constructor(server: Server, maxConnections: number) {
    this.#most = maxConnections + Math.max(RESERVE.least, Math.ceil(maxConnections * RESERVE.share));
    server.on('connection', (socket) => this.#opened(socket));
  }

  /** The socket carries a served WebSocket or a signed request: it stays. */
  keep(socket: Socket): void {
    this.#strangers.delete(socket);
  }

  #opened(socket: Socket): void {
    this.#open += 1;
    this.#strangers.add(socket);
    socket.once('close', () => {
      this.#open -= 1;
      this.#strangers.delete(socket);
    });
    // Those that were dropped in this turn of the loop still count as open: each newcomer drops one at most.
    if (this.#open <= this.#most) return;
    const [oldest] = this.#strangers;
    if (oldest === undefined) return;
    this.#strangers.delete(oldest);
    oldest.destroy();
  }
}
