/** Google login. Every failure redirects to the login page with an error code and changes nothing. */

import type { LoginErrorCode } from '@offhook/contract/errors';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { DatabaseAndClock } from '../../../platform/database/query-time.ts';
import { users } from '../../../platform/database/schema.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { createAttemptLimiter } from '../../../platform/http/attempt-limiter.ts';
import { toNetwork } from '../../../platform/http/client-network.ts';
import {
  allowedReturnOrigin,
  loginErrorUrl,
  secondStepUrl,
  toConsolePath,
  verifiedEmail,
} from '../../core/google-login.ts';
import { finishFirstStep, type LoginOutcome } from '../../second-factor/first-step.ts';
import type { SessionClient, Sessions } from '../sessions.ts';
import type { OpenId, OpenIdFailure } from './openid.ts';
import { PENDING_MS, signPending, verifyPending } from './pending-login.ts';

/** Google's callback is below this path. */
export const GOOGLE_LOGIN_PATH = '/apps/webrtc/login/google';

/** Must be registered with Google as a redirect URI. */
export function googleRedirectUri(publicUrl: string): string {
  return `${publicUrl}${GOOGLE_LOGIN_PATH}/callback`;
}

/** Per network and minute; an office shares one network. Starting is cheap, each failure costs a request to Google. */
const MAX_STARTED = 300;
const MAX_FAILURES = 60;

export interface GoogleLogin {
  start(request: {
    next: unknown;
    page: unknown;
    address: string;
  }): Promise<{ location: string; pending: string | null }>;
  finish(callback: {
    query: string;
    pending: string;
    client: SessionClient;
  }): Promise<{ location: string; login: LoginOutcome | null }>;
}

const ERROR_CODES: Readonly<Record<OpenIdFailure, LoginErrorCode>> = {
  unavailable: 'googleUnavailable',
  cancelled: 'googleCancelled',
  expired: 'googleExpired',
  refused: 'googleRefused',
};

export interface GoogleLoginDeps extends DatabaseAndClock {
  readonly sessions: Sessions;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly secret: string;
  readonly pageOrigins: readonly string[];
  readonly openId: OpenId | null;
}

export function createGoogleLogin(deps: GoogleLoginDeps): GoogleLogin {
  const { db, clock, sessions, log, secret, pageOrigins, openId } = deps;
  const attempts = createAttemptLimiter(clock);

  function logFailure(failure: OpenIdFailure, reason: string): LoginErrorCode {
    const level = failure === 'unavailable' || failure === 'refused' ? 'warn' : 'info';
    log[level]({ why: failure, reason }, 'failed to log in with Google');
    return ERROR_CODES[failure];
  }

  return {
    async start({ next: nextParameter, page: pageParameter, address }) {
      const next = toConsolePath(nextParameter);
      const page = allowedReturnOrigin(pageParameter, pageOrigins);
      const back = (error: LoginErrorCode) => ({ location: loginErrorUrl(error, next, page), pending: null });
      if (openId === null) return back('googleNotSetUp');
      if (!attempts.start([[`start ${toNetwork(address)}`, MAX_STARTED]])) return back('tooManyLogins');
      const started = await openId.start();
      if (!started.ok) return back(logFailure(started.failure, started.reason));
      const { address: location, checks } = started.value;
      const until = clock.now() + PENDING_MS;
      return { location, pending: signPending('google', { ...checks, next, page, until }, secret) };
    },

    async finish({ query, pending: cookie, client }) {
      const pending = verifyPending('google', cookie, secret, clock.now());
      const { next, page } = pending ?? { next: null, page: '' };
      const back = (error: LoginErrorCode) => ({ location: loginErrorUrl(error, next, page), login: null });
      if (openId === null) return back('googleNotSetUp');
      if (pending === null || new URLSearchParams(query).get('state') !== pending.state)
        return back('googleExpired');
      const attempt = attempts.start([[toNetwork(client.address), MAX_FAILURES]]);
      if (!attempt) return back('tooManyLogins');
      const finished = await openId.finish(query, pending);
      if (!finished.ok) return back(logFailure(finished.failure, finished.reason));
      const verified = verifiedEmail(finished.value);
      if ('rejected' in verified) return back(verified.rejected);
      // Emails are unique across accounts.
      const [user] = await db
        .select({ id: users.id, active: users.active })
        .from(users)
        .where(eq(users.email, verified.email));
      if (!user?.active) return back('badCredentials');
      attempt.recordSuccess();
      const first = { userId: user.id, client, page, way: 'google' } as const;
      const login = await finishFirstStep({ db, clock, sessions }, first).catch(toOrganizationOnly);
      if (login === 'organizationOnly') return back(login);
      return { location: 'step' in login ? secondStepUrl(next) : page + (next ?? '/'), login };
    },
  };
}

function toOrganizationOnly(error: unknown): 'organizationOnly' {
  if (error instanceof ApiError && error.code === 'organizationOnly') return error.code;
  throw error;
}
