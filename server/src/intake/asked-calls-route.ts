import { type Api, route } from '../platform/http/route.ts';
import type { CallControl } from '../server.ts';

/** Calls that the server makes because an agent asks: the agent's phone rings as for any lead. */
export function askedCallRoutes(api: Api, control: CallControl): void {
  route(api, 'retryLead', async ({ user, body }) => ({
    success: true,
    call: { lead: await control.retryLead(user, body) },
  }));
  route(api, 'checkForLead', async ({ user }) => ({
    success: true,
    lead: await control.checkForLead(user),
  }));
}
