import type { CallControl } from '../services/call-control.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { type Api, route } from './route.ts';

export function messageRoutes(api: Api, control: CallControl): void {
  route(api, 'sendSms', async ({ user, params, body, reply }) => {
    await control.sendMessage(user, params.id, body.smsbody, idempotencyKey(reply.request.headers));
    return { success: true };
  });
}
