import type { CallControl } from '../services/call-control.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { type Api, route } from './route.ts';

export function leadRoutes(api: Api, control: CallControl): void {
  route(api, 'postLead', ({ account, body, reply }) =>
    control.takeLead(account, body, idempotencyKey(reply.request.headers)),
  );
  route(api, 'scheduleCall', ({ account, body, reply }) =>
    control.scheduleCall(account, body, idempotencyKey(reply.request.headers)),
  );
}
