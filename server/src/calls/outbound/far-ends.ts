import type { CallType, FarEnd } from '@offhook/contract/entities';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { type calls, legs } from '../../platform/database/schema.ts';
import { legOf } from '../conversations.ts';
import { farEnd } from '../core/far-end.ts';
import { isSupervision } from '../core/parties.ts';

/** Of calls that we dial, for those who are a party of it. */
export async function farEndOf(
  db: Database,
  call: typeof calls.$inferSelect,
  type: CallType,
  now: number,
): Promise<FarEnd | null> {
  if (call.direction !== 'outbound' || isSupervision(type)) return null;
  const [leg] = await db
    .select()
    .from(legs)
    .where(and(eq(legs.call_id, call.id), eq(legs.kind, 'lead')))
    .orderBy(desc(legs.id))
    .limit(1);
  const { talk_started_at: talk, ended_at: ended } = call;
  return farEnd(
    {
      talkStartedAt: talk?.getTime() ?? null,
      endedAt: ended?.getTime() ?? null,
      leg: leg
        ? {
            status: legOf(leg).status,
            createdAt: leg.created_at.getTime(),
            endedAt: leg.ended_at?.getTime() ?? null,
            sipCode: leg.sip_code,
            answeredBy: leg.answered_by,
          }
        : null,
    },
    now,
  );
}
