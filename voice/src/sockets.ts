import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Edge, parseEdge } from './signaling/core/edges.ts';
import { MAX_FRAME_BYTES } from './signaling/frames.ts';

/** A path at which our own pages open sockets. */
export interface PageSocket {
  isAllowed(headers: IncomingHttpHeaders): boolean;
  accept(socket: WebSocket, query: URLSearchParams): void;
}

export function acceptWebSockets(
  server: Server,
  onSignaling: (socket: WebSocket, edge: Edge) => void,
  pageSockets: Readonly<Record<string, PageSocket>>,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const edge = parseEdge(path, requestHost(request));
    // Signaling sockets authenticate with a token; other sockets must come from our own pages.
    if (edge) return sockets.handleUpgrade(request, socket, head, (opened) => onSignaling(opened, edge));
    const page = Object.hasOwn(pageSockets, path) ? pageSockets[path] : undefined;
    if (!page) return reject(socket, '404 Not Found');
    if (!page.isAllowed(request.headers)) return reject(socket, '403 Forbidden');
    sockets.handleUpgrade(request, socket, head, (opened) => page.accept(opened, new URLSearchParams(query)));
  });
}

function requestHost({ headers }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-host'];
  return (typeof forwarded === 'string' ? forwarded : headers.host) ?? '';
}

/** Behind a gateway the page's host is that of the forwarded request. */
export function isOwnPage(headers: IncomingHttpHeaders): boolean {
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return [headers.host, headers['x-forwarded-host']].includes(new URL(origin).host);
}

function reject(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
