import type { CallType } from '@offhook/contract/calls/call-kinds';
import type { FarEnd } from '@offhook/contract/calls/far-end';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { type calls, legs } from '../../platform/database/schema.ts';
import { toLeg } from '../conversations.ts';
import { farEnd } from '../core/far-end.ts';
import { isSupervision } from '../core/parties.ts';

/** Only for outbound calls, and not for supervisors. */
export async function readFarEnd(
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
            status: toLeg(leg).status,
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
