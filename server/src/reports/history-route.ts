import { type Api, route } from '../platform/http/route.ts';
import { readHistory } from './history.ts';

export function historyRoutes(api: Api, deps: Parameters<typeof readHistory>[0]): void {
  route(api, 'getHistory', ({ user, query, languages }) => readHistory(deps, user, query, languages()));
}
