import { idempotencyKey } from '../platform/http/idempotency-key.ts';
import { type Api, route } from '../platform/http/route.ts';
import type { CallControl } from '../server.ts';

export function messageRoutes(api: Api, control: CallControl): void {
  route(api, 'sendSms', async ({ user, params, body, reply }) => {
    await control.sendMessage(user, params.id, body.smsbody, idempotencyKey(reply.request.headers));
    return { success: true };
  });
}
