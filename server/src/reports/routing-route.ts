import type { Database } from '../platform/database/database.ts';
import { type Api, route } from '../platform/http/route.ts';
import { readRouting } from './routing-record.ts';

export function routingRoutes(api: Api, db: Database): void {
  route(api, 'getRouting', ({ user, params }) => readRouting(db, user, params.id));
}
