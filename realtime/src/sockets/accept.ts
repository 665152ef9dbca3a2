import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '../core/limits.ts';
import type { Hub } from '../hub.ts';
import { ClientSocket } from './client-socket.ts';
import { parseClientMessage } from './core/client-message.ts';
import { FAILURES, type Failure } from './core/failures.ts';
import { handshakeFault } from './core/handshake.ts';
import type { SocketLimit } from './socket-limit.ts';

/** How long a client has to close its TCP connection once either end has begun to close the WebSocket. */
const CLOSE_MS = 1_000;

/**
 * Emits `closing` when the close begins. The library calls `close` itself on a close frame and on a broken one, and
 * emits `close` only when the TCP connection has ended, which is up to the client.
 */
class ClosingWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason);
    this.emit('closing');
  }
}

/** As a constant because the library's types know neither `maxFragments` nor `closeTimeout` yet. */
const PROTOCOL = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: LIMITS.messageBytes,
  maxFragments: LIMITS.messageParts,
  closeTimeout: CLOSE_MS,
  WebSocket: ClosingWebSocket,
};

export interface AcceptOptions {
  key: string;
  maxConnections: number;
  limit: SocketLimit;
}

/** Lets clients in by WebSocket at `/app/{key}`; whom it refuses is told why before the close. */
export function acceptSockets(server: Server, hub: Hub, options: AcceptOptions, log: Logger): void {
  const sockets = new WebSocketServer(PROTOCOL);
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', (error) => log.debug({ error: error.message }, 'socket failed'));
    const fault =
      handshakeFault(request.url ?? '', options.key) ?? capacityFault(hub, options.maxConnections);
    sockets.handleUpgrade(request, stream, head, (ws) => {
      ws.on('error', (error) => log.debug({ error: error.message }, 'client broke the WebSocket protocol'));
      const socket = new ClientSocket(ws, stream);
      if (fault !== null) return socket.close(fault);
      options.limit.keep(request.socket);
      serve(ws, socket, hub);
    });
  });
}

function capacityFault(hub: Hub, maxConnections: number): Failure | null {
  return hub.connections < maxConnections ? null : FAILURES.overCapacity;
}

function serve(ws: WebSocket, socket: ClientSocket, hub: Hub): void {
  const link = hub.open(socket);
  ws.on('message', (data: RawData, isBinary: boolean) => {
    socket.messageEnded();
    if (isBinary || !Buffer.isBuffer(data)) socket.close(FAILURES.binary);
    else hub.receive(link, parseClientMessage(data.toString()));
  });
  for (const event of ['closing', 'close']) ws.on(event, () => hub.closed(link));
}
