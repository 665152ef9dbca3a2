import { type Api, route } from './route.ts';

export function debugRoutes(api: Api): void {
  route(api, 'reportDisconnect', async ({ user, body, log }) => {
    log.warn({ user: user.id, connection: body.conn_status }, 'phone reported an unexpected disconnect');
    return { success: true };
  });
}
