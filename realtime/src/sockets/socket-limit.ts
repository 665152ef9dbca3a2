import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';

/** TCP connections beyond the WebSockets: API requests and unidentified connections. */
const RESERVE = { min: 20, share: 0.1 };

/**
 * Limits all TCP connections of the process: WebSockets, API requests, and unidentified ones (neither yet). Beyond the
 * limit a new connection replaces the oldest unidentified one, so idle connections can't lock out clients or the
 * application's server.
 */
export class SocketLimit {
  readonly #max: number;
  readonly #unidentified = new Set<Socket>();
  #open = 0;

  constructor(server: Server, maxConnections: number) {
    this.#max = maxConnections + Math.max(RESERVE.min, Math.ceil(maxConnections * RESERVE.share));
    // With TLS, requests have the socket that the handshake made.
    const event = server instanceof TlsServer ? 'secureConnection' : 'connection';
    server.on(event, (socket: Socket) => this.#onConnection(socket));
  }

  /** Call it when the socket carries an accepted WebSocket or a signed request. */
  markIdentified(socket: Socket): void {
    this.#unidentified.delete(socket);
  }

  #onConnection(socket: Socket): void {
    this.#open += 1;
    this.#unidentified.add(socket);
    socket.once('close', () => {
      this.#open -= 1;
      this.#unidentified.delete(socket);
    });
    // Sockets destroyed in this event-loop turn still count as open, so each new connection drops at most one.
    if (this.#open <= this.#max) return;
    const [oldest] = this.#unidentified;
    if (oldest === undefined) return;
    this.#unidentified.delete(oldest);
    oldest.destroy();
  }
}
