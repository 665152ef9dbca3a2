import type { CallControl } from '../services/call-control.ts';
import { type Api, route } from './route.ts';

export function tokenRoutes(api: Api, control: CallControl): void {
  route(api, 'getToken', async ({ user, reply }) => {
    reply.header('cache-control', 'no-store');
    return { token: await control.accessToken(user) };
  });
}
