import type { Desk } from '../services/desk.ts';
import { type Api, route } from './route.ts';

export function routingRoutes(api: Api, desk: Desk): void {
  route(api, 'getRouting', ({ user, params }) => desk.routing(user, params.id));
}
