import { type Api, route } from '../platform/http/route.ts';
import type { CallControl } from '../server.ts';

export function callUserRoutes(api: Api, control: CallControl): void {
  route(api, 'getCallUser', ({ user, params }) => control.readCallUser(user, params.id));
}
