import type { Database } from '../../../platform/database/database.ts';
import { type Api, route } from '../../../platform/http/route.ts';
import { readCallerIds } from './caller-ids.ts';

export function callerIdRoutes(api: Api, db: Database): void {
  route(api, 'getCallerIds', ({ user }) => readCallerIds(db, user));
}
