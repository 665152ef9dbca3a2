/** A team's wrap-up: how long its agents get no calls after one. It is kept in `users`, so it survives reloads. */
import type { WrapUp } from '@offhook/contract/agent/wrap-up';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { profiles, users } from '../platform/database/schema.ts';
import { transact, type WorkDeps } from '../platform/work-queue/transact.ts';
import type { AgentState } from './core/availability.ts';

export interface EndedCall {
  readonly id: number;
  readonly profileId: number | null;
}

/** Starts the wrap-up that the call's team has chosen, or ends an earlier one. Locks the agents in ID order. */
export async function startWrapUps(
  tx: Database,
  { id, profileId }: EndedCall,
  userIds: readonly number[],
  at: number,
): Promise<void> {
  if (userIds.length === 0) return;
  await tx.execute(sql`with rule as (
      select coalesce(max(wrap_up), 'none') as wrap_up, max(wrap_up_seconds) as seconds
      from ${profiles} where id = ${profileId}
    ), agent as (
      select ${users.id}, rule.* from ${users}, rule
      where ${users.id} = any (${`{${userIds.join()}}`}::bigint[])
        and (rule.wrap_up <> 'none' or ${users.wrap_up_call_id} is not null)
      order by ${users.id} for no key update of ${users}
    )
    update ${users} set
      wrap_up_call_id = case when agent.wrap_up <> 'none' then ${id}::bigint end,
      wrap_up_ends_at = case when agent.wrap_up = 'fixed'
        then ${new Date(at).toISOString()}::timestamptz + make_interval(secs => agent.seconds) end
    from agent where ${users.id} = agent.id`);
}

/** @returns null if there is none, or if its time is over */
export function currentWrapUp(
  user: { readonly wrap_up_call_id: number | null; readonly wrap_up_ends_at: Date | null },
  now: number,
): AgentState['wrapUp'] {
  const endsAt = user.wrap_up_ends_at?.getTime() ?? null;
  return user.wrap_up_call_id === null || (endsAt !== null && endsAt <= now) ? null : { endsAt };
}

/** Restricts to one that hasn't been cleared yet, so that most agents' rows aren't written. */
export async function clearWrapUp(tx: Database, userId: number): Promise<void> {
  await tx
    .update(users)
    .set({ wrap_up_call_id: null, wrap_up_ends_at: null })
    .where(sql`${eq(users.id, userId)} and ${users.wrap_up_call_id} is not null`);
}

/** The agent gets calls again. */
export async function endWrapUp(
  deps: WorkDeps,
  user: { readonly id: number; readonly account_id: number },
): Promise<void> {
  await transact(deps, (tx) => clearWrapUp(tx, user.id));
  deps.realtime.agentUpdated(user.account_id, user.id);
  deps.onAgentsFree?.([user.id]);
}

/** `WrapUp` as JSON; null without one. @param at ms since 1970, as a timestamp in SQL */
export function wrapUpJson(userId: SQL, at: SQL): SQL<WrapUp | null> {
  return sql`(select json_build_object('call_id', agent.wrap_up_call_id,
      'seconds_left', extract(epoch from agent.wrap_up_ends_at - ${at}))
    from ${users} agent where agent.id = ${userId} and agent.wrap_up_call_id is not null
      and (agent.wrap_up_ends_at is null or agent.wrap_up_ends_at > ${at}))`;
}

export async function readWrapUp(db: Database, userId: number, at: number): Promise<WrapUp | null> {
  const [row] = await db
    .select({ wrapUp: wrapUpJson(sql`${userId}`, sql`${new Date(at).toISOString()}::timestamptz`) })
    .from(users)
    .where(eq(users.id, userId));
  return row?.wrapUp ?? null;
}
