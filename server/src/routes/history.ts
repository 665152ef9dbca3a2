import type { Desk } from '../services/desk.ts';
import { type Api, route } from './route.ts';

export function historyRoutes(api: Api, desk: Desk): void {
  route(api, 'getHistory', ({ user, query }) => desk.history(user, query));
}
