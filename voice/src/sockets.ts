import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { longestFrame } from './signaling/frames.ts';

/** Takes WebSocket upgrades on these paths, and refuses all others. */
export function listenForSockets(
  server: Server,
  doors: Readonly<Record<string, (socket: WebSocket) => void>>,
): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestFrame, perMessageDeflate: false });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '').split('?')[0] ?? '';
    const door = Object.hasOwn(doors, path) ? doors[path] : undefined;
    if (!door) return refuse(socket, '404 Not Found');
    // The kit's socket proves itself by a token; a page without one must be our own.
    if (path !== '/signal' && !isOwnPage(request)) return refuse(socket, '403 Forbidden');
    sockets.handleUpgrade(request, socket, head, door);
  });
}

function isOwnPage({ headers }: IncomingMessage): boolean {
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return [headers.host, headers['x-forwarded-host']].includes(new URL(origin).host);
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
