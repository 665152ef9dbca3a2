import { idempotencyKey } from '../platform/http/idempotency-key.ts';
import { type Api, route } from '../platform/http/route.ts';
import type { WorkDeps } from '../platform/work-queue/transact.ts';
import { sendTextToLead } from './messages.ts';

export function messageRoutes(api: Api, deps: WorkDeps): void {
  route(api, 'sendSms', async ({ user, params, body, reply }) => {
    await sendTextToLead(deps, user, params.id, body.smsbody, idempotencyKey(reply.request.headers));
    return { success: true };
  });
}
