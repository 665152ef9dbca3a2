/** Why agents were rung or skipped, for supervisors. */

import { mayWatch } from '@offhook/contract/accounts/permissions';
import { asc, inArray } from 'drizzle-orm';
import type { Stopwatch } from '../calls/core/stopwatch.ts';
import { readStopwatch } from '../calls/stopwatch.ts';
import { getAccountRow } from '../platform/database/account-rows.ts';
import type { Database } from '../platform/database/database.ts';
import { calls, routingDecisions, users } from '../platform/database/schema.ts';
import { supervisesCall } from '../platform/database/team-scope.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';

export interface RoutingRecord {
  readonly success: true;
  readonly decisions: {
    readonly at: string;
    readonly outcome: string;
    readonly agents: {
      readonly user_id: number;
      readonly full_name: string;
      readonly verdict: 'rung' | 'skipped';
      readonly reason: string;
    }[];
  }[];
  readonly stopwatch: Stopwatch;
}

/** @throws ApiError forbidden, notFound */
export async function readRouting(db: Database, user: SignedInUser, callId: number): Promise<RoutingRecord> {
  if (!mayWatch(user)) throw new ApiError('forbidden');
  const call = await getAccountRow(db, calls, user.account_id, callId, supervisesCall(user));
  const decisions = (await readDecisions(db, [callId])).get(callId) ?? [];
  const first = decisions[0];
  return {
    success: true,
    decisions,
    stopwatch: await readStopwatch(db, call, first ? new Date(first.at) : null),
  };
}

/** By call, oldest first. */
export async function readDecisions(
  db: Database,
  callIds: readonly number[],
): Promise<Map<number, RoutingRecord['decisions']>> {
  if (callIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(routingDecisions)
    .where(inArray(routingDecisions.call_id, [...callIds]))
    .orderBy(asc(routingDecisions.id));
  const names = await readNames(
    db,
    rows.flatMap(({ agents }) => agents.map(({ user_id }) => user_id)),
  );
  const byCall = new Map<number, RoutingRecord['decisions']>();
  for (const { call_id, at, outcome, agents } of rows) {
    const decision = {
      at: at.toISOString(),
      outcome,
      agents: agents.map((agent) => ({ ...agent, full_name: names.get(agent.user_id) ?? '' })),
    };
    const existing = byCall.get(call_id);
    if (existing) existing.push(decision);
    else byCall.set(call_id, [decision]);
  }
  return byCall;
}

async function readNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.full_name })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
