import type { CallControl } from '../services/call-control.ts';
import { type Api, route } from './route.ts';

export function callUserRoutes(api: Api, control: CallControl): void {
  route(api, 'getCallUser', ({ user, params }) => control.readCallUser(user, params.id));
}
