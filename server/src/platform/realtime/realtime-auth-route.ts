import { sessionHash } from '../../accounts/sign-in/sessions.ts';
import type { Desk } from '../../desk.ts';
import { type Api, route } from '../http/route.ts';

export function realtimeAuthRoutes(api: Api, desk: Desk): void {
  route(api, 'realtimeAuth', async ({ user, body }) => desk.channelAccess(user, body));
  route(api, 'realtimeSignIn', async ({ session, body }) =>
    desk.connectionAccess(sessionHash(session.token), body.socket_id),
  );
}
