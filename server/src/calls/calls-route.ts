import { voiceIdentity } from '../accounts/core/page-identity.ts';
import { sessionHash } from '../accounts/sign-in/sessions.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { type Api, route } from '../platform/http/route.ts';
import type { Telephony } from '../platform/telephony/telephony.ts';
import type { TransitionParts } from './call-transitions.ts';
import { placeCall } from './outbound/place-call.ts';
import { hangUpCall, ignoreRing, readCallUser } from './rings/answer-ring.ts';

export interface CallRouteParts extends TransitionParts {
  readonly telephony: Pick<Telephony, 'accessToken'>;
  readonly applicationSid: () => string | null;
}

export function callRoutes(api: Api, parts: CallRouteParts): void {
  route(api, 'getToken', async ({ user, session, query, reply }) => {
    reply.header('cache-control', 'no-store');
    const applicationSid = parts.applicationSid();
    if (applicationSid === null) throw new ApiError('unavailable');
    const page = { userId: user.id, sessionHash: sessionHash(session.token), phoneId: query.phone_id ?? '' };
    return { token: await parts.telephony.accessToken(voiceIdentity(page), applicationSid) };
  });
  route(api, 'getCallUser', ({ user, params }) => readCallUser(parts, user, params.id));
  route(api, 'placeCall', ({ user, body }) => placeCall(parts, user, body));
  route(api, 'hangUp', async ({ user, params }) => {
    await hangUpCall(parts, user, params.id);
    return { success: true };
  });
  route(api, 'rejectCall', async ({ user, params }) => {
    await ignoreRing(parts, user, params.id);
    return { success: true };
  });
}
