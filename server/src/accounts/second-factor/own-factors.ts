// Factors are added by a signed-in user who has confirmed who they are, or by a login that must set one up. A change
// by which a lost device could still get in ends the user's other sessions.
import { CONFIRMED_MS, MAX_PASSKEYS } from '@offhook/contract/accounts/second-factor';
import { and, eq, ne } from 'drizzle-orm';
import { type Database, transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import {
  auditLog,
  passkeys,
  recoveryCodes,
  sessions,
  totpFactors,
  users,
} from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Session } from '../../platform/http/caller.ts';
import type { StoredSecrets } from '../../platform/secrets/stored-secrets.ts';
import { hasFactor, type RelyingParty } from '../core/second-factor.ts';
import { createLoginThrottle, recordSuccess } from '../sign-in/login-throttle.ts';
import { verifyPassword } from '../sign-in/passwords.ts';
import {
  endSessions,
  hashToken,
  type SessionClient,
  type Sessions,
  sessionHash,
} from '../sign-in/sessions.ts';
import { type FactorUser, lockUser, readFactors, requireFactorUser } from './factors.ts';
import {
  authenticationOptions,
  type PasskeyResponse,
  passkeysOf,
  recordUse,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from './passkeys.ts';
import type { SignedIn } from './second-step.ts';
import { findStep, openChange, recordFailure, type Step, updateStep, useStep } from './steps.ts';
import { consumeCode, createTotpSecret, periodOfCode, replaceRecoveryCodes } from './totp.ts';

/** Who asks: a session's user, or a login that must set up a factor. */
export interface FactorCaller {
  readonly session: Session | null;
  readonly stepCookie: string;
  readonly client: SessionClient;
}

export interface SignedInCaller extends FactorCaller {
  readonly session: Session;
}

export interface FactorAdded {
  readonly recoveryCodes: readonly string[] | null;
  readonly signedIn: SignedIn | null;
}

export type Confirmation =
  | { readonly password: string }
  | { readonly code: string }
  | { readonly response: PasskeyResponse };

export interface OwnFactors {
  startTotp(caller: FactorCaller): Promise<ReturnType<typeof createTotpSecret>>;
  addTotp(caller: FactorCaller, code: string): Promise<FactorAdded>;
  startPasskey(caller: FactorCaller): ReturnType<typeof registrationOptions>;
  addPasskey(caller: FactorCaller, response: PasskeyResponse, name: string): Promise<FactorAdded>;
  renamePasskey(caller: SignedInCaller, id: number, name: string): Promise<void>;
  removePasskey(caller: SignedInCaller, id: number): Promise<number>;
  removeTotp(caller: SignedInCaller): Promise<number>;
  replaceRecoveryCodes(caller: SignedInCaller): Promise<string[]>;
  askToConfirm(caller: SignedInCaller): ReturnType<typeof authenticationOptions>;
  /** @returns until when (ms since 1970) */
  confirm(caller: SignedInCaller, proof: Confirmation): Promise<number>;
  /** @returns until when (ms since 1970); null if the user must confirm first */
  confirmedUntil(session: Session): Promise<number | null>;
}

export interface OwnFactorsDeps extends DatabaseAndClock {
  readonly sessions: Sessions;
  readonly secrets: StoredSecrets;
  readonly party: RelyingParty | null;
  readonly onEffectsScheduled?: () => void;
}

/**
 * @throws ApiError unauthenticated, stepExpired, confirmFirst, badCode, totpUnreadable, badPasskey, wrongPassword, notFound,
 * factorRequired, passkeysUnavailable, tooManyPasskeys, tooManyLogins from each method
 */
export function createOwnFactors(deps: OwnFactorsDeps): OwnFactors {
  const { db, clock, sessions: allSessions, secrets, party, onEffectsScheduled } = deps;
  const throttle = createLoginThrottle({ db, clock });

  function requireParty(): RelyingParty {
    if (party === null) throw new ApiError('passkeysUnavailable');
    return party;
  }

  async function confirmedUntil({ token }: Session): Promise<number | null> {
    const [row] = await db
      .select({ at: sessions.confirmed_at })
      .from(sessions)
      .where(eq(sessions.token_hash, sessionHash(token)));
    const until = Number(row?.at ?? 0) + CONFIRMED_MS;
    return until > clock.now() ? until : null;
  }

  /** `session`: the caller's; null for a login that must set up a factor. */
  async function ownerOf({ session, stepCookie }: FactorCaller) {
    if (session?.user) {
      if ((await confirmedUntil(session)) === null) throw new ApiError('confirmFirst');
      return { user: await requireFactorUser(db, session.user.id), session, setUp: null };
    }
    const step = stepCookie === '' ? null : await findStep(db, hashToken(stepCookie), clock.now());
    if (step?.kind !== 'setUp') throw new ApiError('unauthenticated');
    return { user: await requireFactorUser(db, step.user_id), session: null, setUp: step };
  }

  type Owner = Awaited<ReturnType<typeof ownerOf>>;

  const stepKey = (owner: Owner): string =>
    owner.setUp ? owner.setUp.token_hash : sessionHash(owner.session.token);

  async function ask(owner: Owner, asked: Partial<Pick<Step, 'challenge' | 'totp_secret'>>): Promise<void> {
    if (owner.setUp) await updateStep(db, owner.setUp, asked);
    else
      await openChange(
        db,
        sessionHash(owner.session.token),
        { ...asked, user_id: owner.user.id },
        clock.now(),
      );
  }

  async function askedOf({ setUp, session }: Owner): Promise<Step> {
    const step = setUp ?? (await findStep(db, sessionHash(session.token), clock.now()));
    if (step === null) throw new ApiError('stepExpired');
    return step;
  }

  const audit = (tx: Database, user: FactorUser, { address }: SessionClient, action: string) =>
    tx.insert(auditLog).values({
      account_id: user.account_id,
      user_id: user.id,
      action,
      subject: `user ${user.id}`,
      address,
      at: new Date(clock.now()),
    });

  const endOthers = (tx: Database, userId: number, token: string): Promise<number> =>
    endSessions(
      tx,
      and(eq(sessions.user_id, userId), ne(sessions.token_hash, sessionHash(token))) ??
        eq(sessions.user_id, userId),
      clock.now(),
    );

  async function add(
    caller: FactorCaller,
    owner: Owner,
    step: Step,
    action: string,
    store: (tx: Database) => Promise<void>,
  ): Promise<FactorAdded> {
    const { user } = owner;
    const added = await transaction(db, async (tx) => {
      const isFirst = !hasFactor(await readFactors(tx, user.id));
      // Sessions are locked before their user. The others were opened without a second factor.
      if (isFirst && owner.session) await endOthers(tx, user.id, owner.session.token);
      await lockUser(tx, user.id);
      // A login that began before the user had a factor knows only the password.
      if (owner.setUp && hasFactor(await readFactors(tx, user.id))) throw new ApiError('stepExpired');
      await useStep(tx, step);
      await store(tx);
      await audit(tx, user, caller.client, action);
      const now = clock.now();
      const { recoveryCodes: left } = await readFactors(tx, user.id);
      return {
        recoveryCodes: left === 0 ? await replaceRecoveryCodes(tx, user.id, now) : null,
        signedIn: owner.session
          ? null
          : { session: await allSessions.open(user.id, caller.client, tx), page: step.page },
      };
    });
    if (added.signedIn && step.attempt_id !== null) await recordSuccess(db, step.attempt_id);
    onEffectsScheduled?.();
    return added;
  }

  async function remove(
    caller: SignedInCaller,
    action: string,
    work: (tx: Database, userId: number) => Promise<boolean>,
  ): Promise<number> {
    const { user } = await ownerOf(caller);
    const ended = await transaction(db, async (tx) => {
      const others = await endOthers(tx, user.id, caller.session.token);
      await lockUser(tx, user.id);
      if (!(await work(tx, user.id))) throw new ApiError('notFound');
      if (!hasFactor(await readFactors(tx, user.id))) {
        if (user.isRequired) throw new ApiError('factorRequired');
        await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, user.id));
      }
      await audit(tx, user, caller.client, action);
      return others;
    });
    onEffectsScheduled?.();
    return ended;
  }

  async function isProven(user: FactorUser, session: Session, proof: Confirmation): Promise<boolean> {
    const now = clock.now();
    if ('password' in proof) {
      const [row] = await db.select({ hash: users.password_hash }).from(users).where(eq(users.id, user.id));
      return row !== undefined && (await verifyPassword(row.hash, proof.password));
    }
    if ('code' in proof) return transaction(db, (tx) => consumeCode(tx, secrets, user.id, proof.code, now));
    const step = await findStep(db, sessionHash(session.token), now);
    const passkey = (await passkeysOf(db, user.id)).find((one) => one.credential_id === proof.response.id);
    if (!step?.challenge || !passkey) return false;
    const { response } = proof;
    const counter = await verifyAuthentication(requireParty(), step.challenge, passkey, response, false);
    if (counter === null) return false;
    return transaction(db, async (tx) => {
      await useStep(tx, step);
      return recordUse(tx, passkey, counter, now);
    });
  }

  return {
    async startTotp(caller) {
      const owner = await ownerOf(caller);
      const totp = createTotpSecret(owner.user.email);
      const stored = secrets.seal('newAuthenticatorApps', stepKey(owner), totp.secret);
      await ask(owner, { totp_secret: stored });
      return totp;
    },

    async addTotp(caller, typed) {
      const owner = await ownerOf(caller);
      const step = await askedOf(owner);
      const secret =
        step.totp_secret && secrets.open('newAuthenticatorApps', step.token_hash, step.totp_secret);
      if (!secret) throw new ApiError('stepExpired');
      const now = clock.now();
      const period = periodOfCode(secret, typed.replace(/\s/g, ''), now);
      if (period === null) {
        await recordFailure(db, step);
        throw new ApiError('badCode');
      }
      // The code that confirms the secret can't log in as well.
      const factor = {
        secret: secrets.seal('authenticatorApps', owner.user.id, secret),
        ...{ last_period: period, created_at: new Date(now), last_used_at: null },
      };
      return add(caller, owner, step, 'own totp add', async (tx) => {
        await tx
          .insert(totpFactors)
          .values({ ...factor, user_id: owner.user.id })
          .onConflictDoUpdate({ target: totpFactors.user_id, set: factor });
      });
    },

    async startPasskey(caller) {
      const owner = await ownerOf(caller);
      const existing = await passkeysOf(db, owner.user.id);
      if (existing.length >= MAX_PASSKEYS) throw new ApiError('tooManyPasskeys');
      const options = await registrationOptions(requireParty(), owner.user, existing);
      await ask(owner, { challenge: options.challenge });
      return options;
    },

    async addPasskey(caller, response, name) {
      const owner = await ownerOf(caller);
      const step = await askedOf(owner);
      const passkey = await verifyRegistration(requireParty(), step.challenge ?? '', response);
      if (step.challenge === null || passkey === null) {
        await recordFailure(db, step);
        throw new ApiError('badPasskey');
      }
      return add(caller, owner, step, 'own passkey add', async (tx) => {
        const user_id = owner.user.id;
        const existing = await passkeysOf(tx, user_id);
        if (existing.length >= MAX_PASSKEYS) throw new ApiError('tooManyPasskeys');
        const created = await tx
          .insert(passkeys)
          .values({ ...passkey, name, user_id, created_at: new Date(clock.now()) })
          .onConflictDoNothing()
          .returning({ id: passkeys.id });
        if (created.length === 0) throw new ApiError('badPasskey');
      });
    },

    async renamePasskey(caller, id, name) {
      const { user } = await ownerOf(caller);
      await transaction(db, async (tx) => {
        const renamed = await tx
          .update(passkeys)
          .set({ name })
          .where(and(eq(passkeys.id, id), eq(passkeys.user_id, user.id)))
          .returning({ id: passkeys.id });
        if (renamed.length === 0) throw new ApiError('notFound');
        await audit(tx, user, caller.client, 'own passkey rename');
      });
    },

    removePasskey: (caller, id) =>
      remove(caller, 'own passkey remove', async (tx, userId) => {
        const removed = await tx
          .delete(passkeys)
          .where(and(eq(passkeys.id, id), eq(passkeys.user_id, userId)))
          .returning({ id: passkeys.id });
        return removed.length > 0;
      }),

    removeTotp: (caller) =>
      remove(caller, 'own totp remove', async (tx, userId) => {
        const removed = await tx
          .delete(totpFactors)
          .where(eq(totpFactors.user_id, userId))
          .returning({ id: totpFactors.user_id });
        return removed.length > 0;
      }),

    async replaceRecoveryCodes(caller) {
      const { user } = await ownerOf(caller);
      return transaction(db, async (tx) => {
        await lockUser(tx, user.id);
        if (!hasFactor(await readFactors(tx, user.id))) throw new ApiError('notFound');
        await audit(tx, user, caller.client, 'own recovery codes');
        return replaceRecoveryCodes(tx, user.id, clock.now());
      });
    },

    async askToConfirm({ session }) {
      const id = session.user?.id ?? 0;
      const options = await authenticationOptions(requireParty(), await passkeysOf(db, id));
      const asked = { challenge: options.challenge, user_id: id };
      await openChange(db, sessionHash(session.token), asked, clock.now());
      return options;
    },

    async confirm({ session, client }, proof) {
      const user = await requireFactorUser(db, session.user?.id ?? null);
      const attempt = await throttle.start(user.email, client.address);
      if (!attempt) throw new ApiError('tooManyLogins');
      if (!(await isProven(user, session, proof)))
        throw new ApiError(
          'password' in proof ? 'wrongPassword' : 'code' in proof ? 'badCode' : 'badPasskey',
        );
      await attempt.recordSuccess();
      const now = clock.now();
      await db
        .update(sessions)
        .set({ confirmed_at: new Date(now) })
        .where(eq(sessions.token_hash, sessionHash(session.token)));
      return now + CONFIRMED_MS;
    },

    confirmedUntil,
  };
}
