import { type Api, route } from '../platform/http/route.ts';
import { teamsOf } from './agents.ts';

export function teamRoutes(api: Api, parts: Parameters<typeof teamsOf>[0]): void {
  route(api, 'getTeams', ({ user }) => teamsOf(parts, user));
}
