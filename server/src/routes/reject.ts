import type { CallControl } from '../services/call-control.ts';
import { type Api, route } from './route.ts';

export function rejectRoutes(api: Api, control: CallControl): void {
  route(api, 'rejectCall', async ({ user, params }) => {
    await control.ignoreRing(user, params.id);
    return { success: true };
  });
}
