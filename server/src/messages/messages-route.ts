import { idempotencyKey } from '../platform/http/idempotency-key.ts';
import { type Api, route } from '../platform/http/route.ts';
import type { WorkParts } from '../platform/work-queue/transact.ts';
import { sendTextToLead } from './messages.ts';

export function messageRoutes(api: Api, parts: WorkParts): void {
  route(api, 'sendSms', async ({ user, params, body, reply }) => {
    await sendTextToLead(parts, user, params.id, body.smsbody, idempotencyKey(reply.request.headers));
    return { success: true };
  });
}
