import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { callUsers, users } from '../../platform/database/schema.ts';
import { ALREADY_MARKED, DONE, type EffectOf } from '../../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import { applyEvents } from '../call-transitions.ts';
import type { EffectDeps } from '../legs/effect-deps.ts';

/** A ring or call that started after the page was closed belongs to another page. */
export async function closePhone(
  deps: EffectDeps,
  row: EffectRow,
  { userId, phoneId }: EffectOf<'closePhone'>,
): Promise<EffectResult> {
  const [user] = await deps.db
    .select({ accountId: users.account_id })
    .from(users)
    .where(eq(users.id, userId));
  if (user) deps.realtime.agentUpdated(user.accountId, userId);
  const [open] = await openCallUser(deps.db, userId);
  if (!open || open.rungAt.getTime() > row.createdAt) return DONE;
  if (open.status === 'accepted' && open.phoneId !== phoneId) return DONE;
  const event = { type: 'phoneClosed', callUserId: open.id, at: deps.clock.now() } as const;
  await applyEvents(deps, open.callId, [event], row.id);
  return ALREADY_MARKED;
}

function openCallUser(db: Database, userId: number) {
  return db
    .select({
      id: callUsers.id,
      callId: callUsers.call_id,
      status: callUsers.status,
      phoneId: callUsers.phone_id,
      rungAt: callUsers.created_at,
    })
    .from(callUsers)
    .where(and(eq(callUsers.user_id, userId), isNull(callUsers.ended_at)));
}
