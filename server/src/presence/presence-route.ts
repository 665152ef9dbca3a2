import { sessionHash } from '../accounts/sign-in/sessions.ts';
import { type Api, route } from '../platform/http/route.ts';
import type { WorkDeps } from '../platform/work-queue/transact.ts';
import { type FindCallToResume, reportPresence } from './presence.ts';

export function presenceRoutes(api: Api, deps: WorkDeps, callToResume: FindCallToResume): void {
  route(api, 'reportPresence', ({ user, session, body }) =>
    reportPresence(
      deps,
      {
        userId: user.id,
        accountId: user.account_id,
        sessionHash: sessionHash(session.token),
        phoneId: body.phone_id,
        state: body.state,
        device: body.device,
        audio: body.audio,
        callUserId: body.call_user_id,
        takeOver: body.take_over ?? false,
        leaving: body.leaving ?? false,
      },
      callToResume,
    ),
  );
}
