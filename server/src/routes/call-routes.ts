/** The routes of the call control. */
import type { CallControl } from '../services/call-control.ts';
import { telephonyWebhooks } from '../webhooks/telephony-webhooks.ts';
import { askedCallRoutes } from './asked-calls.ts';
import { callUserRoutes } from './call-users.ts';
import { crmLeadRoutes } from './crm-leads.ts';
import { hangUpRoutes } from './hang-up.ts';
import { inCallRoutes } from './in-call.ts';
import { leadImportRoutes } from './lead-imports.ts';
import { leadRoutes } from './leads.ts';
import { messageRoutes } from './messages.ts';
import { placeCallRoutes } from './place-call.ts';
import { presenceRoutes } from './presence.ts';
import { rejectRoutes } from './reject.ts';
import type { Api } from './route.ts';
import { tokenRoutes } from './token.ts';

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
