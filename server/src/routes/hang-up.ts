import type { CallControl } from '../services/call-control.ts';
import { type Api, route } from './route.ts';

export function hangUpRoutes(api: Api, control: CallControl): void {
  route(api, 'hangUp', async ({ user, params }) => {
    await control.endCall(user, params.id);
    return { success: true };
  });
}
