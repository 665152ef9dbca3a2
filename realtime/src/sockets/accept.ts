import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { parseClientMessage } from '../core/client-message.ts';
import { FAILURES, type Failure } from '../core/failures.ts';
import { handshakeFault } from '../core/handshake.ts';
import { LIMITS } from '../core/limits.ts';
import { errorMessage } from '../core/server-message.ts';
import type { Hub } from '../hub.ts';
import { ClientSocket } from './client-socket.ts';
import type { SocketLimit } from './socket-limit.ts';
import { textFrame } from './text-frame.ts';

export interface AcceptOptions {
  key: string;
  maxConnections: number;
  limit: SocketLimit;
}

/** Lets clients in by WebSocket at `/app/{key}`; whom it refuses is told why before the close. */
export function acceptSockets(server: Server, hub: Hub, options: AcceptOptions, log: Logger): void {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LIMITS.messageBytes,
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', (error) => log.debug({ error: error.message }, 'socket failed'));
    const fault =
      handshakeFault(request.url ?? '', options.key) ?? capacityFault(hub, options.maxConnections);
    sockets.handleUpgrade(request, stream, head, (ws) => {
      ws.on('error', (error) => log.debug({ error: error.message }, 'client broke the WebSocket protocol'));
      const socket = new ClientSocket(ws, stream);
      if (fault !== null) return refuse(socket, fault);
      options.limit.keep(request.socket);
      serve(ws, socket, hub);
    });
  });
}

function capacityFault(hub: Hub, maxConnections: number): Failure | null {
  return hub.connections < maxConnections ? null : FAILURES.overCapacity;
}

function refuse(socket: ClientSocket, fault: Failure): void {
  socket.write(textFrame(errorMessage(fault)));
  socket.close(fault);
}

function serve(ws: WebSocket, socket: ClientSocket, hub: Hub): void {
  const link = hub.open(socket);
  ws.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary || !Buffer.isBuffer(data)) socket.close(FAILURES.binary);
    else hub.receive(link, parseClientMessage(data.toString()));
  });
  ws.on('close', () => hub.closed(link));
}
