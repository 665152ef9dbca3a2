import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { createAttemptLimiter } from '../../platform/http/attempt-limiter.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { findLeads } from './find-leads.ts';

/** Enough for typing, too few to copy all leads. */
const MAX_PER_MINUTE = 120;

export function findLeadsRoutes(api: Api, { db, clock }: DatabaseAndClock): void {
  const searches = createAttemptLimiter(clock);
  route(api, 'findLeads', async ({ user, query }) => {
    if (!searches.start([[String(user.id), MAX_PER_MINUTE]])) throw new ApiError('tooManyRequests');
    return { data: await findLeads(db, user, query) };
  });
}
