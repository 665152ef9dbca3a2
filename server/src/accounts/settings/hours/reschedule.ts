import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { scheduledCalls } from '../../../platform/database/schema.ts';
import { scheduleEffects } from '../../../platform/work-queue/effect-rows.ts';
import type { ChangeContext } from '../change.ts';

/** After a change of hours or calling rules: attempts that wait for them get new times. @param ofTeam null: of all */
export async function requestRescheduling(
  { tx, accountId, at }: Pick<ChangeContext, 'tx' | 'accountId' | 'at'>,
  ofTeam: number | null = null,
): Promise<void> {
  const rows = await tx
    .selectDistinct({ teamId: scheduledCalls.team_id })
    .from(scheduledCalls)
    .where(
      and(
        eq(scheduledCalls.account_id, accountId),
        ofTeam === null ? isNotNull(scheduledCalls.team_id) : eq(scheduledCalls.team_id, ofTeam),
        isNull(scheduledCalls.ended_at),
        isNull(scheduledCalls.callback_by),
      ),
    );
  const effects = rows.flatMap(({ teamId }) => {
    const effect = { kind: 'rescheduleCalls', accountId, teamId: teamId ?? 0, after: null } as const;
    return [{ effect, callId: null, dueAt: at }];
  });
  if (effects.length > 0) await scheduleEffects(tx, effects, at);
}
