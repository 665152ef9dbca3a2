import type { QualityFigures } from '@offhook/contract/requests/requests';
import { and, eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { callUsers, legs } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';

export interface CallQualityDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: { recordCallQuality(figures: QualityFigures): void };
}

/** @param sid the agent's leg @throws ApiError notFound when the leg doesn't exist or isn't the user's */
export async function recordCallQuality(
  { db, log, metrics }: CallQualityDeps,
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
  metrics.recordCallQuality(figures);
  const { mos, rtt_ms, jitter_ms, ...rest } = figures;
  const summary = { ...rest, mos: mos?.average, rtt_ms: rtt_ms?.average, jitter_ms: jitter_ms?.average };
  log.info({ call: leg.call, leg: leg.id, sid, user: userId, ...summary }, 'call quality');
}
