import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import type { Settings } from './config.ts';
import { serveApi } from './http/api.ts';
import { BodyReader } from './http/body.ts';
import { Hub } from './hub.ts';
import { verifierOf } from './signing.ts';
import { acceptSockets } from './sockets/accept.ts';
import { FAILURES } from './sockets/core/failures.ts';
import { SocketLimit } from './sockets/socket-limit.ts';
import { Webhooks } from './webhooks/webhooks.ts';

/** How long a service that stops goes on delivering webhooks; main.ts allows a little more in all. */
const WEBHOOKS_MS = 1_500;

export interface Service {
  port: number;
  /** Sends every client away so that it reconnects at once, delivers the webhooks that wait, and stops; within WEBHOOKS_MS. */
  close(): Promise<void>;
}

/** Starts the service; resolves when it listens, rejects when it cannot. Port 0 takes a free one. */
export async function startService(settings: Settings, log: Logger): Promise<Service> {
  const { key, secret, appId, webhookUrl, activityTimeoutMs, pongTimeoutMs } = settings;
  const verify = verifierOf(secret);
  const webhooks =
    webhookUrl === null ? null : new Webhooks({ url: webhookUrl, key, secret, retryMs: 1_000 }, log);
  const hub = new Hub({
    ...settings,
    verify,
    now: () => performance.now(),
    tell: (event) => webhooks?.tell(event),
  });
  const server = createServer({
    requestTimeout: 15_000,
    headersTimeout: 10_000,
    keepAliveTimeout: 30_000,
    // How often the limits above are checked: Node's own is half a minute.
    connectionsCheckingInterval: 2_000,
  });
  const limit = new SocketLimit(server, settings.maxConnections);
  const api = { appId, key, verify, hub, limit, bodies: new BodyReader(), log };
  server.on('request', (request, response) => void serveApi(api, request, response));
  acceptSockets(server, hub, { ...settings, limit }, log);
  // Accepting can fail later too, for want of file descriptors; the clients that are in stay.
  server.on('error', (error) => log.error({ error: error.message }, 'server failed'));
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  const ticking = setInterval(() => hub.tick(), Math.min(1_000, activityTimeoutMs / 4, pongTimeoutMs / 4));

  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  log.info({ host: settings.host, port }, 'realtime listens');
  return {
    port,
    async close() {
      clearInterval(ticking);
      // Before the clients are closed: they return to the next process at once.
      const delivered = webhooks?.close(WEBHOOKS_MS);
      const closed = once(server, 'close');
      server.close();
      hub.closeAll(FAILURES.reconnect);
      const overdue = setTimeout(() => server.closeAllConnections(), 1_000);
      await Promise.all([closed, delivered]);
      clearTimeout(overdue);
      log.info('realtime stopped');
    },
  };
}
