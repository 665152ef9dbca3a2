/** The routes of the call control. */

import { callUserRoutes } from './calls/call-users-route.ts';
import { hangUpRoutes } from './calls/hang-up.ts';
import { inCallRoutes } from './calls/in-call/in-call-route.ts';
import { telephonyWebhooks } from './calls/legs/telephony-webhooks.ts';
import { placeCallRoutes } from './calls/outbound/place-call.ts';
import { rejectRoutes } from './calls/reject.ts';
import { tokenRoutes } from './calls/token.ts';
import { askedCallRoutes } from './intake/asked-calls-route.ts';
import { crmLeadRoutes } from './intake/crm-leads-route.ts';
import { leadImportRoutes } from './intake/imports/lead-imports-route.ts';
import { leadRoutes } from './intake/leads-route.ts';
import { messageRoutes } from './messages/messages-route.ts';
import type { Api } from './platform/http/route.ts';
import { presenceRoutes } from './presence/presence-route.ts';
import type { CallControl } from './server.ts';

/** For `buildApp`'s list of what to register. */
export function callRoutes(control: CallControl): (api: Api) => void {
  return (api) => {
    tokenRoutes(api, control);
    presenceRoutes(api, control);
    callUserRoutes(api, control);
    placeCallRoutes(api, control);
    hangUpRoutes(api, control);
    rejectRoutes(api, control);
    leadRoutes(api, control);
    crmLeadRoutes(api, control);
    leadImportRoutes(api, control);
    inCallRoutes(api, control.inCall);
    askedCallRoutes(api, control);
    messageRoutes(api, control);
    telephonyWebhooks(api.server, control);
  };
}
