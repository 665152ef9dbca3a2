import { voiceIdentity } from '../accounts/core/page-identity.ts';
import { sessionHash } from '../accounts/sign-in/sessions.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { type Api, route } from '../platform/http/route.ts';
import type { Telephony } from '../platform/telephony/telephony.ts';
import type { TransitionDeps } from './call-transitions.ts';
import { placeCall } from './outbound/place-call.ts';
import { hangUpCall, ignoreRing, readCallUser } from './rings/answer-ring.ts';

export interface CallRouteDeps extends TransitionDeps {
  readonly telephony: Pick<Telephony, 'accessToken'>;
  readonly applicationSid: () => string | null;
}

export function callRoutes(api: Api, deps: CallRouteDeps): void {
  route(api, 'getToken', async ({ user, session, query, reply }) => {
    reply.header('cache-control', 'no-store');
    const applicationSid = deps.applicationSid();
    if (applicationSid === null) throw new ApiError('unavailable');
    const page = { userId: user.id, sessionHash: sessionHash(session.token), phoneId: query.phone_id ?? '' };
    return { token: await deps.telephony.accessToken(voiceIdentity(page), applicationSid) };
  });
  route(api, 'getCallUser', ({ user, params }) => readCallUser(deps, user, params.id));
  route(api, 'placeCall', ({ user, body }) => placeCall(deps, user, body));
  route(api, 'hangUp', async ({ user, params }) => {
    await hangUpCall(deps, user, params.id);
    return { success: true };
  });
  route(api, 'rejectCall', async ({ user, params }) => {
    await ignoreRing(deps, user, params.id);
    return { success: true };
  });
}
