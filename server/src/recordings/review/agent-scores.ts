import type { AgentScores } from '@offhook/contract/console/review-entities';
import { SCORES_DAYS } from '@offhook/contract/limits';
import { and, avg, count, eq, gte } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { calls, scorecards } from '../../platform/database/schema.ts';

/** Of the calls of the last 90 days that belong to the agent. Scorecards without a score don't count. */
export async function readAgentScores(
  db: Database,
  accountId: number,
  userId: number,
  now: number,
): Promise<AgentScores> {
  const since = new Date(now - SCORES_DAYS * 24 * 3_600_000);
  const [row] = await db
    .select({ count: count(scorecards.score), average: avg(scorecards.score) })
    .from(scorecards)
    .innerJoin(calls, eq(calls.id, scorecards.call_id))
    .where(and(eq(calls.account_id, accountId), eq(calls.agent_id, userId), gte(calls.started_at, since)));
  const average = row?.average ?? null;
  return { count: row?.count ?? 0, average: average === null ? null : Math.round(Number(average)) };
}
