import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import { type Api, route } from '../platform/http/route.ts';
import { readOwnDay } from './own-day.ts';

export function ownDayRoutes(api: Api, deps: DatabaseAndClock): void {
  route(api, 'getOwnDay', async ({ user }) => ({ success: true, day: await readOwnDay(deps, user.id) }));
}
