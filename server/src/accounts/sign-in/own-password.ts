// A wrong current password counts as a failed login, so a stolen session doesn't allow faster guessing.

import { and, eq, ne } from 'drizzle-orm';
import { transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { sessions, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { endSteps } from '../second-factor/steps.ts';
import { type Actor, recordChange } from '../settings/change.ts';
import { deleteTokens } from '../sign-in-links/sign-in-tokens.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { endSessions, renewSession, sessionHash } from './sessions.ts';

export interface OwnPassword {
  /** Ends the user's other sessions. @returns this session's new cookie @throws ApiError wrongPassword, tooManyLogins */
  change(
    actor: Actor,
    token: string,
    passwords: { readonly current: string; readonly next: string },
  ): Promise<{ readonly token: string; readonly ended: number }>;
}

export interface OwnPasswordDeps extends DatabaseAndClock {
  readonly onEffectsScheduled?: () => void;
}

export function createOwnPassword({ db, clock, onEffectsScheduled }: OwnPasswordDeps): OwnPassword {
  const throttle = createLoginThrottle({ db, clock });
  return {
    async change(actor, token, { current, next }) {
      const { user, address } = actor;
      const attempt = await throttle.start(user.email, address);
      if (!attempt) throw new ApiError('tooManyLogins');
      const [row] = await db.select({ hash: users.password_hash }).from(users).where(eq(users.id, user.id));
      if (!row || !(await verifyPassword(row.hash, current))) throw new ApiError('wrongPassword');
      await attempt.recordSuccess();
      const hash = await hashPassword(next);
      const at = clock.now();
      const result = await transaction(db, async (tx) => {
        // Sessions are locked before their user, as by a presence report.
        const others = and(eq(sessions.user_id, user.id), ne(sessions.token_hash, sessionHash(token)));
        const ended = await endSessions(tx, others ?? eq(sessions.user_id, user.id), at);
        const renewed = await renewSession(tx, token, at);
        await endSteps(tx, user.id);
        // The password may have changed since it was verified.
        const set = await tx
          .update(users)
          .set({ password_hash: hash })
          .where(and(eq(users.id, user.id), eq(users.password_hash, row.hash)))
          .returning({ id: users.id });
        if (set.length === 0) throw new ApiError('wrongPassword');
        await deleteTokens(tx, { user_id: user.id });
        await recordChange(tx, actor, 'own password', `user ${user.id}: password`, at);
        return { token: renewed, ended };
      });
      onEffectsScheduled?.();
      return result;
    },
  };
}
