/** Where every login arrives once the password, or the provider's verified email, is right. */
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { secondStep } from '../core/second-factor.ts';
import type { SessionClient, Sessions } from '../sign-in/sessions.ts';
import { requireOtherLogins } from '../single-sign-on/settings.ts';
import { readFactors, requireFactorUser } from './factors.ts';
import { openStep } from './steps.ts';

/** `session`: the cookie of the open session. `step`: the cookie of a login that needs its second step. */
export type LoginOutcome = { readonly session: string } | { readonly step: string };

/** @throws ApiError organizationOnly, stepExpired */
export async function finishFirstStep(
  { db, clock, sessions }: DatabaseAndClock & { readonly sessions: Sessions },
  login: {
    readonly userId: number;
    readonly client: SessionClient;
    /** Counts as failed until the second step succeeds. */
    readonly attemptId?: number;
    readonly page: string;
    readonly way: 'password' | 'google' | 'organization';
  },
): Promise<LoginOutcome> {
  const { userId, client, attemptId = null, page, way } = login;
  const { account_id: accountId, isRequired } = await requireFactorUser(db, userId);
  if (way !== 'organization') await requireOtherLogins(db, accountId);
  const kind = secondStep(await readFactors(db, userId), isRequired);
  if (kind === null) return { session: await sessions.open(userId, client) };
  const step = { kind, user_id: userId, attempt_id: attemptId, page };
  return { step: await openStep(db, step, clock.now()) };
}
