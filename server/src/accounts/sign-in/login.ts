/** Unknown emails take the same time and get the same answer as wrong passwords. */

import { eq } from 'drizzle-orm';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { finishFirstStep, type LoginOutcome } from '../second-factor/first-step.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { SessionClient, Sessions } from './sessions.ts';

export interface Login {
  /** @param page origin of the page that logs in; empty for the server's own @throws ApiError badCredentials, organizationOnly, tooManyLogins */
  logIn(
    credentials: { email: string; password: string },
    client: SessionClient,
    page?: string,
  ): Promise<LoginOutcome>;
}

export function createLogin(deps: DatabaseAndClock & { sessions: Sessions }): Login {
  const { db, clock, sessions } = deps;
  const throttle = createLoginThrottle({ db, clock });
  // Verified for unknown emails, to keep the timing equal.
  let dummyHash: Promise<string> | undefined;

  return {
    async logIn({ email: typedEmail, password }, client, page = '') {
      const email = typedEmail.toLowerCase();
      const attempt = await throttle.start(email, client.address);
      if (!attempt) throw new ApiError('tooManyLogins');
      const [user] = await db
        .select({ id: users.id, hash: users.password_hash, active: users.active })
        .from(users)
        .where(eq(users.email, email));
      dummyHash ??= hashPassword('no user has this password');
      const unknownUserHash = await dummyHash;
      const matches = await verifyPassword(user?.hash ?? unknownUserHash, password);
      if (!user?.active || !matches) throw new ApiError('badCredentials');
      const login = { userId: user.id, client, attemptId: attempt.id, page, way: 'password' } as const;
      const outcome = await finishFirstStep({ db, clock, sessions }, login);
      if ('session' in outcome) await attempt.recordSuccess();
      return outcome;
    },
  };
}
