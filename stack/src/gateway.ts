/**
 * The one origin: sends each request to the part that answers it. It stands in the supervisor, so that the death of
 * the server cuts no signalling and no realtime connection.
 *
 *     /voice/signal   (WebSocket) → voice       /app/…  (WebSocket) → realtime
 *     /handset        (demo only) → voice       /healthz            → here
 *     all else                    → server      /readyz             → server, without waiting for it
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createProxyServer } from 'httpxy';

/** A part behind the gateway. `port` is undefined while it is not ready. */
export interface Part {
  readonly name: string;
  readonly port: number | undefined;
  ready(ms: number): Promise<void>;
}

export interface GatewayOptions {
  readonly server: Part;
  /** Absent when the provider's own service is used. */
  readonly voice?: Part;
  readonly realtime?: Part;
  /** Whether the pretend telephone for a person is shown. */
  readonly handset: boolean;
  /** Origins whose pages may open a WebSocket here. */
  readonly isOwnOrigin: (origin: string) => boolean;
}

/** While a part starts again, requests wait this long for it. */
const PATIENCE_MS = 8_000;
/** Longer than a proxy before us keeps a connection that nobody uses: its next request must not meet the end of it. */
const IDLE_MS = 75_000;
const MAX_UPGRADES = 20_000;

function refuse(response: ServerResponse, status: number, error: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const text = JSON.stringify({ success: false, error });
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' });
  response.end(text);
}

function refuseUpgrade(socket: Socket, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

export function createGateway(options: GatewayOptions): Server {
  const { server, voice, realtime, handset, isOwnOrigin } = options;
  const proxy = createProxyServer({ xfwd: true, proxyTimeout: 60_000 });
  proxy.on('error', (_error, _request, response) => {
    if (response && 'writeHead' in response) refuse(response, 503, 'Something went wrong. Please try again.');
    else response?.destroy();
  });

  // The server says to us how long it keeps our connection; a client that believed it would lose requests.
  proxy.on('proxyRes', ({ headers }) => {
    headers['keep-alive'] = `timeout=${IDLE_MS / 1000}`;
  });

  const health = (path: '/healthz' | '/readyz', response: ServerResponse): void => {
    const missing = [server, voice, realtime].find((part) => part && part.port === undefined);
    if (!missing && server.port !== undefined) {
      fetch(`http://127.0.0.1:${server.port}${path}`, { signal: AbortSignal.timeout(2_000) })
        .then(async (answer) => {
          response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' });
          response.end(await answer.text());
        })
        .catch(() => refuse(response, 503, 'server'));
      return;
    }
    refuse(response, 503, missing?.name ?? 'server');
  };

  const http = createServer((request, response) => {
    if (request.url === '/healthz' || request.url === '/readyz') {
      health(request.url, response);
      return;
    }
    const isHandset = handset && /^\/handset(\/[\w.-]*)?(\?|$)/.test(request.url ?? '');
    const part = voice && isHandset ? voice : server;
    part
      .ready(PATIENCE_MS)
      .then(() => proxy.web(request, response, { target: `http://127.0.0.1:${part.port}` }))
      .catch(() => refuse(response, 503, 'Something went wrong. Please try again.'));
  });

  /** Which part a WebSocket is for, and the path it has there. */
  const upgradeTarget = (request: IncomingMessage): { part: Part; path: string } | undefined => {
    const url = request.url ?? '';
    if (voice && /^\/voice\/signal(\?|$)/.test(url)) return { part: voice, path: url.slice('/voice'.length) };
    if (voice && handset && /^\/handset\/socket(\?|$)/.test(url)) return { part: voice, path: url };
    if (realtime && /^\/app\/[^/]+(\?|$)/.test(url)) return { part: realtime, path: url };
    return undefined;
  };

  let upgraded = 0;
  http.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const target = upgradeTarget(request);
    const { origin } = request.headers;
    if (!target) return refuseUpgrade(socket, '404 Not Found');
    if (origin !== undefined && !isOwnOrigin(origin)) return refuseUpgrade(socket, '403 Forbidden');
    if (upgraded >= MAX_UPGRADES) return refuseUpgrade(socket, '503 Service Unavailable');
    upgraded += 1;
    socket.once('close', () => {
      upgraded -= 1;
    });
    request.url = target.path;
    // A client that is refused while the part starts again would wait many seconds before it tries once more.
    target.part
      .ready(PATIENCE_MS)
      .then(() => proxy.ws(request, socket, { target: `http://127.0.0.1:${target.part.port}` }, head))
      .catch(() => refuseUpgrade(socket, '503 Service Unavailable'));
  });
  http.keepAliveTimeout = IDLE_MS;
  http.requestTimeout = 60_000;
  http.headersTimeout = 10_000;
  return http;
}
