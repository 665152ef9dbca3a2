import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Edge, edgeOf } from './signaling/core/edges.ts';
import { longestFrame } from './signaling/frames.ts';

/**
 * Takes WebSocket upgrades, and refuses all others.
 * @param signal the browsers' signalling, with the edge that they have chosen
 * @param pages our own pages, by their paths
 */
export function listenForSockets(
  server: Server,
  signal: (socket: WebSocket, edge: Edge) => void,
  pages: Readonly<Record<string, (socket: WebSocket) => void>>,
): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestFrame, perMessageDeflate: false });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '').split('?')[0] ?? '';
    const edge = edgeOf(path, hostOf(request));
    // The kit's socket proves itself by a token; a page without one must be our own.
    if (edge) return sockets.handleUpgrade(request, socket, head, (opened) => signal(opened, edge));
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (!page) return refuse(socket, '404 Not Found');
    if (!isOwnPage(request)) return refuse(socket, '403 Forbidden');
    sockets.handleUpgrade(request, socket, head, page);
  });
}

/** The host that the browser asked for, also behind a proxy. */
function hostOf({ headers }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-host'];
  return (typeof forwarded === 'string' ? forwarded : headers.host) ?? '';
}

function isOwnPage({ headers }: IncomingMessage): boolean {
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return [headers.host, headers['x-forwarded-host']].includes(new URL(origin).host);
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
