// What a person without a session does with a link, and the request for one. Guesses are limited like logins.

import type { Language } from '@offhook/contract/accounts/languages';
import { and, eq } from 'drizzle-orm';
import { retryOnConflict, transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { accounts, auditLog, userInvitations, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { scheduleEffects } from '../../platform/work-queue/effect-rows.ts';
import { finishFirstStep, type LoginOutcome } from '../second-factor/first-step.ts';
import { lockAccount } from '../settings/rules.ts';
import { addUser, setPassword } from '../settings/users.ts';
import { createLoginThrottle } from '../sign-in/login-throttle.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { hashToken, type SessionClient, type Sessions } from '../sign-in/sessions.ts';
import { readSignOn } from '../single-sign-on/settings.ts';
import { findToken } from './sign-in-tokens.ts';

const OPENING = {
  name: 'link ',
  maxFailures: 20,
  maxFailuresPerNetwork: 60,
  maxFailuresFromNewNetworks: 100,
  maxFailuresFromKnownNetwork: 100,
};

/** Every request counts, also one for an unknown email. */
const FORGETTING = {
  name: 'forgotten ',
  maxFailures: 3,
  maxFailuresPerNetwork: 20,
  maxFailuresFromNewNetworks: 5,
  maxFailuresFromKnownNetwork: 5,
};

export interface SignInLinksDeps extends DatabaseAndClock {
  readonly sessions: Sessions;
  readonly sendsMail: boolean;
  readonly onEffectsScheduled?: () => void;
}

export type SignInLinks = ReturnType<typeof createSignInLinks>;

export function createSignInLinks({ db, clock, sessions, sendsMail, onEffectsScheduled }: SignInLinksDeps) {
  const opening = createLoginThrottle({ db, clock }, OPENING);
  const forgetting = createLoginThrottle({ db, clock }, FORGETTING);

  /** @throws ApiError tooManyLogins, linkInvalid */
  async function open(token: string, address: string) {
    const attempt = await opening.start(hashToken(token), address);
    if (!attempt) throw new ApiError('tooManyLogins');
    const row = await findToken(db, token, clock.now());
    if (!row) throw new ApiError('linkInvalid');
    await attempt.recordSuccess();
    return row;
  }

  async function invitationOf(token: string, address: string) {
    const { invitation_id: id } = await open(token, address);
    const [row] = await db
      .select({ invitation: userInvitations, account: accounts })
      .from(userInvitations)
      .innerJoin(accounts, eq(accounts.id, userInvitations.account_id))
      .where(eq(userInvitations.id, id ?? 0));
    if (!row) throw new ApiError('linkInvalid');
    return row;
  }

  async function userOf(token: string, address: string) {
    const { user_id: id } = await open(token, address);
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, id ?? 0), eq(users.active, true)));
    if (!user) throw new ApiError('linkInvalid');
    return user;
  }

  return {
    sendsMail,

    async readInvitation({ token, address }: { readonly token: string; readonly address: string }) {
      const { invitation, account } = await invitationOf(token, address);
      return {
        email: invitation.email,
        full_name: invitation.full_name,
        account_name: account.name,
        account_language: account.language,
      };
    },

    /** @returns `domain`: the user logs in with single sign-on now @throws ApiError linkInvalid, emailHasLogin */
    async acceptInvitation(accepted: {
      readonly token: string;
      readonly full_name: string;
      readonly password: string;
      readonly language: Language | null;
      readonly client: SessionClient;
    }): Promise<(LoginOutcome | { readonly domain: string }) & { readonly accountId: number }> {
      const { token, full_name, password, language, client } = accepted;
      const { address } = client;
      const { invitation } = await invitationOf(token, address);
      const accountId = invitation.account_id;
      const passwordHash = await hashPassword(password);
      const at = clock.now();
      const userId = await retryOnConflict(() =>
        transaction(db, async (tx) => {
          await lockAccount(tx, accountId);
          // The first request deletes it; a second one finds nothing.
          const [mine] = await tx
            .delete(userInvitations)
            .where(eq(userInvitations.id, invitation.id))
            .returning();
          if (!mine) throw new ApiError('linkInvalid');
          const { id } = await addUser(
            { tx, accountId, by: null, at },
            {
              email: mine.email,
              full_name,
              passwordHash,
              permissions: mine.permissions as Parameters<typeof addUser>[1]['permissions'],
              supervised_team_ids: mine.supervised_team_ids && [...mine.supervised_team_ids],
              teams: mine.team_ids.map((team_id) => ({ team_id, priority_group: 1 })),
            },
          ).catch((error: unknown) => {
            throw error instanceof ApiError && error.code === 'emailTaken'
              ? new ApiError('emailHasLogin')
              : error;
          });
          await tx.update(users).set({ language }).where(eq(users.id, id));
          await tx.insert(auditLog).values({
            account_id: accountId,
            user_id: id,
            action: 'invitations accept',
            subject: `invitation ${mine.id}: accepted`,
            address,
            at: new Date(at),
          });
          return id;
        }),
      );
      const organization = await readSignOn(db, accountId);
      if (organization?.is_only) return { domain: organization.domains[0] ?? '', accountId };
      const first = { userId, client, page: '', way: 'password' } as const;
      const outcome = await finishFirstStep({ db, clock, sessions }, first);
      return { ...outcome, accountId };
    },

    /** @throws ApiError tooManyLogins */
    async forgetPassword({ email, address }: { readonly email: string; readonly address: string }) {
      const known = email.toLowerCase();
      if (!(await forgetting.start(known, address))) throw new ApiError('tooManyLogins');
      if (!sendsMail) return;
      const at = clock.now();
      const effect = { kind: 'sendPasswordReset', email: known } as const;
      await transaction(db, (tx) => scheduleEffects(tx, [{ effect, callId: null, dueAt: at }], at));
      onEffectsScheduled?.();
    },

    async readPasswordLink({ token, address }: { readonly token: string; readonly address: string }) {
      return { email: (await userOf(token, address)).email };
    },

    /** @throws ApiError linkInvalid */
    async choosePassword(chosen: {
      readonly token: string;
      readonly password: string;
      readonly address: string;
    }): Promise<void> {
      const { token, password, address } = chosen;
      const { id, account_id: accountId } = await userOf(token, address);
      const passwordHash = await hashPassword(password);
      const at = clock.now();
      await retryOnConflict(() =>
        transaction(db, async (tx) => {
          await lockAccount(tx, accountId);
          // The first request deletes the user's links.
          if (!(await findToken(tx, token, at))) throw new ApiError('linkInvalid');
          const { subject } = await setPassword({ tx, accountId, by: id, at }, { id, passwordHash });
          await tx.insert(auditLog).values({
            account_id: accountId,
            user_id: id,
            action: 'password reset',
            subject,
            address,
            at: new Date(at),
          });
        }),
      );
      onEffectsScheduled?.();
    },
  };
}
