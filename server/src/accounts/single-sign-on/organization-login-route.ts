import { EmailDomain } from '@offhook/contract/accounts/email-address';
import { SIGN_ON_DOMAIN_PARAMETER, SIGN_ON_START } from '@offhook/contract/accounts/single-sign-on';
import { NEXT_PARAMETER, PAGE_PARAMETER } from '@offhook/contract/client/next-page';
import { ORGANIZATION_LOGIN_PAGE } from '@offhook/contract/client/sign-in-pages';
import * as z from 'zod/mini';
import { type Api, route } from '../../platform/http/route.ts';
import type { StepCookie } from '../second-factor/step-cookie.ts';
import { queryOf } from '../sign-in/google-login-route.ts';
import type { SessionCookie } from '../sign-in/session-cookie.ts';
import type { OrganizationLogin } from './organization-login.ts';

const PENDING_COOKIE = 'offhook_organization';

export interface OrganizationLoginRouteDeps {
  readonly organization: OrganizationLogin;
  readonly closeSession: (token: string) => Promise<void>;
  readonly cookie: SessionCookie;
  readonly step: StepCookie;
}

export function organizationLoginRoutes(api: Api, deps: OrganizationLoginRouteDeps): void {
  const { organization, closeSession, cookie, step } = deps;
  const { server } = api;
  // The callback is a cross-site navigation: `lax` sends the cookie, `strict` would not.
  const pendingCookie = {
    path: ORGANIZATION_LOGIN_PAGE,
    httpOnly: true,
    sameSite: 'lax',
    secure: cookie.secure,
  } as const;

  route(api, 'findOrganization', async ({ body, address }) => ({
    success: true,
    organization: await organization.find(body.domain, address),
  }));

  server.get(SIGN_ON_START, async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const { [NEXT_PARAMETER]: next, [PAGE_PARAMETER]: page } = query;
    const parsed = z.safeParse(EmailDomain, query[SIGN_ON_DOMAIN_PARAMETER]);
    const domain = parsed.success ? parsed.data : '';
    const { location, pending } = await organization.start({ domain, next, page, address: request.ip });
    if (pending !== null) reply.setCookie(PENDING_COOKIE, pending, pendingCookie);
    return reply.header('cache-control', 'no-store').redirect(location);
  });

  server.get(`${ORGANIZATION_LOGIN_PAGE}/:account/callback`, async (request, reply) => {
    const { account } = request.params as { readonly account: string };
    const { location, login } = await organization.finish({
      accountId: Number(account),
      query: queryOf(request),
      pending: request.cookies[PENDING_COOKIE] ?? '',
      client: { userAgent: request.headers['user-agent'] ?? '', address: request.ip },
    });
    // Single use, whatever the result.
    reply.clearCookie(PENDING_COOKIE, pendingCookie);
    if (login !== null && 'step' in login) step.set(reply, login.step);
    if (login !== null && 'session' in login) {
      await closeSession(request.cookies[cookie.name] ?? '');
      cookie.set(reply, login.session);
      request.log.info({ by: 'single sign-on' }, 'logged in');
    }
    return reply.header('cache-control', 'no-store').redirect(location);
  });
}
