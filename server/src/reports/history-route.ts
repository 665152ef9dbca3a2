import type { Desk } from '../desk.ts';
import { type Api, route } from '../platform/http/route.ts';

export function historyRoutes(api: Api, desk: Desk): void {
  route(api, 'getHistory', ({ user, query }) => desk.history(user, query));
}
