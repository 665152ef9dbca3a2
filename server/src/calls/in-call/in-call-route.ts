import { type Api, route } from '../../platform/http/route.ts';
import type { TransitionParts } from '../call-transitions.ts';
import { addLead } from './added-leads.ts';
import { startConference } from './conferences.ts';
import { setHold } from './holding.ts';
import { renameLead } from './rename-lead.ts';
import { supervise } from './supervision.ts';
import { transfer } from './transfers.ts';

export function inCallRoutes(api: Api, parts: TransitionParts): void {
  route(api, 'holdCall', async ({ user, params }) => ({
    success: true,
    held: await setHold(parts, user, params.id, true),
  }));
  route(api, 'unholdCall', async ({ user, params }) => ({
    success: true,
    held: await setHold(parts, user, params.id, false),
  }));
  route(api, 'transferCall', async ({ user, params, body }) => {
    await transfer(parts, user, params.id, body);
    return { success: true };
  });
  route(api, 'addLead', async ({ user, body }) => ({ success: true, ...(await addLead(parts, user, body)) }));
  route(api, 'renameLead', async ({ user, address, params, body }) => ({
    success: true,
    ...(await renameLead(parts, { user, address }, params.id, body)),
  }));
  route(api, 'startConference', async ({ user, body }) => ({
    success: true,
    call: await startConference(parts, user, body.user_id),
  }));
  route(api, 'listenCall', async ({ user, params }) => ({
    success: true,
    call: await supervise(parts, user, params.id, 'listen'),
  }));
  route(api, 'whisperCall', async ({ user, params }) => ({
    success: true,
    call: await supervise(parts, user, params.id, 'whisper'),
  }));
  route(api, 'bargeCall', async ({ user, params }) => ({
    success: true,
    call: await supervise(parts, user, params.id, 'barge'),
  }));
}
