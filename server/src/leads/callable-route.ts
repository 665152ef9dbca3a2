import type { Desk } from '../desk.ts';
import { type Api, route } from '../platform/http/route.ts';

export function callableRoutes(api: Api, desk: Desk): void {
  route(api, 'getCallable', ({ user, query }) => desk.callable(user, query.phone_number));
}
