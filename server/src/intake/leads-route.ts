import { idempotencyKey } from '../platform/http/idempotency-key.ts';
import { type Api, route } from '../platform/http/route.ts';
import type { CallControl } from '../server.ts';

export function leadRoutes(api: Api, control: CallControl): void {
  route(api, 'postLead', ({ account, body, reply }) =>
    control.takeLead(account, body, idempotencyKey(reply.request.headers)),
  );
  route(api, 'scheduleCall', ({ account, body, reply }) =>
    control.scheduleCall(account, body, idempotencyKey(reply.request.headers)),
  );
}
