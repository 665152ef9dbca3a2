import { type Api, route } from '../platform/http/route.ts';
import type { CallControl } from '../server.ts';

export function hangUpRoutes(api: Api, control: CallControl): void {
  route(api, 'hangUp', async ({ user, params }) => {
    await control.endCall(user, params.id);
    return { success: true };
  });
}
