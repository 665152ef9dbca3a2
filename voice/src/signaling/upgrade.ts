import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { longestFrame } from './frames.ts';
import type { Signaling } from './signaling.ts';

/** Takes WebSocket upgrades on /signal, and refuses all others. */
export function listenForSignaling(server: Server, signaling: Signaling): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestFrame, perMessageDeflate: false });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '').split('?')[0];
    if (path !== '/signal') {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => signaling.accept(accepted));
  });
}
