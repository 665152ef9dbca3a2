import { type Api, route } from './route.ts';

/** A phone's device call ended while its connection was not closed: kept in the log for whoever looks into it. */
export function debugRoutes(api: Api): void {
  route(api, 'reportDisconnect', async ({ user, body, log }) => {
    log.warn({ user: user.id, connection: body.conn_status }, 'disconnect with an open connection');
    return { success: true };
  });
}
