/** A login at another site: one redirect there, and one back with the result. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoginOutcome } from '../../second-factor/first-step.ts';
import type { StepCookie } from '../../second-factor/step-cookie.ts';
import type { SessionCookie } from '../session-cookie.ts';
import type { SessionClient } from '../sessions.ts';

export interface LoginRedirectDeps {
  readonly closeSession: (token: string) => Promise<void>;
  readonly cookie: SessionCookie;
  readonly step: StepCookie;
}

interface Site {
  readonly pendingCookie: string;
  /** The pending login's cookie is sent below this path. */
  readonly path: string;
  /** In the log. */
  readonly by: string;
}

export interface LoginReturn {
  readonly query: string;
  readonly pending: string;
  readonly client: SessionClient;
}

export function createLoginRedirects(
  { closeSession, cookie, step }: LoginRedirectDeps,
  { pendingCookie: name, path, by }: Site,
) {
  // The callback is a cross-site navigation: `lax` sends the cookie, `strict` would not.
  const options = { path, httpOnly: true, sameSite: 'lax', secure: cookie.secure } as const;
  const redirect = (reply: FastifyReply, location: string) =>
    reply.header('cache-control', 'no-store').redirect(location);

  return {
    start(reply: FastifyReply, started: { readonly location: string; readonly pending: string | null }) {
      if (started.pending !== null) reply.setCookie(name, started.pending, options);
      return redirect(reply, started.location);
    },
    async finish(
      request: FastifyRequest,
      reply: FastifyReply,
      finishLogin: (
        back: LoginReturn,
      ) => Promise<{ readonly location: string; readonly login: LoginOutcome | null }>,
    ) {
      const { location, login } = await finishLogin({
        query: queryOf(request),
        pending: request.cookies[name] ?? '',
        client: { userAgent: request.headers['user-agent'] ?? '', address: request.ip },
      });
      // Single use, whatever the result.
      reply.clearCookie(name, options);
      if (login !== null && 'step' in login) step.set(reply, login.step);
      if (login !== null && 'session' in login) {
        await closeSession(request.cookies[cookie.name] ?? '');
        cookie.set(reply, login.session);
        request.log.info({ by }, 'logged in');
      }
      return redirect(reply, location);
    },
  };
}

function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
