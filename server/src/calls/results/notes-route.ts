import type { Desk } from '../../desk.ts';
import { idempotencyKey } from '../../platform/http/idempotency-key.ts';
import { type Api, route } from '../../platform/http/route.ts';

export function noteRoutes(api: Api, desk: Desk): void {
  route(api, 'saveNote', async ({ user, body, reply }) => ({
    success: true,
    note: await desk.saveNote(user, body, idempotencyKey(reply.request.headers)),
  }));
}
