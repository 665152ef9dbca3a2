import type { Desk } from '../services/desk.ts';
import { type Api, route } from './route.ts';

export function callerIdRoutes(api: Api, desk: Desk): void {
  route(api, 'getCallerIds', ({ user }) => desk.callerIds(user));
}
