import { type Api, route } from '../platform/http/route.ts';
import type { CallControl } from '../server.ts';

export function rejectRoutes(api: Api, control: CallControl): void {
  route(api, 'rejectCall', async ({ user, params }) => {
    await control.ignoreRing(user, params.id);
    return { success: true };
  });
}
