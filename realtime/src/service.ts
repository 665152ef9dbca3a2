import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import type { Settings } from './config.ts';
import { ConnectionRegistry } from './connection-registry.ts';
import { serveApi } from './http/api.ts';
import { BodyReader } from './http/body.ts';
import { createVerifier } from './signing.ts';
import { acceptSockets } from './sockets/accept.ts';
import { FAILURES } from './sockets/core/failures.ts';
import { SocketLimit } from './sockets/socket-limit.ts';
import { Webhooks } from './webhooks/webhooks.ts';

/** How long the service delivers queued webhooks on shutdown; main.ts allows a little more in total. */
const WEBHOOK_DRAIN_MS = 1_500;

export interface Service {
  port: number;
  /** Closes all clients so that they reconnect immediately, and delivers queued webhooks. */
  close(): Promise<void>;
}

export async function startService(settings: Settings, log: Logger): Promise<Service> {
  const { key, secret, appId, webhookUrl, activityTimeoutMs, pongTimeoutMs } = settings;
  const verify = createVerifier(secret);
  const webhooks =
    webhookUrl === null ? null : new Webhooks({ url: webhookUrl, key, secret, retryMs: 1_000 }, log);
  const registry = new ConnectionRegistry({
    ...settings,
    verify,
    now: () => performance.now(),
    enqueueWebhook: (event) => webhooks?.enqueue(event),
  });
  const server = createServer({
    requestTimeout: 15_000,
    headersTimeout: 10_000,
    keepAliveTimeout: 30_000,
    // How often Node checks the timeouts above; its default is 30 s.
    connectionsCheckingInterval: 2_000,
  });
  const limit = new SocketLimit(server, settings.maxConnections);
  const api = { appId, key, verify, registry, limit, bodies: new BodyReader(), log };
  server.on('request', (request, response) => void serveApi(api, request, response));
  acceptSockets(server, registry, { ...settings, limit }, log);
  // Accepting connections can also fail later, when no file descriptors are left. Connected clients stay connected.
  server.on('error', (error) => log.error({ error: error.message }, 'server failed'));
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  const ticking = setInterval(
    () => registry.tick(),
    Math.min(1_000, activityTimeoutMs / 4, pongTimeoutMs / 4),
  );

  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  log.info({ host: settings.host, port }, 'realtime service listening');
  return {
    port,
    async close() {
      clearInterval(ticking);
      // Before closing the clients: they reconnect to the next process immediately.
      const delivered = webhooks?.close(WEBHOOK_DRAIN_MS);
      const closed = once(server, 'close');
      server.close();
      registry.closeAll(FAILURES.reconnect);
      const overdue = setTimeout(() => server.closeAllConnections(), 1_000);
      await Promise.all([closed, delivered]);
      clearTimeout(overdue);
      log.info('realtime service stopped');
    },
  };
}
