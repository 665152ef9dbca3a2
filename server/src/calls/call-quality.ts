/** How a call sounded, as the phone has measured it: counted for the operator, and in the log with the call's other lines. */
import type { QualityFigures } from '@offhook/contract/requests';
import { and, eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { callUsers, legs } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';

export interface QualityIntake {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: { callSounded(figures: QualityFigures): void };
}

/**
 * @param sid the provider's name of the agent's leg
 * @throws Refusal notFound: there is no such leg, or it was another's
 */
export async function takeQuality(
  { db, log, metrics }: QualityIntake,
  userId: number,
  sid: string,
  figures: QualityFigures,
): Promise<void> {
  const [leg] = await db
    .select({ id: legs.id, call: legs.call_id })
    .from(legs)
    .innerJoin(callUsers, eq(callUsers.id, legs.call_user_id))
    .where(and(eq(legs.provider_sid, sid), eq(callUsers.user_id, userId)));
  if (!leg) throw new ApiError('notFound');
  metrics.callSounded(figures);
  const { mos, rtt_ms, jitter_ms, ...rest } = figures;
  const sound = { ...rest, mos: mos?.average, rtt_ms: rtt_ms?.average, jitter_ms: jitter_ms?.average };
  log.info({ call: leg.call, leg: leg.id, sid, user: userId, ...sound }, 'how the call sounded');
}
