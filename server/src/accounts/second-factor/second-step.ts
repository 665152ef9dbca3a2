// A wrong code or passkey counts as a failed login. The login's own attempt stays failed until the second step
// succeeds, so a stolen password alone doesn't make its network a known one.
import { eq } from 'drizzle-orm';
import { transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { passkeys } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { createAttemptLimiter } from '../../platform/http/attempt-limiter.ts';
import { toNetwork } from '../../platform/http/client-network.ts';
import type { StoredSecrets } from '../../platform/secrets/stored-secrets.ts';
import type { RelyingParty } from '../core/second-factor.ts';
import { createLoginThrottle, recordSuccess } from '../sign-in/login-throttle.ts';
import { hashToken, type SessionClient, type Sessions } from '../sign-in/sessions.ts';
import { requireOtherLogins } from '../single-sign-on/settings.ts';
import { type FactorUser, readFactors, requireFactorUser } from './factors.ts';
import {
  authenticationOptions,
  type PasskeyResponse,
  passkeysOf,
  recordUse,
  verifyAuthentication,
} from './passkeys.ts';
import { findStep, openStep, recordFailure, type Step, updateStep, useStep } from './steps.ts';
import { consumeCode } from './totp.ts';

/** Per network and minute; an office shares one network. */
const MAX_ASKED = 300;
const MAX_FAILURES = 60;

export interface SignedIn {
  readonly session: string;
  readonly page: string;
}

export interface SecondStep {
  read(cookie: string): Promise<{
    readonly step: 'verify' | 'setUp';
    readonly has: { readonly passkey: boolean; readonly totp: boolean; readonly recovery_codes: boolean };
  }>;
  verifyCode(cookie: string, code: string, client: SessionClient): Promise<SignedIn>;
  askForPasskey(cookie: string): ReturnType<typeof authenticationOptions>;
  /** For a login with a passkey alone. */
  askForAnyPasskey(
    address: string,
  ): Promise<{ readonly options: Awaited<ReturnType<typeof authenticationOptions>>; readonly step: string }>;
  verifyPasskey(cookie: string, response: PasskeyResponse, client: SessionClient): Promise<SignedIn>;
}

export interface SecondStepDeps extends DatabaseAndClock {
  readonly sessions: Sessions;
  readonly secrets: StoredSecrets;
  readonly party: RelyingParty | null;
}

/**
 * @throws ApiError stepExpired, badCode, totpUnreadable, badPasskey, organizationOnly, passkeysUnavailable,
 * tooManyLogins from each method
 */
export function createSecondStep({ db, clock, sessions, secrets, party }: SecondStepDeps): SecondStep {
  const throttle = createLoginThrottle({ db, clock });
  const limiter = createAttemptLimiter(clock);

  async function stepOf(cookie: string, ...kinds: readonly Step['kind'][]): Promise<Step> {
    const step = cookie === '' ? null : await findStep(db, hashToken(cookie), clock.now());
    if (step === null || !kinds.includes(step.kind)) throw new ApiError('stepExpired');
    return step;
  }

  function requireParty(): RelyingParty {
    if (party === null) throw new ApiError('passkeysUnavailable');
    return party;
  }

  async function startAttempt(user: FactorUser, { address }: SessionClient) {
    const attempt = await throttle.start(user.email, address);
    if (!attempt) throw new ApiError('tooManyLogins');
    return attempt;
  }

  async function openSession(
    step: Step,
    userId: number,
    client: SessionClient,
    consume: (tx: typeof db) => Promise<boolean>,
  ): Promise<SignedIn | null> {
    const session = await transaction(db, async (tx) => {
      if (!(await consume(tx))) return null;
      await useStep(tx, step);
      return sessions.open(userId, client, tx);
    });
    if (session === null) return null;
    if (step.attempt_id !== null) await recordSuccess(db, step.attempt_id);
    return { session, page: step.page };
  }

  async function verifyUsersPasskey(
    step: Step,
    response: PasskeyResponse,
    client: SessionClient,
    isKnownUser: boolean,
  ): Promise<{ readonly signedIn: SignedIn; readonly user: FactorUser } | null> {
    const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credential_id, response.id));
    if (!passkey || (isKnownUser && passkey.user_id !== step.user_id) || step.challenge === null) return null;
    const counter = await verifyAuthentication(
      requireParty(),
      step.challenge,
      passkey,
      response,
      !isKnownUser,
    );
    if (counter === null) return null;
    const user = await requireFactorUser(db, passkey.user_id);
    if (!isKnownUser) await requireOtherLogins(db, user.account_id);
    const now = clock.now();
    const signedIn = await openSession(step, user.id, client, (tx) => recordUse(tx, passkey, counter, now));
    return signedIn && { signedIn, user };
  }

  return {
    async read(cookie) {
      const step = await stepOf(cookie, 'verify', 'setUp');
      const { passkeys, totp, recoveryCodes } = await readFactors(db, step.user_id ?? 0);
      return {
        step: step.kind === 'setUp' ? 'setUp' : 'verify',
        has: { passkey: passkeys > 0, totp, recovery_codes: recoveryCodes > 0 },
      };
    },

    async verifyCode(cookie, code, client) {
      const step = await stepOf(cookie, 'verify');
      const user = await requireFactorUser(db, step.user_id);
      const attempt = await startAttempt(user, client);
      const signedIn = await openSession(step, user.id, client, (tx) =>
        consumeCode(tx, secrets, user.id, code, clock.now()),
      );
      if (signedIn === null) {
        await recordFailure(db, step);
        throw new ApiError('badCode');
      }
      await attempt.recordSuccess();
      return signedIn;
    },

    async askForPasskey(cookie) {
      const step = await stepOf(cookie, 'verify');
      const options = await authenticationOptions(requireParty(), await passkeysOf(db, step.user_id ?? 0));
      await updateStep(db, step, { challenge: options.challenge });
      return options;
    },

    async askForAnyPasskey(address) {
      const options = await authenticationOptions(requireParty(), null);
      if (!limiter.start([[`ask ${toNetwork(address)}`, MAX_ASKED]])) throw new ApiError('tooManyLogins');
      const step = { kind: 'passkey', challenge: options.challenge } as const;
      return { options, step: await openStep(db, step, clock.now()) };
    },

    async verifyPasskey(cookie, response, client) {
      const step = await stepOf(cookie, 'verify', 'passkey');
      const isKnownUser = step.kind === 'verify';
      const attempt = isKnownUser
        ? await startAttempt(await requireFactorUser(db, step.user_id), client)
        : limiter.start([[toNetwork(client.address), MAX_FAILURES]]);
      if (!attempt) throw new ApiError('tooManyLogins');
      const verified = await verifyUsersPasskey(step, response, client, isKnownUser);
      if (verified === null) {
        await recordFailure(db, step);
        throw new ApiError('badPasskey');
      }
      await attempt.recordSuccess();
      return verified.signedIn;
    },
  };
}
