import type { Desk } from '../services/desk.ts';
import { sessionHash } from '../services/sessions.ts';
import { type Api, route } from './route.ts';

export function realtimeAuthRoutes(api: Api, desk: Desk): void {
  route(api, 'realtimeAuth', async ({ user, body }) => desk.channelAccess(user, body));
  route(api, 'realtimeSignIn', async ({ session, body }) =>
    desk.connectionAccess(sessionHash(session.token), body.socket_id),
  );
}
