/** Starts the page of the address. Each page has its own file, so a page loads only its own code. */
import '@offhook/design/design.css';
import { apiBase } from '@offhook/contract/client/api-base';
import { createClient } from '@offhook/contract/client/client';
import { readPhoneConfig } from '@offhook/contract/client/phone-config';
import { SIGN_IN_PAGES, type SignInPage } from '@offhook/contract/client/sign-in-pages';
import { EXTERNAL_LINK_REQUESTS } from '@offhook/contract/requests/external-link-requests';
import { LOGIN_REQUESTS } from '@offhook/contract/requests/login-requests';
import { SECOND_FACTOR_REQUESTS } from '@offhook/contract/requests/second-factor-requests';
import { SIGN_IN_PAGE_REQUESTS } from '@offhook/contract/requests/sign-in-page-requests';
import { ApiOrigin } from '@offhook/design/api-file';
import { translateFieldProblems } from '@offhook/design/forms/field-problems';
import { loginCatalog, t } from '@offhook/i18n/login';
import '@offhook/i18n/message-format';
import { loadCatalogs, pageLocale, startPageLocale } from '@offhook/i18n/page-locale';
import { signInPagesCatalog } from '@offhook/i18n/sign-in-pages';
import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { homeOrigin } from './home-origin.ts';
import type { SignInPageProps } from './page-props.ts';

const PAGES: Readonly<
  Record<SignInPage, () => Promise<{ readonly default: ComponentType<SignInPageProps> }>>
> = {
  forgottenPassword: () => import('./forgotten-password.tsx'),
  invitation: () => import('./invitation.tsx'),
  newPassword: () => import('./new-password.tsx'),
  organizationLogin: () => import('./organization-login.tsx'),
  passkeyLogin: () => import('./second-factor/passkey-login.tsx'),
  recording: () => import('./recording.tsx'),
  secondStep: () => import('./second-factor/second-step.tsx'),
  security: () => import('./security/security.tsx'),
};

async function start(root: HTMLElement): Promise<void> {
  const config = readPhoneConfig(document.getElementById('offhook-config')?.textContent ?? '');
  const name = (Object.keys(SIGN_IN_PAGES) as SignInPage[]).find(
    (page) => SIGN_IN_PAGES[page] === location.pathname,
  );
  if (!config || !name) throw new Error(`There is no page at ${location.pathname}`);
  startPageLocale();
  const base = apiBase(location, config.api);
  const api = createClient({
    base,
    table: {
      ...LOGIN_REQUESTS,
      ...SIGN_IN_PAGE_REQUESTS,
      ...SECOND_FACTOR_REQUESTS,
      ...EXTERNAL_LINK_REQUESTS,
    },
    fetch: (...request) => fetch(...request),
    unknownError: () => t('error.unknown'),
    unreachableError: () => t('error.unreachable'),
    language: () => pageLocale().tag,
  });
  const token = location.hash.slice(1);
  const [{ default: Page }] = await Promise.all([
    PAGES[name](),
    loadCatalogs(loginCatalog, signInPagesCatalog),
    // The answer has the CSRF token for the page's own requests. A failure may come before its text is loaded, and the
    // page's next request reports it.
    api.request('getUser', { query: {} }).catch(() => {}),
  ]);
  translateFieldProblems();
  createRoot(root).render(
    <StrictMode>
      <ApiOrigin.Provider value={base === location.origin ? '' : base}>
        <Page
          api={api}
          home={homeOrigin(location, config)}
          openNext={(address) => location.replace(address)}
          token={token}
        />
      </ApiOrigin.Provider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root)
  start(root).catch((error: unknown) => {
    console.error('[offhook] The page could not be started.', error);
    root.textContent = 'Offhook couldn’t start. Reload the page.';
  });

// Another link in the same tab changes only the fragment.
addEventListener('hashchange', () => location.reload());
