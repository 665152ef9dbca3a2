/** Login by an account's own issuer. Every failure returns to the page of this login and changes nothing. */
import type { SignOnProblem } from '@offhook/contract/accounts/single-sign-on';
import { and, eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { createAttemptLimiter } from '../../platform/http/attempt-limiter.ts';
import { toNetwork } from '../../platform/http/client-network.ts';
import { allowedReturnOrigin, secondStepUrl, toConsolePath } from '../core/google-login.ts';
import { organizationEmail, signOnProblemUrl } from '../core/single-sign-on.ts';
import { finishFirstStep, type LoginOutcome } from '../second-factor/first-step.ts';
import type { OpenIdFailure } from '../sign-in/providers/openid.ts';
import { PENDING_MS, signPending, verifyPending } from '../sign-in/providers/pending-login.ts';
import type { SessionClient, Sessions } from '../sign-in/sessions.ts';
import type { Issuers } from './issuers.ts';
import { findSignOn, readSignOn, recordSignOn } from './settings.ts';

/** Per network and minute; an office shares one network. Each failure costs a request to the issuer. */
const MAX_STARTED = 300;
const MAX_FAILURES = 60;

export interface OrganizationLogin {
  /** @throws ApiError tooManyLogins */
  find(domain: string, address: string): Promise<{ readonly name: string } | null>;
  start(request: {
    readonly domain: string;
    readonly next: unknown;
    readonly page: unknown;
    readonly address: string;
  }): Promise<{ readonly location: string; readonly pending: string | null }>;
  finish(callback: {
    readonly accountId: number;
    readonly query: string;
    readonly pending: string;
    readonly client: SessionClient;
  }): Promise<{ readonly location: string; readonly login: LoginOutcome | null }>;
}

export interface OrganizationLoginDeps extends DatabaseAndClock {
  readonly sessions: Sessions;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly secret: string;
  readonly pageOrigins: readonly string[];
  readonly issuers: Issuers;
}

export function createOrganizationLogin(deps: OrganizationLoginDeps): OrganizationLogin {
  const { db, clock, sessions, log, secret, pageOrigins, issuers } = deps;
  const attempts = createAttemptLimiter(clock);

  function logFailure(failure: OpenIdFailure, reason: string, account: number): OpenIdFailure {
    const level = failure === 'unavailable' || failure === 'refused' ? 'warn' : 'info';
    log[level]({ why: failure, reason, account }, 'failed to log in with single sign-on');
    return failure;
  }

  const logUnreadable = (account: number) =>
    logFailure('refused', 'the stored client secret can’t be read with this server’s keys', account);

  return {
    async find(domain, address) {
      if (!attempts.start([[`find ${toNetwork(address)}`, MAX_STARTED]])) throw new ApiError('tooManyLogins');
      const found = await findSignOn(db, domain);
      return found && { name: found.name };
    },

    async start({ domain, next: nextParameter, page: pageParameter, address }) {
      const next = toConsolePath(nextParameter);
      const page = allowedReturnOrigin(pageParameter, pageOrigins);
      const back = (problem: SignOnProblem) => ({
        location: signOnProblemUrl(problem, { domain, next, page }),
        pending: null,
      });
      if (!attempts.start([[`start ${toNetwork(address)}`, MAX_STARTED]])) return back('tooMany');
      const settings = await findSignOn(db, domain);
      if (settings === null) return back('notSetUp');
      const { account_id: account } = settings;
      const openId = issuers(settings);
      if (openId === null) return back(logUnreadable(account));
      const started = await openId.start();
      if (!started.ok) return back(logFailure(started.failure, started.reason, account));
      const { address: location, checks } = started.value;
      const pending = { ...checks, next, page, until: clock.now() + PENDING_MS, account, domain };
      return { location, pending: signPending('organization', pending, secret) };
    },

    async finish({ accountId, query, pending: cookie, client }) {
      const pending = verifyPending('organization', cookie, secret, clock.now());
      const { next, page, domain } = pending ?? { next: null, page: '', domain: '' };
      const back = (problem: SignOnProblem) => ({
        location: signOnProblemUrl(problem, { domain, next, page }),
        login: null,
      });
      if (pending?.account !== accountId || new URLSearchParams(query).get('state') !== pending.state)
        return back('expired');
      const attempt = attempts.start([[toNetwork(client.address), MAX_FAILURES]]);
      if (!attempt) return back('tooMany');
      const settings = await readSignOn(db, accountId);
      if (settings === null) return back('notSetUp');
      const openId = issuers(settings);
      if (openId === null) return back(logUnreadable(accountId));
      const finished = await openId.finish(query, pending);
      if (!finished.ok) return back(logFailure(finished.failure, finished.reason, accountId));
      const email = organizationEmail(finished.value, settings.trusts_emails);
      if (email === null) return back('unverified');
      // Only of this account: its issuer knows nothing of others' users.
      const [user] = await db
        .select({ id: users.id, active: users.active })
        .from(users)
        .where(and(eq(users.email, email), eq(users.account_id, accountId)));
      if (!user?.active) return back('unknownUser');
      attempt.recordSuccess();
      await recordSignOn(db, settings, clock.now());
      const first = { userId: user.id, client, page, way: 'organization' } as const;
      const login = await finishFirstStep({ db, clock, sessions }, first);
      return { location: 'step' in login ? secondStepUrl(next) : page + (next ?? '/'), login };
    },
  };
}
