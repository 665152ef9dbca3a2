import { NEXT_PARAMETER, PAGE_PARAMETER } from '@offhook/contract/client/next-page';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../../platform/http/route.ts';
import type { StepCookie } from '../second-factor/step-cookie.ts';
import { GOOGLE_LOGIN_PATH, type GoogleLogin } from './google-login.ts';
import type { SessionCookie } from './session-cookie.ts';

const PENDING_COOKIE = 'offhook_google';

export interface GoogleLoginDeps {
  readonly google: GoogleLogin;
  readonly closeSession: (token: string) => Promise<void>;
  readonly cookie: SessionCookie;
  readonly step: StepCookie;
}

export function googleLoginRoutes(
  { server }: Api,
  { google, closeSession, cookie, step }: GoogleLoginDeps,
): void {
  // The callback is a cross-site navigation: `lax` sends the cookie, `strict` would not.
  const pendingCookie = {
    path: GOOGLE_LOGIN_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: cookie.secure,
  } as const;

  server.get(GOOGLE_LOGIN_PATH, async (request, reply) => {
    const { [NEXT_PARAMETER]: next, [PAGE_PARAMETER]: page } = request.query as Record<string, unknown>;
    const { location, pending } = await google.start({ next, page, address: request.ip });
    if (pending !== null) reply.setCookie(PENDING_COOKIE, pending, pendingCookie);
    return reply.header('cache-control', 'no-store').redirect(location);
  });

  server.get(`${GOOGLE_LOGIN_PATH}/callback`, async (request, reply) => {
    const pending = request.cookies[PENDING_COOKIE] ?? '';
    const { location, login } = await google.finish({
      query: queryOf(request),
      pending,
      client: { userAgent: request.headers['user-agent'] ?? '', address: request.ip },
    });
    // Single use, whatever the result.
    reply.clearCookie(PENDING_COOKIE, pendingCookie);
    if (login !== null && 'step' in login) step.set(reply, login.step);
    if (login !== null && 'session' in login) {
      await closeSession(request.cookies[cookie.name] ?? '');
      cookie.set(reply, login.session);
      request.log.info({ by: 'google' }, 'logged in');
    }
    return reply.header('cache-control', 'no-store').redirect(location);
  });
}

export function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
