import { SIGN_IN_PAGES } from '@offhook/contract/client/sign-in-pages';
import { transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { type Api, route } from '../../platform/http/route.ts';
import type { RealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import { allowedReturnOrigin } from '../core/google-login.ts';
import { relyingParty } from '../core/second-factor.ts';
import type { OwnFactors } from '../second-factor/own-factors.ts';
import { secondFactorRoutes } from '../second-factor/second-factor-route.ts';
import type { SecondStep } from '../second-factor/second-step.ts';
import { stepCookie } from '../second-factor/step-cookie.ts';
import { setOwnLocale } from '../settings/own-locale.ts';
import type { SignInLinks } from '../sign-in-links/sign-in-links.ts';
import { signInLinksRoutes } from '../sign-in-links/sign-in-links-route.ts';
import type { OrganizationLogin } from '../single-sign-on/organization-login.ts';
import { organizationLoginRoutes } from '../single-sign-on/organization-login-route.ts';
import { endStatus, readStatusRevision } from '../status/agent-status.ts';
import type { Login } from './login.ts';
import type { OwnPassword } from './own-password.ts';
import type { GoogleLogin } from './providers/google-login.ts';
import { googleLoginRoutes } from './providers/google-login-route.ts';
import { sessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';
import { userView } from './user-view.ts';

export interface UserDeps extends DatabaseAndClock {
  readonly sessions: Sessions;
  readonly realtime: Pick<RealtimePublisher, 'statusUpdated' | 'agentUpdated' | 'settingsUpdated'>;
  readonly login: Login;
  readonly google: GoogleLogin;
  readonly organization: OrganizationLogin;
  readonly ownPassword: OwnPassword;
  readonly links: SignInLinks;
  readonly secondStep: SecondStep;
  readonly ownFactors: OwnFactors;
  readonly publicUrl: string;
  readonly pageOrigins: readonly string[];
  readonly onEffectsScheduled?: () => void;
}

export function userRoutes(api: Api, deps: UserDeps): void {
  const { sessions, login, google, organization, ownPassword, links, realtime, publicUrl, pageOrigins } =
    deps;
  const cookie = sessionCookie(publicUrl);
  const step = stepCookie(publicUrl);

  googleLoginRoutes(api, { google, closeSession: sessions.close, cookie, step });
  organizationLoginRoutes(api, { organization, closeSession: sessions.close, cookie, step });
  secondFactorRoutes(api, { ...deps, party: relyingParty(publicUrl) }, { cookie, step });
  signInLinksRoutes(api, { links, sessions, cookie, step, settingsUpdated: realtime.settingsUpdated });

  route(api, 'getUser', async ({ session, reply }) => {
    const current = session ?? sessions.createVisitor();
    const csrf_token = sessions.csrfToken(current.token);
    if (current.user === null) {
      if (!session) cookie.setForVisitor(reply, current.token);
      return { success: false, csrf_token };
    }
    if (await sessions.extend(current.token)) cookie.set(reply, current.token);
    const user = userView(current.user);
    return { ...user, success: true, csrf_token, user };
  });

  route(api, 'login', async ({ body, address, session, reply, log }) => {
    const { headers } = reply.request;
    const client = { userAgent: headers['user-agent'] ?? '', address };
    const outcome = await login.logIn(body, client, allowedReturnOrigin(headers.origin, pageOrigins));
    if ('step' in outcome) {
      step.set(reply, outcome.step);
      return { success: true, second_step: SIGN_IN_PAGES.secondStep };
    }
    const { session: token } = outcome;
    if (session?.user) await sessions.close(session.token);
    cookie.set(reply, token);
    log.info('logged in');
    return { success: true, csrf_token: sessions.csrfToken(token) };
  });

  route(api, 'changePassword', async ({ user, session, body, address, reply, log }) => {
    const passwords = { current: body.current_password, next: body.new_password };
    const { token, ended } = await ownPassword.change({ user, address }, session.token, passwords);
    cookie.set(reply, token);
    log.info('password changed');
    return { success: true, csrf_token: sessions.csrfToken(token), ended };
  });

  route(api, 'setLocale', async ({ user, body, address, log }) => {
    await setOwnLocale(deps, { user, address }, body);
    log.info('language and time settings changed');
    return { success: true };
  });

  // The cookie stays until the next getUser, so that an open page can log in with its CSRF token.
  route(api, 'logout', async ({ user, session, log }) => {
    await sessions.close(session.token);
    await transaction(deps.db, (tx) => endStatus(tx, user.id, deps.clock.now()));
    deps.realtime.statusUpdated(user.id, await readStatusRevision(deps.db, user.id));
    deps.realtime.agentUpdated(user.account_id, user.id);
    log.info('logged out');
    return { success: true };
  });
}
