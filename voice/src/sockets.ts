import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Edge, parseEdge } from './signaling/core/edges.ts';
import { MAX_FRAME_BYTES } from './signaling/frames.ts';

export function acceptWebSockets(
  server: Server,
  onSignaling: (socket: WebSocket, edge: Edge) => void,
  pageSockets: Readonly<Record<string, (socket: WebSocket) => void>>,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '').split('?')[0] ?? '';
    const edge = parseEdge(path, requestHost(request));
    // Signaling sockets authenticate with a token; other sockets must come from our own pages.
    if (edge) return sockets.handleUpgrade(request, socket, head, (opened) => onSignaling(opened, edge));
    const page = Object.hasOwn(pageSockets, path) ? pageSockets[path] : undefined;
    if (!page) return reject(socket, '404 Not Found');
    if (!isOwnPage(request)) return reject(socket, '403 Forbidden');
    sockets.handleUpgrade(request, socket, head, page);
  });
}

function requestHost({ headers }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-host'];
  return (typeof forwarded === 'string' ? forwarded : headers.host) ?? '';
}

function isOwnPage({ headers }: IncomingMessage): boolean {
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return [headers.host, headers['x-forwarded-host']].includes(new URL(origin).host);
}

function reject(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
