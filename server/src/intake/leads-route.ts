import { idempotencyKey } from '../platform/http/idempotency-key.ts';
import { type Api, route } from '../platform/http/route.ts';
import type { Intake } from './intake.ts';

export interface LeadRouteDeps {
  readonly intake: Intake;
}

export function leadRoutes(api: Api, deps: LeadRouteDeps): void {
  route(api, 'postLead', ({ account, body, reply }) =>
    deps.intake.receiveLead(account, body, idempotencyKey(reply.request.headers)),
  );
  route(api, 'scheduleCall', ({ account, body, reply }) =>
    deps.intake.scheduleCall(account, body, idempotencyKey(reply.request.headers)),
  );
}
