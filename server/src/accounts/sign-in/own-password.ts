/**
 * A signed-in user changes their own password. A wrong current one counts as a failed login, so that a stolen session
 * guesses no faster than the login page does.
 */

import { and, eq, ne } from 'drizzle-orm';
import { transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/moment.ts';
import { sessions, users } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Actor, noteChange } from '../settings/change.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { endSessions, renewSession, sessionHash } from './sessions.ts';

export interface OwnPassword {
  /**
   * Ends every other session of the user, and gives this one a new cookie.
   * @returns that cookie's value, and how many other sessions ended
   * @throws Refusal wrongPassword, tooManyLogins
   */
  change(
    actor: Actor,
    token: string,
    passwords: { readonly current: string; readonly next: string },
  ): Promise<{ readonly token: string; readonly ended: number }>;
}

export interface OwnPasswordParts extends DatabaseAndClock {
  /** Called after the commit: connections of the sessions that ended are closed at once. */
  readonly effectsOrdered?: () => void;
}

export function createOwnPassword({ db, clock, effectsOrdered }: OwnPasswordParts): OwnPassword {
  const throttle = createLoginThrottle({ db, clock });
  return {
    async change(actor, token, { current, next }) {
      const { user, address } = actor;
      const attempt = await throttle.begin(user.email, address);
      if (!attempt) throw new Refusal('tooManyLogins');
      const [row] = await db.select({ hash: users.password_hash }).from(users).where(eq(users.id, user.id));
      if (!row || !(await isPassword(row.hash, current))) throw new Refusal('wrongPassword');
      await attempt.succeeded();
      const hash = await hashPassword(next);
      const at = clock.now();
      const result = await transaction(db, async (tx) => {
        // Another change may have been quicker: then the password that was checked is the current one no more.
        const set = await tx
          .update(users)
          .set({ password_hash: hash })
          .where(and(eq(users.id, user.id), eq(users.password_hash, row.hash)))
          .returning({ id: users.id });
        if (set.length === 0) throw new Refusal('wrongPassword');
        const others = and(eq(sessions.user_id, user.id), ne(sessions.token_hash, sessionHash(token)));
        const ended = await endSessions(tx, others ?? eq(sessions.user_id, user.id), at);
        await noteChange(tx, actor, 'own password', `user ${user.id}: password`, at);
        return { token: await renewSession(tx, token, at), ended };
      });
      effectsOrdered?.();
      return result;
    },
  };
}
