import type { CallControl } from '../services/call-control.ts';
import { type Api, route } from './route.ts';

export function placeCallRoutes(api: Api, control: CallControl): void {
  route(api, 'placeCall', ({ user, body }) => control.placeCall(user, body));
}
