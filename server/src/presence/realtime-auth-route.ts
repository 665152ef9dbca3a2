import { sessionHash } from '../accounts/sign-in/sessions.ts';
import { type Api, route } from '../platform/http/route.ts';
import type { RealtimeAuth } from '../platform/realtime/realtime-auth.ts';
import { authorizeChannel, authorizeConnection } from './realtime-access.ts';

export function realtimeAuthRoutes(api: Api, realtime: RealtimeAuth): void {
  route(api, 'realtimeAuth', async ({ user, body }) => authorizeChannel(realtime, user, body));
  route(api, 'realtimeSignIn', async ({ session, body }) =>
    authorizeConnection(realtime, sessionHash(session.token), body.socket_id),
  );
}
