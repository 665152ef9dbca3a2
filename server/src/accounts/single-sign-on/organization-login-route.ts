import { EmailDomain } from '@offhook/contract/accounts/email-address';
import { SIGN_ON_DOMAIN_PARAMETER, SIGN_ON_START } from '@offhook/contract/accounts/single-sign-on';
import { NEXT_PARAMETER, PAGE_PARAMETER } from '@offhook/contract/client/next-page';
import { ORGANIZATION_LOGIN_PAGE } from '@offhook/contract/client/sign-in-pages';
import * as z from 'zod/mini';
import { type Api, route } from '../../platform/http/route.ts';
import { createLoginRedirects, type LoginRedirectDeps } from '../sign-in/providers/login-redirects.ts';
import type { OrganizationLogin } from './organization-login.ts';

export interface OrganizationLoginRouteDeps extends LoginRedirectDeps {
  readonly organization: OrganizationLogin;
}

export function organizationLoginRoutes(
  api: Api,
  { organization, ...deps }: OrganizationLoginRouteDeps,
): void {
  const { server } = api;
  const redirects = createLoginRedirects(deps, {
    pendingCookie: 'offhook_organization',
    path: ORGANIZATION_LOGIN_PAGE,
    by: 'single sign-on',
  });

  route(api, 'findOrganization', async ({ body, address }) => ({
    success: true,
    organization: await organization.find(body.domain, address),
  }));

  server.get(SIGN_ON_START, async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const { [NEXT_PARAMETER]: next, [PAGE_PARAMETER]: page } = query;
    const parsed = z.safeParse(EmailDomain, query[SIGN_ON_DOMAIN_PARAMETER]);
    const domain = parsed.success ? parsed.data : '';
    return redirects.start(reply, await organization.start({ domain, next, page, address: request.ip }));
  });

  server.get(`${ORGANIZATION_LOGIN_PAGE}/:account/callback`, (request, reply) => {
    const { account } = request.params as { readonly account: string };
    return redirects.finish(request, reply, (back) =>
      organization.finish({ ...back, accountId: Number(account) }),
    );
  });
}
