/** Hold, transfer, add and rename the lead, conference; listen, whisper and barge. */

import { type Api, route } from '../../platform/http/route.ts';
import type { InCall } from './in-call.ts';

export function inCallRoutes(api: Api, inCall: InCall): void {
  route(api, 'holdCall', async ({ user, params }) => ({
    success: true,
    held: await inCall.setHold(user, params.id, true),
  }));
  route(api, 'unholdCall', async ({ user, params }) => ({
    success: true,
    held: await inCall.setHold(user, params.id, false),
  }));
  route(api, 'transferCall', async ({ user, params, body }) => {
    await inCall.transfer(user, params.id, body);
    return { success: true };
  });
  route(api, 'addLead', async ({ user, body }) => ({ success: true, ...(await inCall.addLead(user, body)) }));
  route(api, 'renameLead', async ({ user, address, params, body }) => ({
    success: true,
    ...(await inCall.renameLead({ user, address }, params.id, body)),
  }));
  route(api, 'startConference', async ({ user, body }) => ({
    success: true,
    call: await inCall.startConference(user, body.user_id),
  }));
  route(api, 'listenCall', async ({ user, params }) => ({
    success: true,
    call: await inCall.supervise(user, params.id, 'listen'),
  }));
  route(api, 'whisperCall', async ({ user, params }) => ({
    success: true,
    call: await inCall.supervise(user, params.id, 'whisper'),
  }));
  route(api, 'bargeCall', async ({ user, params }) => ({
    success: true,
    call: await inCall.supervise(user, params.id, 'barge'),
  }));
}
