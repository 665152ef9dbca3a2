/**
 * Login by email and password. Unknown email and wrong password cost the same time and get the same answer; how
 * often they may be tried is `login-throttle.ts`.
 */

import { eq } from 'drizzle-orm';
import type { DatabaseAndClock } from '../../platform/database/moment.ts';
import { users } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { hashPassword, isPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export interface Login {
  /** The new session's token. @throws Refusal badCredentials, tooManyLogins */
  open(credentials: { email: string; password: string; address: string }): Promise<string>;
}

export function createLogin(parts: DatabaseAndClock & { sessions: Sessions }): Login {
  const { db, clock, sessions } = parts;
  const throttle = createLoginThrottle({ db, clock });
  // What an unknown email is checked against.
  let nobody: Promise<string> | undefined;

  return {
    async open({ email: written, password, address }) {
      const email = written.toLowerCase();
      const attempt = await throttle.begin(email, address);
      if (!attempt) throw new Refusal('tooManyLogins');
      const [user] = await db
        .select({ id: users.id, hash: users.password_hash, active: users.active })
        .from(users)
        .where(eq(users.email, email));
      nobody ??= hashPassword('nobody has this password');
      const nobodysHash = await nobody;
      const matches = await isPassword(user?.hash ?? nobodysHash, password);
      if (!user?.active || !matches) throw new Refusal('badCredentials');
      await attempt.succeeded();
      return sessions.open(user.id);
    },
  };
}
