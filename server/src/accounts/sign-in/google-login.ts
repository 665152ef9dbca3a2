/**
 * Login by Google. The provider says whose verified email it is; the user who has this email is signed in as by a
 * password. Whatever goes wrong leads back to the login page with the reason, and changes nothing.
 */

import type { ErrorCode } from '@offhook/contract/errors';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { DatabaseAndClock } from '../../platform/database/moment.ts';
import { users } from '../../platform/database/schema.ts';
import { networkOf } from '../../platform/http/network-of.ts';
import { consolePage, loginWith, returnOrigin, vouched } from '../core/google-login.ts';
import { createLoginAttempts } from './google-attempts.ts';
import { openPending, PENDING_MS, sealPending } from './google-pending.ts';
import type { OpenId, OpenIdFailure } from './openid.ts';
import type { Sessions } from './sessions.ts';

/** Where the link of the login page leads; below it is where Google sends the browser back to. */
export const GOOGLE_LOGIN_PATH = '/apps/webrtc/login/google';

/** What must stand as a redirect address at Google. */
export function googleCallback(publicUrl: string): string {
  return `${publicUrl}${GOOGLE_LOGIN_PATH}/callback`;
}

/** Of one address in a minute: an office shares one. To begin costs nothing; each failure was a request to Google. */
const MOST_BEGUN = 300;
const MOST_FAILURES = 60;

export interface GoogleLogin {
  /** `pending` is what the browser keeps meanwhile, `null` when it need not. */
  begin(asked: {
    next: unknown;
    page: unknown;
    address: string;
  }): Promise<{ location: string; pending: string | null }>;
  /** `token` is the new session's; `null`: nobody is signed in. */
  finish(returned: {
    query: string;
    pending: string;
    address: string;
  }): Promise<{ location: string; token: string | null }>;
}

const TOLD: Readonly<Record<OpenIdFailure, ErrorCode>> = {
  unavailable: 'googleUnavailable',
  cancelled: 'googleCancelled',
  expired: 'googleExpired',
  refused: 'googleRefused',
};

export interface GoogleLoginParts extends DatabaseAndClock {
  readonly sessions: Sessions;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly secret: string;
  /** Origins of pages elsewhere, which a login may lead back to. */
  readonly pageOrigins: readonly string[];
  /** `null`: it is not set up. */
  readonly openId: OpenId | null;
}

export function createGoogleLogin(parts: GoogleLoginParts): GoogleLogin {
  const { db, clock, sessions, log, secret, pageOrigins, openId } = parts;
  const attempts = createLoginAttempts(clock);

  function failed(why: OpenIdFailure, reason: string): ErrorCode {
    // What a user does is nothing to look into; what the provider or the set-up does is.
    const level = why === 'unavailable' || why === 'refused' ? 'warn' : 'info';
    log[level]({ why, reason }, 'login by Google failed');
    return TOLD[why];
  }

  return {
    async begin({ next: said, page: saidPage, address }) {
      const next = consolePage(said);
      const page = returnOrigin(saidPage, pageOrigins);
      const back = (error: ErrorCode) => ({ location: loginWith(error, next, page), pending: null });
      if (openId === null) return back('googleNotSetUp');
      if (!attempts.begin([[`begin ${networkOf(address)}`, MOST_BEGUN]])) return back('tooManyLogins');
      const begun = await openId.begin();
      if (!begun.ok) return back(failed(begun.why, begun.reason));
      const { address: location, checks } = begun.value;
      const until = clock.now() + PENDING_MS;
      return { location, pending: sealPending({ ...checks, next, page, until }, secret) };
    },

    async finish({ query, pending: sealed, address }) {
      const pending = openPending(sealed, secret, clock.now());
      const { next, page } = pending ?? { next: null, page: '' };
      const back = (error: ErrorCode) => ({ location: loginWith(error, next, page), token: null });
      if (openId === null) return back('googleNotSetUp');
      // An answer that is not to this browser's question is not looked at, and Google not asked about it.
      if (pending === null || new URLSearchParams(query).get('state') !== pending.state)
        return back('googleExpired');
      const attempt = attempts.begin([[networkOf(address), MOST_FAILURES]]);
      if (!attempt) return back('tooManyLogins');
      const finished = await openId.finish(query, pending);
      if (!finished.ok) return back(failed(finished.why, finished.reason));
      const person = vouched(finished.value);
      if ('refused' in person) return back(person.refused);
      // At most one: an email is one user's, whatever account they are of.
      const [user] = await db
        .select({ id: users.id, active: users.active })
        .from(users)
        .where(eq(users.email, person.email));
      if (!user?.active) return back('badCredentials');
      attempt.succeeded();
      return { location: page + (next ?? '/'), token: await sessions.open(user.id) };
    },
  };
}
