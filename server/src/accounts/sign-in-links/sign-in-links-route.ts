import { SIGN_ON_DOMAIN_PARAMETER } from '@offhook/contract/accounts/single-sign-on';
import { SIGN_IN_PAGES } from '@offhook/contract/client/sign-in-pages';
import { type Api, route } from '../../platform/http/route.ts';
import type { StepCookie } from '../second-factor/step-cookie.ts';
import type { SessionCookie } from '../sign-in/session-cookie.ts';
import type { Sessions } from '../sign-in/sessions.ts';
import type { SignInLinks } from './sign-in-links.ts';

export interface SignInLinksRouteDeps {
  readonly links: SignInLinks;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly step: StepCookie;
  readonly settingsUpdated: (accountId: number) => void;
}

export function signInLinksRoutes(api: Api, deps: SignInLinksRouteDeps): void {
  const { links, sessions, cookie, step, settingsUpdated } = deps;
  const done = { success: true } as const;

  route(api, 'readInvitation', async ({ body, address }) => ({
    ...done,
    ...(await links.readInvitation({ ...body, address })),
  }));

  route(api, 'acceptInvitation', async ({ body, address, session, reply, log }) => {
    const client = { userAgent: reply.request.headers['user-agent'] ?? '', address };
    const accepted = await links.acceptInvitation({ ...body, client });
    settingsUpdated(accepted.accountId);
    log.info('invitation accepted');
    if ('step' in accepted) {
      step.set(reply, accepted.step);
      return { ...done, second_step: SIGN_IN_PAGES.secondStep };
    }
    if ('domain' in accepted) {
      const query = new URLSearchParams({ [SIGN_ON_DOMAIN_PARAMETER]: accepted.domain });
      return { ...done, second_step: `${SIGN_IN_PAGES.organizationLogin}?${query}` };
    }
    if (session?.user) await sessions.close(session.token);
    cookie.set(reply, accepted.session);
    return done;
  });

  route(api, 'readPasswordHelp', async () => ({ ...done, sends_mail: links.sendsMail }));

  route(api, 'forgetPassword', async ({ body, address }) => {
    await links.forgetPassword({ ...body, address });
    return done;
  });

  route(api, 'readPasswordLink', async ({ body, address }) => ({
    ...done,
    ...(await links.readPasswordLink({ ...body, address })),
  }));

  route(api, 'choosePassword', async ({ body, address, log }) => {
    await links.choosePassword({ ...body, address });
    log.info('password reset');
    return done;
  });
}
