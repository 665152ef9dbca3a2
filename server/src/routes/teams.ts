import type { Desk } from '../services/desk.ts';
import { type Api, route } from './route.ts';

export function teamRoutes(api: Api, desk: Desk): void {
  route(api, 'getTeams', ({ user }) => desk.teams(user));
}
