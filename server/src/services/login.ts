/**
 * Login by email and password. Unknown email and wrong password cost the same time and get the same answer, and at
 * most five failures a minute are looked at per email and address.
 */
import { eq } from 'drizzle-orm';
import { hashPassword, isPassword } from '../adapters/passwords.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { users } from '../store/schema.ts';
import type { Sessions } from './sessions.ts';

const WINDOW_MS = 60_000;
const MOST_FAILURES = 5;
/** An office shares an address; a machine that guesses does not stop here. */
const MOST_FAILURES_OF_ADDRESS = 60;
const MOST_REMEMBERED = 20_000;

export interface Login {
  /** The new session's token. @throws Refusal badCredentials, tooManyLogins */
  open(credentials: { email: string; password: string; address: string }): Promise<string>;
}

export function createLogin(parts: { db: Database; clock: Clock; sessions: Sessions }): Login {
  const { db, clock, sessions } = parts;
  const failures = createFailures(clock);
  // What an unknown email is checked against.
  let nobody: Promise<string> | undefined;

  return {
    async open({ email: written, password, address }) {
      const email = written.toLowerCase();
      const attempt = failures.begin([
        [`${address} ${email}`, MOST_FAILURES],
        [address, MOST_FAILURES_OF_ADDRESS],
      ]);
      if (!attempt) throw new Refusal('tooManyLogins');
      const [user] = await db
        .select({ id: users.id, hash: users.password_hash, active: users.active })
        .from(users)
        .where(eq(users.email, email));
      nobody ??= hashPassword('nobody has this password');
      const nobodysHash = await nobody;
      const matches = await isPassword(user?.hash ?? nobodysHash, password);
      if (!user?.active || !matches) throw new Refusal('badCredentials');
      attempt.succeeded();
      return sessions.open(user.id);
    },
  };
}

/** An attempt counts as failed from its beginning, so that a hundred at once are not a hundred guesses. */
function createFailures(clock: Clock) {
  const times = new Map<string, number[]>();
  return {
    /** `null`: one of the keys has had its most. */
    begin(keys: readonly (readonly [string, number])[]): { succeeded(): void } | null {
      const now = clock.now();
      const recent = (key: string) => (times.get(key) ?? []).filter((at) => now - at < WINDOW_MS);
      if (keys.some(([key, most]) => recent(key).length >= most)) return null;
      if (times.size > MOST_REMEMBERED) {
        for (const key of times.keys()) if (recent(key).length === 0) times.delete(key);
      }
      for (const [key] of keys) times.set(key, [...recent(key), now]);
      return {
        succeeded() {
          for (const [key] of keys) {
            const list = times.get(key) ?? [];
            list.splice(list.indexOf(now), 1);
            if (list.length === 0) times.delete(key);
          }
        },
      };
    },
  };
}
