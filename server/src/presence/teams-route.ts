import { type Api, route } from '../platform/http/route.ts';
import { readTeams } from './agents.ts';

export function teamRoutes(api: Api, deps: Parameters<typeof readTeams>[0]): void {
  route(api, 'getTeams', ({ user }) => readTeams(deps, user));
}
