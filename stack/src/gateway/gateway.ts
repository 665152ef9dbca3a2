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
import type { Duplex } from 'node:stream';
import { KNOWN_CLIENT } from '@offhook/server/platform/http/known-clients';
import { createProxyServer } from 'httpxy';
import { Admission, type Client, credentialOf } from './admission.ts';
import { clientsBehind } from './client-address.ts';
import { type Proof, provesRealtime, provesVoice, watchForProof } from './proof.ts';
import { descriptorLimit, type Limits, limitsFor } from './socket-limits.ts';
import { Visitors } from './visitors.ts';

/** A part behind the gateway. `port` is undefined while it is not ready. */
export interface Part {
  readonly name: string;
  readonly port: number | undefined;
  /** Why it cannot work right now; null: it can, as far as is known. */
  readonly fault?: string | null;
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
  /** Addresses and networks of proxies elsewhere that may say who a client is. */
  readonly trustedProxies?: readonly string[];
  /** By default as many as this process has descriptors for. */
  readonly limits?: Limits;
}

/** While a part starts again, requests wait this long for it. */
const PATIENCE_MS = 8_000;
/** Longer than a proxy before us keeps a connection that nobody uses: its next request must not meet the end of it. */
const IDLE_MS = 75_000;
/** How long a client may take to send its headers, and how often that is checked. */
const HEADERS_MS = 10_000;
const CHECK_MS = 2_000;
/** A client that is refused while it sends has so long to read why. */
const LINGER_MS = 2_000;
/** So long a WebSocket may stay a stranger's. Realtime channels wait for a signature of the server, which may be restarting. */
const VOICE_STRANGER_MS = 20_000;
const REALTIME_STRANGER_MS = 60_000;

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
  const clients = clientsBehind(options.trustedProxies ?? []);
  const limits = options.limits ?? limitsFor(descriptorLimit());
  const admission = new Admission(limits, () => performance.now());
  const visitors = new Visitors(admission);
  const asking = new WeakMap<IncomingMessage, Client>();
  const clientOf = (request: IncomingMessage): Client => ({
    networks: clients.of(request),
    credential: credentialOf(request.headers),
  });
  const proxy = createProxyServer({ xfwd: true, proxyTimeout: 60_000 });
  proxy.on('error', (_error, _request, response) => {
    if (response && 'writeHead' in response) refuse(response, 503, 'Something went wrong. Please try again.');
    else response?.destroy();
  });

  const proofs = new WeakMap<object, (service: Duplex) => void>();
  proxy.on('proxyReqWs', (toService, request) => {
    toService.once('upgrade', (_answer, service) => {
      const watch = proofs.get(request);
      if (watch) proofs.set(service, watch);
    });
  });
  // Not earlier: to read before the proxy does would take the first frame from the client.
  proxy.on('open', (service) => proofs.get(service)?.(service));

  // The server says to us how long it keeps our connection; a client that believed it would lose requests.
  proxy.on('proxyRes', ({ headers, statusCode }, request, response) => {
    const client = asking.get(request);
    if (client && headers[KNOWN_CLIENT] !== undefined) {
      admission.met(client);
      visitors.isKnown(request.socket);
    } else if (client && statusCode === 401) admission.refused(client);
    delete headers[KNOWN_CLIENT];
    headers['keep-alive'] = `timeout=${IDLE_MS / 1000}`;
    if (request.complete) return;
    // To close a connection on which bytes still come resets it: the reset may overtake the answer.
    headers.connection = 'keep-alive';
    response.once('finish', () => {
      setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS).unref();
    });
  });

  const health = (path: '/healthz' | '/readyz', response: ServerResponse): void => {
    const faults = [server, voice, realtime].map((part) => part && faultOf(part));
    const fault = faults.find((one) => typeof one === 'string');
    if (fault === undefined) {
      fetch(`http://127.0.0.1:${server.port}${path}`, { signal: AbortSignal.timeout(2_000) })
        .then(async (answer) => {
          response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' });
          response.end(await answer.text());
        })
        .catch(() => refuse(response, 503, 'server'));
      return;
    }
    refuse(response, 503, fault);
  };

  const times = { requestTimeout: 60_000, headersTimeout: HEADERS_MS, keepAliveTimeout: IDLE_MS };
  const http = createServer({ ...times, connectionsCheckingInterval: CHECK_MS }, (request, response) => {
    clients.clean(request);
    const client = clientOf(request);
    const place = admission.request(client);
    if (place === null) {
      refuse(response, 503, 'Too many requests are under way. Please try again.');
      return;
    }
    asking.set(request, client);
    visitors.asks(request.socket, place.standing);
    response.once('close', () => {
      place.leave();
      visitors.rests(request.socket);
    });
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

  http.on('connection', (socket: Socket) => {
    const networks = clients.ofPeer(socket.remoteAddress);
    if (visitors.enter(socket, networks)) return;
    // A proxy's next one has a place.
    if (networks === null) http.closeIdleConnections();
    socket.destroy();
  });

  http.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    clients.clean(request);
    const door = doorFor(request.url ?? '', options);
    const { origin } = request.headers;
    if (!door) return refuseUpgrade(socket, '404 Not Found');
    if (origin !== undefined && !isOwnOrigin(origin)) return refuseUpgrade(socket, '403 Forbidden');
    const client = clientOf(request);
    const guest = admission.socket(client);
    if (guest === null) return refuseUpgrade(socket, '503 Service Unavailable');
    visitors.leave(socket);
    const { part, path, proves, strangerMs } = door;
    const tooLong = proves && setTimeout(() => socket.destroy(), strangerMs).unref();
    socket.once('close', () => {
      clearTimeout(tooLong);
      guest.leave();
    });
    if (proves) {
      proofs.set(request, (service) =>
        watchForProof(service, proves, () => {
          clearTimeout(tooLong);
          guest.becomes('own');
          admission.met({ ...client, credential: null });
        }),
      );
    }
    request.url = path;
    // A client that is refused while the part starts again would wait many seconds before it tries once more.
    part
      .ready(PATIENCE_MS)
      .then(() => proxy.ws(request, socket, { target: `http://127.0.0.1:${part.port}` }, head))
      .catch(() => refuseUpgrade(socket, '503 Service Unavailable'));
  });
  return http;
}

const faultOf = ({ name, port, fault = null }: Part): string | null =>
  fault ?? (port === undefined ? name : null);

interface Door {
  readonly part: Part;
  /** What the path is at the part. */
  readonly path: string;
  /** What shows that the client is no stranger; absent: everybody may stay. */
  readonly proves?: Proof;
  readonly strangerMs?: number;
}

/** Which part a WebSocket is for. */
function doorFor(url: string, { voice, realtime, handset }: GatewayOptions): Door | undefined {
  if (voice && /^\/voice\/signal(\?|$)/.test(url))
    return {
      part: voice,
      path: url.slice('/voice'.length),
      proves: provesVoice,
      strangerMs: VOICE_STRANGER_MS,
    };
  if (voice && handset && /^\/handset\/socket(\?|$)/.test(url)) return { part: voice, path: url };
  if (realtime && /^\/app\/[^/]+(\?|$)/.test(url))
    return { part: realtime, path: url, proves: provesRealtime, strangerMs: REALTIME_STRANGER_MS };
  return undefined;
}
