/**
 * Serves the server, voice and realtime services at one origin. Runs in the supervisor, so that a server crash doesn't
 * cut signaling and realtime connections.
 *
 *     /voice/signal   (WebSocket) → voice       /app/…  (WebSocket) → realtime
 *     /handset        (demo only) → voice       /healthz            → gateway
 *     everything else             → server      /readyz             → server, without waiting for it
 */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { acceptedLanguages } from '@offhook/i18n/accept-language';
import { chooseLocale } from '@offhook/i18n/locales';
import { type Sentence, translate } from '@offhook/server/platform/core/sentences';
import { KNOWN_CLIENT } from '@offhook/server/platform/http/known-clients';
import { failureResponse, isShownToVisitor } from '@offhook/server/platform/http/visitor-answers';
import { createProxyServer } from 'httpxy';
import { Admission, type Client, hashCredential } from './admission.ts';
import { createClientResolver } from './client-address.ts';
import { ConnectionTracker } from './connection-tracker.ts';
import {
  type AuthenticationCheck,
  isRealtimeAuthentication,
  isVoiceAuthentication,
  watchForAuthentication,
} from './socket-authentication.ts';
import { descriptorLimit, type Limits, limitsFor } from './socket-limits.ts';

/** A service behind the gateway. `port` is undefined while it isn't ready. */
export interface Upstream {
  readonly name: string;
  readonly port: number | undefined;
  /** Why it can't work right now; null if it can, as far as is known. */
  readonly fault?: string | null;
  ready(ms: number): Promise<void>;
}

export interface GatewayOptions {
  readonly server: Upstream;
  readonly voice?: Upstream;
  readonly realtime?: Upstream;
  readonly handset: boolean;
  readonly isOwnOrigin: (origin: string) => boolean;
  readonly trustedProxies?: readonly string[];
  readonly limits?: Limits;
}

const UPSTREAM_TIMEOUT_MS = 8_000;
/** Longer than proxies keep idle connections, so that their next request doesn't meet a closing one. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_MS = 10_000;
const HEADERS_CHECK_MS = 2_000;
/** How long a rejected client that is still sending has to read the response. */
const LINGER_MS = 2_000;
/** How long a WebSocket may stay unauthenticated. Realtime sign-ins need the server, which may be restarting. */
const VOICE_UNAUTHENTICATED_MS = 20_000;
const REALTIME_UNAUTHENTICATED_MS = 60_000;

function sendUnavailable(response: ServerResponse, body: string, headers: OutgoingHttpHeaders): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(503, { ...headers, 'retry-after': '1' });
  response.end(body);
}

/** @param headers sent in addition to those of every error */
function sendError(response: ServerResponse, error: string, headers: OutgoingHttpHeaders = {}): void {
  const body = JSON.stringify({ success: false, error, code: 'unavailable' });
  sendUnavailable(response, body, { ...headers, 'content-type': 'application/json; charset=utf-8' });
}

/** An error for a person, in the language that the request accepts. */
function sendSentence(request: IncomingMessage, response: ServerResponse, sentence: Sentence): void {
  const reader = chooseLocale(acceptedLanguages(request.headers['accept-language'] ?? ''));
  const headers = { 'content-language': reader.locale, vary: 'Accept-Language' };
  if (isShownToVisitor(request)) {
    const page = failureResponse(request, { code: 'unavailable', sentence }, reader);
    sendUnavailable(response, page.body, { ...headers, ...page.headers });
  } else sendError(response, translate(sentence, reader), headers);
}

function rejectUpgrade(socket: Socket, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

export function createGateway(options: GatewayOptions): Server {
  const { server, voice, realtime, handset, isOwnOrigin } = options;
  const clients = createClientResolver(options.trustedProxies ?? []);
  const limits = options.limits ?? limitsFor(descriptorLimit());
  const admission = new Admission(limits, () => performance.now());
  const connections = new ConnectionTracker(admission);
  const clientsByRequest = new WeakMap<IncomingMessage, Client>();
  const identifyClient = (request: IncomingMessage): Client => ({
    networks: clients.networksOfRequest(request),
    credential: hashCredential(request.headers),
  });
  const proxy = createProxyServer({ xfwd: true, proxyTimeout: 60_000 });
  proxy.on('error', (_error, request, response) => {
    if (request && response && 'writeHead' in response)
      sendSentence(request, response, { id: 'error.unavailable' });
    else response?.destroy();
  });

  const authenticationWatchers = new WeakMap<object, (service: Duplex) => void>();
  proxy.on('proxyReqWs', (toService, request) => {
    toService.once('upgrade', (_answer, service) => {
      const watch = authenticationWatchers.get(request);
      if (watch) authenticationWatchers.set(service, watch);
    });
  });
  // Not earlier: reading before the proxy does would swallow the first frame.
  proxy.on('open', (service) => authenticationWatchers.get(service)?.(service));

  // The server's keep-alive header is about our connection to it; clients that follow it would lose requests.
  proxy.on('proxyRes', ({ headers, statusCode }, request, response) => {
    const client = clientsByRequest.get(request);
    if (client && headers[KNOWN_CLIENT] !== undefined) {
      admission.markKnown(client);
      connections.markKnown(request.socket);
    } else if (client && statusCode === 401) admission.forgetCredential(client);
    delete headers[KNOWN_CLIENT];
    headers['keep-alive'] = `timeout=${KEEP_ALIVE_MS / 1000}`;
    if (request.complete) return;
    // Closing a connection with unread bytes resets it, and the reset may overtake the response.
    headers.connection = 'keep-alive';
    response.once('finish', () => {
      setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS).unref();
    });
  });

  const sendHealth = (path: '/healthz' | '/readyz', response: ServerResponse): void => {
    const faults = [server, voice, realtime].map((upstream) => upstream && upstreamFault(upstream));
    const fault = faults.find((one) => typeof one === 'string');
    if (fault === undefined) {
      fetch(`http://127.0.0.1:${server.port}${path}`, { signal: AbortSignal.timeout(2_000) })
        .then(async (healthResponse) => {
          response.writeHead(healthResponse.status, { 'content-type': 'application/json; charset=utf-8' });
          response.end(await healthResponse.text());
        })
        .catch(() => sendError(response, 'server'));
      return;
    }
    sendError(response, fault);
  };

  const times = { requestTimeout: 60_000, headersTimeout: HEADERS_MS, keepAliveTimeout: KEEP_ALIVE_MS };
  const http = createServer(
    { ...times, connectionsCheckingInterval: HEADERS_CHECK_MS },
    (request, response) => {
      clients.stripForwardedHeaders(request);
      const client = identifyClient(request);
      const slot = admission.request(client);
      if (slot === null) {
        sendSentence(request, response, { id: 'gateway.overloaded' });
        return;
      }
      clientsByRequest.set(request, client);
      connections.requestStarted(request.socket, slot.trust);
      response.once('close', () => {
        slot.release();
        connections.requestEnded(request.socket);
      });
      if (request.url === '/healthz' || request.url === '/readyz') {
        sendHealth(request.url, response);
        return;
      }
      const isHandset = handset && /^\/handset(\/[\w.-]*)?(\?|$)/.test(request.url ?? '');
      const upstream = voice && isHandset ? voice : server;
      upstream
        .ready(UPSTREAM_TIMEOUT_MS)
        .then(() => proxy.web(request, response, { target: `http://127.0.0.1:${upstream.port}` }))
        .catch(() => sendSentence(request, response, { id: 'error.unavailable' }));
    },
  );

  http.on('connection', (socket: Socket) => {
    const networks = clients.networksOfPeer(socket.remoteAddress);
    if (connections.add(socket, networks)) return;
    // Makes room for the proxy's next connection.
    if (networks === null) http.closeIdleConnections();
    socket.destroy();
  });

  http.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    clients.stripForwardedHeaders(request);
    const route = routeWebSocket(request.url ?? '', options);
    const { origin } = request.headers;
    if (!route) return rejectUpgrade(socket, '404 Not Found');
    if (origin !== undefined && !isOwnOrigin(origin)) return rejectUpgrade(socket, '403 Forbidden');
    const client = identifyClient(request);
    const slot = admission.socket(client);
    if (slot === null) return rejectUpgrade(socket, '503 Service Unavailable');
    connections.release(socket);
    const { upstream, path, isAuthentication, unauthenticatedMs } = route;
    const authenticationTimer =
      isAuthentication && setTimeout(() => socket.destroy(), unauthenticatedMs).unref();
    socket.once('close', () => {
      clearTimeout(authenticationTimer);
      slot.release();
    });
    if (isAuthentication) {
      authenticationWatchers.set(request, (service) =>
        watchForAuthentication(service, isAuthentication, () => {
          clearTimeout(authenticationTimer);
          slot.promote('exempt');
          admission.markKnown({ ...client, credential: null });
        }),
      );
    }
    request.url = path;
    // Waits for the service, because SDKs retry a rejected WebSocket only after many seconds.
    upstream
      .ready(UPSTREAM_TIMEOUT_MS)
      .then(() => proxy.ws(request, socket, { target: `http://127.0.0.1:${upstream.port}` }, head))
      .catch(() => rejectUpgrade(socket, '503 Service Unavailable'));
  });
  return http;
}

const upstreamFault = ({ name, port, fault = null }: Upstream): string | null =>
  fault ?? (port === undefined ? name : null);

interface WebSocketRoute {
  readonly upstream: Upstream;
  readonly path: string;
  /** Detects the service's frame that authenticates the client; absent if clients need no authentication. */
  readonly isAuthentication?: AuthenticationCheck;
  readonly unauthenticatedMs?: number;
}

function routeWebSocket(
  url: string,
  { voice, realtime, handset }: GatewayOptions,
): WebSocketRoute | undefined {
  if (voice && /^\/voice\/signal(\?|$)/.test(url))
    return {
      upstream: voice,
      path: url.slice('/voice'.length),
      isAuthentication: isVoiceAuthentication,
      unauthenticatedMs: VOICE_UNAUTHENTICATED_MS,
    };
  if (voice && handset && /^\/handset\/socket(\?|$)/.test(url)) return { upstream: voice, path: url };
  if (realtime && /^\/app\/[^/]+(\?|$)/.test(url))
    return {
      upstream: realtime,
      path: url,
      isAuthentication: isRealtimeAuthentication,
      unauthenticatedMs: REALTIME_UNAUTHENTICATED_MS,
    };
  return undefined;
}
