import { ERRORS } from '@offhook/contract/errors';
import type { Api } from '../route.ts';
import { DISK_FULL, type Health } from './health.ts';
import type { Readiness } from './readiness.ts';

export function healthRoutes(api: Api, health: Health): void {
  api.server.get('/healthz', async (_request, reply) => {
    const missing = await health.firstFault();
    reply.header('cache-control', 'no-store');
    if (missing === null) return { success: true };
    return reply
      .code(ERRORS.unavailable.status)
      .send({ success: false, error: missing, code: 'unavailable' });
  });
}

/** For load balancers. Exposes component names and migration tags only. */
export function readinessRoutes(api: Api, read: () => Promise<Readiness>): void {
  api.server.get('/readyz', async (_request, reply) => {
    const { isReady, isDraining, components, unknownMigrations } = await read();
    reply.header('cache-control', 'no-store');
    const details = {
      parts: components,
      ...(unknownMigrations.length === 0 ? {} : { newer_migrations: unknownMigrations }),
    };
    if (isReady) return { success: true, ...details };
    const missing = Object.entries(components).find(([, isReady]) => !isReady)?.[0];
    const fault = missing === 'disk' ? DISK_FULL : missing;
    const error = isDraining ? 'draining' : fault;
    return reply
      .code(ERRORS.unavailable.status)
      .send({ success: false, error, code: 'unavailable', ...details });
  });
}
