import { type Api, route } from '../../platform/http/route.ts';
import type { CallControl } from '../../server.ts';

export function placeCallRoutes(api: Api, control: CallControl): void {
  route(api, 'placeCall', ({ user, body }) => control.placeCall(user, body));
}
