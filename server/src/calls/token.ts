import { sessionHash } from '../accounts/sign-in/sessions.ts';
import { type Api, route } from '../platform/http/route.ts';
import type { CallControl } from '../server.ts';

export function tokenRoutes(api: Api, control: CallControl): void {
  route(api, 'getToken', async ({ user, session, query, reply }) => {
    reply.header('cache-control', 'no-store');
    const page = { userId: user.id, sessionHash: sessionHash(session.token), phoneId: query.phone_id ?? '' };
    return { token: await control.accessToken(page) };
  });
}
