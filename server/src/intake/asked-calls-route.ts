import type { StepParts } from '../calls/call-steps.ts';
import { type Api, route } from '../platform/http/route.ts';
import { checkForLead, retryLead } from './asked-calls.ts';

/** Calls that the server makes because an agent asks: the agent's phone rings as for any lead. */
export function askedCallRoutes(api: Api, parts: StepParts): void {
  route(api, 'retryLead', async ({ user, body }) => ({
    success: true,
    call: { lead: await retryLead(parts, user, body) },
  }));
  route(api, 'checkForLead', async ({ user }) => ({
    success: true,
    lead: await checkForLead(parts, user),
  }));
}
