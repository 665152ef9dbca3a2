import type { FastifyReply } from 'fastify';
import type { Login } from '../services/login.ts';
import { SESSION_COOKIE, SESSION_MS, type Sessions } from '../services/sessions.ts';
import { userView } from '../services/user-view.ts';
import { googleLoginRoutes } from './google-login.ts';
import { type Api, route } from './route.ts';

export interface UserParts {
  readonly sessions: Sessions;
  readonly login: Login;
  /** Cookies travel over https only. */
  readonly secure: boolean;
}

export function userRoutes(api: Api, { sessions, login, secure }: UserParts): void {
  const setCookie = (reply: FastifyReply, token: string, maxAgeMs?: number) =>
    reply.setCookie(SESSION_COOKIE, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      ...(maxAgeMs === undefined ? {} : { maxAge: Math.floor(maxAgeMs / 1000) }),
    });

  googleLoginRoutes(api);

  route(api, 'getUser', async ({ session, reply }) => {
    const current = session ?? sessions.visitor();
    const csrf_token = sessions.csrfToken(current.token);
    if (current.user === null) {
      if (!session) setCookie(reply, current.token);
      return { success: false, csrf_token };
    }
    if (await sessions.prolong(current.token)) setCookie(reply, current.token, SESSION_MS);
    const user = userView(current.user);
    return { ...user, success: true, csrf_token, user };
  });

  route(api, 'login', async ({ body, address, session, reply, log }) => {
    const token = await login.open({ ...body, address });
    if (session?.user) await sessions.close(session.token);
    setCookie(reply, token, SESSION_MS);
    log.info('logged in');
    return { success: true, csrf_token: sessions.csrfToken(token) };
  });

  // The cookie stays until the next user call replaces it: a page that is still open can log in with its token.
  route(api, 'logout', async ({ session, log }) => {
    await sessions.close(session.token);
    log.info('logged out');
    return { success: true };
  });
}
