import type { TransitionDeps } from '../calls/call-transitions.ts';
import { type Api, route } from '../platform/http/route.ts';
import { checkForLead, retryLead } from './requested-calls.ts';

export function requestedCallRoutes(api: Api, deps: TransitionDeps): void {
  route(api, 'retryLead', async ({ user, body }) => ({
    success: true,
    call: { lead: await retryLead(deps, user, body) },
  }));
  route(api, 'checkForLead', async ({ user }) => ({
    success: true,
    lead: await checkForLead(deps, user),
  }));
}
