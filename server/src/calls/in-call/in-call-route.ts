import { type Api, route } from '../../platform/http/route.ts';
import type { TransitionDeps } from '../call-transitions.ts';
import { readParkedCalls } from '../parked-calls.ts';
import { addLead } from './added-leads.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { startConference } from './conferences.ts';
import { endConsultation } from './end-consultation.ts';
import { setHold } from './holding.ts';
import { parkCall, pickUpCall } from './parking.ts';
import { setRecordingPaused } from './recording-pause.ts';
import { renameLead } from './rename-lead.ts';
import { supervise } from './supervision.ts';
import { transfer } from './transfers.ts';

export function inCallRoutes(api: Api, deps: TransitionDeps): void {
  route(api, 'holdCall', async ({ user, params }) => ({
    success: true,
    held: await setHold(deps, user, params.id, true),
  }));
  route(api, 'unholdCall', async ({ user, params }) => ({
    success: true,
    held: await setHold(deps, user, params.id, false),
  }));
  route(api, 'pauseRecording', async ({ user, address, params }) => ({
    success: true,
    recording: await setRecordingPaused(deps, { user, address }, params.id, true),
  }));
  route(api, 'resumeRecording', async ({ user, address, params }) => ({
    success: true,
    recording: await setRecordingPaused(deps, { user, address }, params.id, false),
  }));
  route(api, 'transferCall', async ({ user, params, body }) => {
    await transfer(deps, user, params.id, body);
    return { success: true };
  });
  route(api, 'cancelInvitation', async ({ user, params }) => {
    await cancelInvitation(deps, user, params.id);
    return { success: true };
  });
  route(api, 'endConsultation', async ({ user, params, body }) => {
    await endConsultation(deps, user, params.id, body);
    return { success: true };
  });
  route(api, 'parkCall', async ({ user, params, body }) => {
    await parkCall(deps, user, params.id, body.note);
    return { success: true };
  });
  route(api, 'pickUpCall', async ({ user, params }) => {
    await pickUpCall(deps, user, params.id);
    return { success: true };
  });
  route(api, 'getParkedCalls', async ({ user }) => ({
    data: await readParkedCalls(deps.db, user, deps.clock.now()),
  }));
  route(api, 'addLead', async ({ user, body }) => ({ success: true, ...(await addLead(deps, user, body)) }));
  route(api, 'renameLead', async ({ user, address, params, body }) => ({
    success: true,
    ...(await renameLead(deps, { user, address }, params.id, body)),
  }));
  route(api, 'startConference', async ({ user, body }) => ({
    success: true,
    call: await startConference(deps, user, body),
  }));
  route(api, 'listenCall', async ({ user, params }) => ({
    success: true,
    call: await supervise(deps, user, params.id, 'listen'),
  }));
  route(api, 'whisperCall', async ({ user, params }) => ({
    success: true,
    call: await supervise(deps, user, params.id, 'whisper'),
  }));
  route(api, 'bargeCall', async ({ user, params }) => ({
    success: true,
    call: await supervise(deps, user, params.id, 'barge'),
  }));
}
