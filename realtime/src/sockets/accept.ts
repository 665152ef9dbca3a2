import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import type { ConnectionRegistry } from '../connection-registry.ts';
import { LIMITS } from '../core/limits.ts';
import type { Observe, Peer } from '../core/observation.ts';
import { ClientSocket } from './client-socket.ts';
import { parseClientMessage } from './core/client-message.ts';
import { FAILURES, type Failure } from './core/failures.ts';
import { handshakeFailure } from './core/handshake.ts';
import type { SocketLimit } from './socket-limit.ts';

/** How long a client has to close its TCP connection after either side starts closing the WebSocket. */
const CLOSE_TIMEOUT_MS = 1_000;
const MAX_USER_AGENT_CHARS = 300;

/**
 * Emits `closing` when the close starts. The library calls `close` itself on a close frame or a broken frame, and
 * emits `close` only when the TCP connection has ended, which is up to the client.
 */
class ClosingWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason);
    this.emit('closing');
  }
}

/** A constant, because a literal would be checked against the library's types, which lack two options. */
const SERVER_OPTIONS = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: LIMITS.messageBytes,
  maxFragments: LIMITS.fragmentsPerMessage,
  closeTimeout: CLOSE_TIMEOUT_MS,
  WebSocket: ClosingWebSocket,
};

export interface AcceptOptions {
  key: string;
  maxConnections: number;
  limit: SocketLimit;
  observe?: Observe;
}

/** Accepts WebSockets at `/app/{key}`. A rejected client gets the reason before the connection closes. */
export function acceptSockets(
  server: Server,
  registry: ConnectionRegistry,
  options: AcceptOptions,
  log: Logger,
): void {
  const sockets = new WebSocketServer(SERVER_OPTIONS);
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', (error) => log.debug({ error: error.message }, 'socket failed'));
    const failure =
      handshakeFailure(request.url ?? '', options.key) ?? capacityFailure(registry, options.maxConnections);
    sockets.handleUpgrade(request, stream, head, (ws) => {
      ws.on('error', (error) =>
        log.debug({ error: error.message }, 'client violated the WebSocket protocol'),
      );
      const socket = new ClientSocket(ws, stream);
      if (failure !== null) {
        options.observe?.({ kind: 'failed', socketId: null, failure });
        return socket.close(failure);
      }
      options.limit.markIdentified(request.socket);
      serve(ws, socket, registry, peerOf(request));
    });
  });
}

function capacityFailure(registry: ConnectionRegistry, maxConnections: number): Failure | null {
  return registry.connections < maxConnections ? null : FAILURES.overCapacity;
}

function peerOf({ socket, headers }: IncomingMessage): Peer {
  const userAgent = (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_CHARS);
  return { address: socket.remoteAddress ?? '', userAgent, since: Date.now() };
}

function serve(ws: WebSocket, socket: ClientSocket, registry: ConnectionRegistry, peer: Peer): void {
  const client = registry.open(socket, peer);
  ws.on('message', (data: RawData, isBinary: boolean) => {
    socket.messageEnded();
    if (isBinary || !Buffer.isBuffer(data)) socket.close(FAILURES.binary);
    else registry.receive(client, parseClientMessage(data.toString()));
  });
  for (const event of ['closing', 'close']) ws.on(event, () => registry.onClosed(client));
}
