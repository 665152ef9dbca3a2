import { type ErrorCode, LOGIN_ERROR_PARAMETER } from '@offhook/contract/errors';
import type { Api } from './route.ts';

/** Where the login view's link leads. Nothing of the request decides where the browser goes from here. */
export function googleLoginRoutes({ server }: Api): void {
  server.get('/apps/webrtc/login/google', (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect(loginWith('googleNotSetUp')),
  );
}

/** The page knows the sentence of each code, so that no link can put words into its banner. */
function loginWith(error: ErrorCode): string {
  return `/?${LOGIN_ERROR_PARAMETER}=${error}`;
}
