import type { Desk } from '../services/desk.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { type Api, route } from './route.ts';

export function noteRoutes(api: Api, desk: Desk): void {
  route(api, 'saveNote', async ({ user, body, reply }) => ({
    success: true,
    note: await desk.saveNote(user, body, idempotencyKey(reply.request.headers)),
  }));
}
