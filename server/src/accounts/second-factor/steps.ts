// A step belongs to the browser with its cookie, or to a session. It can be used once.

import { randomBytes } from 'node:crypto';
import { SECOND_STEP_MS } from '@offhook/contract/accounts/second-factor';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { signInSteps } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { hashToken } from '../sign-in/sessions.ts';

export type Step = typeof signInSteps.$inferSelect;
type NewStep = Pick<Step, 'kind'> & Partial<Pick<Step, 'user_id' | 'challenge' | 'attempt_id' | 'page'>>;

const MAX_FAILURES = 5;

/** @returns the cookie */
export async function openStep(tx: Database, step: NewStep, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.delete(signInSteps).where(lte(signInSteps.expires_at, new Date(now)));
  await tx
    .insert(signInSteps)
    .values({ ...step, token_hash: hashToken(token), expires_at: new Date(now + SECOND_STEP_MS) });
  return token;
}

/** What a signed-in user is adding or confirming; replaces what was asked for before. */
export async function openChange(
  tx: Database,
  sessionHash: string,
  step: Partial<Pick<Step, 'challenge' | 'totp_secret'>> & { readonly user_id: number },
  now: number,
): Promise<void> {
  await tx.delete(signInSteps).where(lte(signInSteps.expires_at, new Date(now)));
  const expires_at = new Date(now + SECOND_STEP_MS);
  await tx
    .insert(signInSteps)
    .values({ ...step, kind: 'change', token_hash: sessionHash, expires_at })
    .onConflictDoUpdate({ target: signInSteps.token_hash, set: { ...step, expires_at } });
}

export async function findStep(tx: Database, tokenHash: string, now: number): Promise<Step | null> {
  const [step] = await tx
    .select()
    .from(signInSteps)
    .where(and(eq(signInSteps.token_hash, tokenHash), gt(signInSteps.expires_at, new Date(now))));
  return step ?? null;
}

export async function updateStep(
  tx: Database,
  { token_hash }: Step,
  set: Partial<Pick<Step, 'challenge' | 'totp_secret'>>,
): Promise<void> {
  await tx.update(signInSteps).set(set).where(eq(signInSteps.token_hash, token_hash));
}

/** After too many failures, the login starts over. */
export async function recordFailure(tx: Database, { token_hash }: Step): Promise<void> {
  const [step] = await tx
    .update(signInSteps)
    .set({ failures: sql`${signInSteps.failures} + 1` })
    .where(eq(signInSteps.token_hash, token_hash))
    .returning();
  if (step && step.failures >= MAX_FAILURES) await endStep(tx, step);
}

/** Of concurrent requests, only one ends the step. @throws ApiError stepExpired */
export async function useStep(tx: Database, step: Step): Promise<void> {
  if (!(await endStep(tx, step))) throw new ApiError('stepExpired');
}

async function endStep(tx: Database, { token_hash }: Step): Promise<boolean> {
  const ended = await tx
    .delete(signInSteps)
    .where(eq(signInSteps.token_hash, token_hash))
    .returning({ hash: signInSteps.token_hash });
  return ended.length > 0;
}

/** A login that began with the old password, or with removed factors, can't be finished. */
export async function endSteps(tx: Database, userId: number): Promise<void> {
  await tx.delete(signInSteps).where(eq(signInSteps.user_id, userId));
}
