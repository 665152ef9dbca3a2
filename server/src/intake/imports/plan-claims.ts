import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { leadImportPlans } from '../../platform/database/schema.ts';
import type { PlanRow } from './import-rows.ts';

export const PLAN_LEASE_MS = 15_000;

/** Another process has claimed the import, or a user has paused, canceled or changed it. */
export class LeaseLost extends Error {}

export interface Claim {
  readonly importId: number;
  /** Another one for each run, because a process may start a run before its earlier one notices that it is over. */
  readonly run: string;
  readonly work: NonNullable<PlanRow['work']>;
}

/**
 * Locks the plan until the end of the transaction, so that a pause or another process waits for the batch, and renews the
 * lease. @throws LeaseLost
 */
export async function lockClaim(tx: Database, { importId, run, work }: Claim, now: number): Promise<PlanRow> {
  const [plan] = await tx
    .update(leadImportPlans)
    .set({ claimed_until: new Date(now + PLAN_LEASE_MS) })
    .where(
      and(
        eq(leadImportPlans.id, importId),
        eq(leadImportPlans.claimed_by, run),
        eq(leadImportPlans.work, work),
      ),
    )
    .returning();
  if (!plan) throw new LeaseLost();
  return plan;
}
