import { type Api, route } from '../platform/http/route.ts';
import { historyPage } from './history.ts';

export function historyRoutes(api: Api, parts: Parameters<typeof historyPage>[0]): void {
  route(api, 'getHistory', ({ user, query }) => historyPage(parts, user, query));
}
