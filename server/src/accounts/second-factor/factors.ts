import { count, eq } from 'drizzle-orm';
import { getAccountRow } from '../../platform/database/account-rows.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  accounts,
  passkeys,
  recoveryCodes,
  sessions,
  totpFactors,
  users,
} from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { type Factors, isFactorRequired } from '../core/second-factor.ts';
import type { ChangeContext, ChangeResult, Id } from '../settings/change.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { endSteps } from './steps.ts';

export interface FactorUser {
  readonly id: number;
  readonly account_id: number;
  readonly email: string;
  readonly full_name: string;
  readonly active: boolean;
  readonly isRequired: boolean;
}

export async function readFactorUser(tx: Database, id: number): Promise<FactorUser | null> {
  const [row] = await tx
    .select({
      id: users.id,
      account_id: users.account_id,
      email: users.email,
      full_name: users.full_name,
      active: users.active,
      permissions: users.permissions,
      rule: accounts.second_factor,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .where(eq(users.id, id));
  if (!row) return null;
  const { permissions, rule, ...user } = row;
  return { ...user, isRequired: isFactorRequired(rule, permissions) };
}

export async function readFactors(
  tx: Database,
  userId: number,
): Promise<Factors & { readonly recoveryCodes: number }> {
  const [keys] = await tx.select({ n: count() }).from(passkeys).where(eq(passkeys.user_id, userId));
  const [totp] = await tx.select({ n: count() }).from(totpFactors).where(eq(totpFactors.user_id, userId));
  const [codes] = await tx
    .select({ n: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.user_id, userId));
  return { passkeys: keys?.n ?? 0, totp: (totp?.n ?? 0) > 0, recoveryCodes: codes?.n ?? 0 };
}

/** Concurrent changes of one user's factors must see each other. Sessions are locked before their user. */
export async function lockUser(tx: Database, id: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update');
}

/** For a lost phone or key. Ends the user's sessions. @throws ApiError notFound */
export async function resetFactors(
  { tx, accountId, at }: ChangeContext,
  { id }: Id,
): Promise<ChangeResult & { readonly ended: number }> {
  await getAccountRow(tx, users, accountId, id);
  const ended = await endSessions(tx, eq(sessions.user_id, id), at);
  await lockUser(tx, id);
  await endSteps(tx, id);
  await tx.delete(passkeys).where(eq(passkeys.user_id, id));
  await tx.delete(totpFactors).where(eq(totpFactors.user_id, id));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, id));
  return { ended, subject: `user ${id}` };
}

/** @throws ApiError notFound */
export async function requireFactorUser(tx: Database, id: number | null): Promise<FactorUser> {
  const user = id === null ? null : await readFactorUser(tx, id);
  if (!user?.active) throw new ApiError('stepExpired');
  return user;
}
