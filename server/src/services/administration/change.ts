/** What an administrator changes, with its line in the audit log: both or neither. */
import type { Clock } from '../../clock.ts';
import { type Database, transaction } from '../../store/database.ts';
import { auditLog } from '../../store/schema.ts';
import type { SignedInUser } from '../sessions.ts';

/** Who asks for a change, and from where. */
export interface Actor {
  readonly user: SignedInUser;
  /** Network address. */
  readonly address: string;
}

/** What was done, for the audit log: no personal data in it. */
export interface Done {
  /** Such as `team 4: name, schedule`. */
  readonly subject: string;
}

export interface ChangeParts {
  readonly db: Database;
  readonly clock: Clock;
}

/** @param action such as `teams set`: the same words as of the command line */
export function changing<T extends Done>(
  { db, clock }: ChangeParts,
  { user, address }: Actor,
  action: string,
  work: (tx: Database, at: number) => Promise<T>,
): Promise<T> {
  const at = clock.now();
  return transaction(db, async (tx) => {
    const done = await work(tx, at);
    await tx.insert(auditLog).values({
      account_id: user.account_id,
      user_id: user.id,
      action,
      subject: done.subject,
      address,
      at: new Date(at),
    });
    return done;
  });
}

/** Of a change, what was named. */
export function said<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** `user 3: name, cap`; what was changed and what not cannot be told apart when nothing was named. */
export function subjectOf(what: string, fields: object): string {
  const names = Object.keys(fields);
  return `${what}: ${names.length === 0 ? 'nothing' : names.join(', ')}`;
}
