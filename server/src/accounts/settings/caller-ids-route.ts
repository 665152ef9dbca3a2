import type { Desk } from '../../desk.ts';
import { type Api, route } from '../../platform/http/route.ts';

export function callerIdRoutes(api: Api, desk: Desk): void {
  route(api, 'getCallerIds', ({ user }) => desk.callerIds(user));
}
