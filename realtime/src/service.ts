import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Logger } from 'pino';
import type { Settings } from './config.ts';
import { ConnectionRegistry } from './connection-registry.ts';
import type { EventSource, Observation, Observe } from './core/observation.ts';
import { serveApi } from './http/api.ts';
import { BodyReader } from './http/body.ts';
import { isLoopbackName } from './inspector/core/access.ts';
import { Inspector } from './inspector/inspector.ts';
import { createVerifier, isEqual } from './signing.ts';
import { acceptSockets } from './sockets/accept.ts';
import { FAILURES } from './sockets/core/failures.ts';
import { SocketLimit } from './sockets/socket-limit.ts';
import { Webhooks } from './webhooks/webhooks.ts';

/** How long the service delivers queued webhooks on shutdown; main.ts allows a little more in total. */
const WEBHOOK_DRAIN_MS = 1_500;

/** HTTP time-outs; Node checks them every `connectionsCheckingInterval`, by default only every 30 s. */
const SERVER_OPTIONS = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** What only the package uses; Offhook runs the service without. */
export interface ServiceExtras {
  /** PEM texts. */
  tls?: { cert: string; key: string } | undefined;
  observe?: Observe;
  /** Whether the page shows the secret too, because everyone knows it. */
  isDevelopmentSecret?: boolean;
  /** Of the built page, if it isn't beside the bundle. */
  pageFolder?: string | undefined;
}

export interface CachedEvent {
  channel: string;
  event: string;
  data: string;
}

export interface Service {
  port: number;
  publish(event: CachedEvent, from: EventSource): void;
  /** Closes all clients so that they reconnect, and forgets everything else. */
  reset(): void;
  /** Closes all clients so that they reconnect immediately, and delivers queued webhooks. */
  close(): Promise<void>;
}

export async function startService(
  settings: Settings,
  log: Logger,
  extras: ServiceExtras = {},
): Promise<Service> {
  const { key, secret, appId, webhookUrl, activityTimeoutMs, pongTimeoutMs } = settings;
  const verify = createVerifier(secret);
  const { tls } = extras;
  // The inspector needs the registry, which needs the inspector's observer.
  let inspector: Inspector | null = null;
  const observe = settings.page
    ? (observation: Observation) => {
        inspector?.observe(observation);
        extras.observe?.(observation);
      }
    : extras.observe;
  const webhooks =
    webhookUrl === null ? null : new Webhooks({ url: webhookUrl, key, secret, retryMs: 1_000, observe }, log);
  const registry = new ConnectionRegistry({
    ...settings,
    verify,
    observe,
    now: () => performance.now(),
    enqueueWebhook: (event) => {
      webhooks?.enqueue(event);
      if (event.name !== 'client_event') observe?.({ kind: 'noted', event });
    },
  });
  const server = tls ? createTlsServer({ ...SERVER_OPTIONS, ...tls }) : createServer(SERVER_OPTIONS);
  const limit = new SocketLimit(server, settings.maxConnections);
  const bodies = new BodyReader();
  const api = { appId, key, verify, registry, limit, bodies, log, observe };
  if (settings.page) {
    const scheme = tls ? 'https' : 'http';
    inspector = new Inspector({
      access: {
        scheme,
        isLoopback: isLoopbackName(settings.host),
        isPassword: (user, password) => user === key && isEqual(password, secret),
      },
      app: () => {
        const port = portOf(server, settings.port);
        const url = `${scheme}://${urlHost(settings.host)}:${port}`;
        const { host } = settings;
        return {
          url,
          host,
          port,
          appId,
          key,
          secret: extras.isDevelopmentSecret ? secret : null,
          webhookUrl,
        };
      },
      registry,
      bodies,
      limit,
      log,
      pageFolder: extras.pageFolder,
    });
  }
  server.on('request', (request, response) => {
    if (inspector && Inspector.handles(request)) void inspector.serve(request, response);
    else void serveApi(api, request, response);
  });
  acceptSockets(server, registry, { ...settings, limit, observe }, log);
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  // Accepting connections can also fail later, when no file descriptors are left. Connected clients stay connected.
  server.on('error', (error) => log.error({ error: error.message }, 'server failed'));
  const ticking = setInterval(
    () => registry.tick(),
    Math.min(1_000, activityTimeoutMs / 4, pongTimeoutMs / 4),
  );

  const port = portOf(server, settings.port);
  log.info({ host: settings.host, port }, 'realtime service listening');
  return {
    port,
    publish: ({ channel, event, data }, from) => registry.publish(channel, event, data, null, from),
    reset() {
      registry.closeAll(FAILURES.reconnect);
      registry.forget();
      webhooks?.clear();
      inspector?.clear();
    },
    async close() {
      clearInterval(ticking);
      // Before closing the clients: they reconnect to the next process immediately.
      const delivered = webhooks?.close(WEBHOOK_DRAIN_MS);
      const closed = once(server, 'close');
      server.close();
      inspector?.close();
      registry.closeAll(FAILURES.reconnect);
      const overdue = setTimeout(() => server.closeAllConnections(), 1_000);
      await Promise.all([closed, delivered]);
      clearTimeout(overdue);
      log.info('realtime service stopped');
    },
  };
}

function portOf(server: Server, fallback: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : fallback;
}

/** An IPv6 address has brackets in a URL. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
