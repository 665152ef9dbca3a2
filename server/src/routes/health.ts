import { ERRORS } from '@offhook/contract/errors';
import type { Health } from '../services/health.ts';
import type { Api } from './route.ts';

export function healthRoutes(api: Api, health: Health): void {
  api.server.get('/healthz', async (_request, reply) => {
    const missing = await health.missing();
    reply.header('cache-control', 'no-store');
    if (missing === null) return { success: true };
    return reply.code(ERRORS.unavailable.status).send({ success: false, error: missing });
  });
}
