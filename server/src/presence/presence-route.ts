import type { LeadQueue } from '@offhook/contract/leads/lead-queue';
import { sessionHash } from '../accounts/sign-in/sessions.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { type Api, route } from '../platform/http/route.ts';
import type { WorkDeps } from '../platform/work-queue/transact.ts';
import { type PhonesCalls, RINGABLE_STATES, reportPresence } from './presence.ts';
import { endWrapUp } from './wrap-up.ts';

export type FindLeadQueue = (user: SignedInUser) => Promise<LeadQueue | null>;

export function presenceRoutes(
  api: Api,
  deps: WorkDeps & { readonly findLeadQueue: FindLeadQueue },
  phonesCalls: PhonesCalls,
): void {
  route(api, 'reportPresence', async ({ user, session, body }) => {
    const response = await reportPresence(
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
      phonesCalls,
    );
    const canRing = response.phone && RINGABLE_STATES.includes(body.state);
    return { ...response, queue: canRing ? await deps.findLeadQueue(user) : null };
  });

  route(api, 'endWrapUp', async ({ user }) => {
    await endWrapUp(deps, user);
    return { success: true };
  });
}
