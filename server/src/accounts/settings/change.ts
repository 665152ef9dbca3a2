import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';
import {
  type accounts,
  auditLog,
  type leads,
  type reportMails,
  type teams,
  type users,
  type webForms,
  type webhookEndpoints,
} from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { StoredSecrets } from '../../platform/secrets/stored-secrets.ts';

export interface Actor {
  readonly user: SignedInUser;
  readonly address: string;
}

export interface ChangeContext {
  readonly tx: Database;
  readonly accountId: number;
  /** null for the operator on the command line, who can do everything. */
  readonly by: number | null;
  /** ms since 1970 */
  readonly at: number;
}

/** For changes of secrets that the server reads again. */
export interface SecretsChangeContext extends ChangeContext {
  readonly secrets: StoredSecrets;
}

export interface Id {
  readonly id: number;
}

/** Goes into the audit log: must not contain personal data. */
export interface ChangeResult {
  readonly subject: string;
}

export async function recordChange(
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

type Versioned =
  | typeof accounts
  | typeof leads
  | typeof reportMails
  | typeof webForms
  | typeof webhookEndpoints
  | typeof teams
  | typeof users;

/** Locks the row for this transaction. @throws ApiError changedMeanwhile if its version differs */
export async function bumpVersion(
  tx: Database,
  table: Versioned,
  id: number,
  expectedVersion?: number | undefined,
): Promise<void> {
  const rows = await queryRows(
    tx,
    sql`update ${table} set version = version + 1
      where id = ${id} and (${expectedVersion ?? null}::integer is null or version = ${expectedVersion ?? null}::integer) returning id`,
  );
  if (rows.length === 0) throw new ApiError('changedMeanwhile');
}

/** The fields that differ, for pages that send a whole form: the audit log names only what was changed. */
export function pickChanged<T extends object>(before: { [K in keyof T]: unknown }, fields: T): Partial<T> {
  const changed = Object.entries(fields).filter(
    ([name, value]) => !isDeepStrictEqual(value, before[name as keyof T]),
  );
  return Object.fromEntries(changed) as Partial<T>;
}

export function pickDefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

export function auditSubject(target: string, fields: object): string {
  const names = Object.keys(fields);
  return `${target}: ${names.length === 0 ? 'nothing' : names.join(', ')}`;
}
