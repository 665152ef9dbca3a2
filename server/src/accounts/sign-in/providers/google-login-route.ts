import { NEXT_PARAMETER, PAGE_PARAMETER } from '@offhook/contract/client/next-page';
import type { Api } from '../../../platform/http/route.ts';
import { GOOGLE_LOGIN_PATH, type GoogleLogin } from './google-login.ts';
import { createLoginRedirects, type LoginRedirectDeps } from './login-redirects.ts';

export interface GoogleLoginDeps extends LoginRedirectDeps {
  readonly google: GoogleLogin;
}

export function googleLoginRoutes({ server }: Api, { google, ...deps }: GoogleLoginDeps): void {
  const redirects = createLoginRedirects(deps, {
    pendingCookie: 'offhook_google',
    path: GOOGLE_LOGIN_PATH,
    by: 'google',
  });

  server.get(GOOGLE_LOGIN_PATH, async (request, reply) => {
    const { [NEXT_PARAMETER]: next, [PAGE_PARAMETER]: page } = request.query as Record<string, unknown>;
    return redirects.start(reply, await google.start({ next, page, address: request.ip }));
  });

  server.get(`${GOOGLE_LOGIN_PATH}/callback`, (request, reply) =>
    redirects.finish(request, reply, google.finish),
  );
}
