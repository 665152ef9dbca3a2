/** What an administrator changes, with its line in the audit log: both or neither. */

import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';
import {
  type accounts,
  auditLog,
  type leads,
  type outwardDestinations,
  type teams,
  type users,
} from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Who asks for a change, and from where. */
export interface Actor {
  readonly user: SignedInUser;
  /** Network address. */
  readonly address: string;
}

/** One change: its transaction, the account it is limited to, who makes it and when. */
export interface Acting {
  readonly tx: Database;
  readonly accountId: number;
  /** The signed-in user; null: the operator, who may do all. */
  readonly by: number | null;
  /** ms since 1970 */
  readonly at: number;
}

/** Names the row that an operation changes. */
export interface Id {
  readonly id: number;
}

/** What was done, for the audit log: no personal data in it. */
export interface Done {
  /** Such as `team 4: name, schedule`. */
  readonly subject: string;
}

/** A line of the audit log, in the transaction that made the change. */
export async function noteChange(
  tx: Database,
  { user, address }: Actor,
  action: string,
  subject: string,
  at: number,
): Promise<void> {
  await tx.insert(auditLog).values({
    account_id: user.account_id,
    user_id: user.id,
    action,
    subject,
    address,
    at: new Date(at),
  });
}

type Versioned = typeof accounts | typeof leads | typeof outwardDestinations | typeof teams | typeof users;

/**
 * Takes the row for this transaction, and gives it its next version.
 * @param madeOf the version that the change was made of; without it any
 * @throws Refusal changedMeanwhile: it has another one
 */
export async function nextVersion(
  tx: Database,
  table: Versioned,
  id: number,
  madeOf?: number | undefined,
): Promise<void> {
  const rows = await queryRows(
    tx,
    sql`update ${table} set version = version + 1
      where id = ${id} and (${madeOf ?? null}::integer is null or version = ${madeOf ?? null}::integer) returning id`,
  );
  if (rows.length === 0) throw new Refusal('changedMeanwhile');
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
