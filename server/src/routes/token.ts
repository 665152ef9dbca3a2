import type { CallControl } from '../services/call-control.ts';
import { sessionHash } from '../services/sessions.ts';
import { type Api, route } from './route.ts';

export function tokenRoutes(api: Api, control: CallControl): void {
  route(api, 'getToken', async ({ user, session, query, reply }) => {
    reply.header('cache-control', 'no-store');
    const page = { userId: user.id, sessionHash: sessionHash(session.token), phoneId: query.phone_id ?? '' };
    return { token: await control.accessToken(page) };
  });
}
