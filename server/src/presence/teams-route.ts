import type { Desk } from '../desk.ts';
import { type Api, route } from '../platform/http/route.ts';

export function teamRoutes(api: Api, desk: Desk): void {
  route(api, 'getTeams', ({ user }) => desk.teams(user));
}
