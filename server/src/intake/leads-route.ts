import { idempotencyKey } from '../platform/http/idempotency-key.ts';
import { type Api, route } from '../platform/http/route.ts';
import type { Intake } from './intake.ts';

export interface LeadRouteParts {
  readonly intake: Intake;
}

export function leadRoutes(api: Api, parts: LeadRouteParts): void {
  route(api, 'postLead', ({ account, body, reply }) =>
    parts.intake.receiveLead(account, body, idempotencyKey(reply.request.headers)),
  );
  route(api, 'scheduleCall', ({ account, body, reply }) =>
    parts.intake.scheduleCall(account, body, idempotencyKey(reply.request.headers)),
  );
}
