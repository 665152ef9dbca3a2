import type { Desk } from '../desk.ts';
import { type Api, route } from '../platform/http/route.ts';

export function routingRoutes(api: Api, desk: Desk): void {
  route(api, 'getRouting', ({ user, params }) => desk.routing(user, params.id));
}
