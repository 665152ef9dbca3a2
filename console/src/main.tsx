import type { User } from '@offhook/contract/accounts/user';
import { apiBase } from '@offhook/contract/client/api-base';
import { type PhoneConfig, readPhoneConfig } from '@offhook/contract/client/phone-config';
import { requiresTls } from '@offhook/contract/client/realtime-client';
import { ApiOrigin } from '@offhook/design/api-file';
import { translateFieldProblems } from '@offhook/design/forms/field-problems';
import { consoleCatalog } from '@offhook/i18n/console';
import { languageAndTimeCatalog } from '@offhook/i18n/language-and-time';
import { loginCatalog } from '@offhook/i18n/login';
import {
  loadCatalogs,
  pageLocale,
  setUserLocale,
  startPageLocale,
  watchOtherPages,
} from '@offhook/i18n/page-locale';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { createApi } from './adapters/api.ts';
import { subscribeToAccount } from './adapters/realtime.ts';
import { createChanges } from './changes.ts';
import { createClock } from './clock.ts';
import { loginUrl } from './core/addresses.ts';
import { followUser } from './follow-user.ts';
import { createFreshnessWatch } from './freshness-watch.ts';
import { StartFailed } from './parts/shell/start-failed.tsx';

/** Shorter than the interval between checks. */
const CHECK_TIMEOUT_MS = 3_500;

function goToLogin(): void {
  location.replace(loginUrl(location));
}

const warn = (message: string, error: unknown) => console.warn('[offhook]', message, error);

async function start(config: PhoneConfig, root: HTMLElement): Promise<void> {
  startPageLocale();
  translateFieldProblems();
  const api = createApi({
    base: apiBase(location, config.api),
    onSessionExpired: goToLogin,
    language: () => pageLocale().tag,
  });
  const catalogs = loadCatalogs(loginCatalog, languageAndTimeCatalog, consoleCatalog);
  const getUser = () => api.request('getUser', { query: {} });
  // An error's text needs the catalogs, which may load after the request has failed.
  const [answer] = await Promise.all([getUser().catch(() => catalogs.then(getUser)), catalogs]);
  if (answer.ok && !answer.value.user) return goToLogin();
  const now = () => Date.now();
  const changes = createChanges(now);
  const settings = createChanges(now);
  let reconnect = () => {};
  const freshness = createFreshnessWatch({
    now,
    check: async () => {
      const checked = await api.request('ping', { timeoutMs: CHECK_TIMEOUT_MS });
      return checked.ok || (checked.status > 0 && checked.status < 500);
    },
    onRecovered: (failed) => {
      changes.notify();
      settings.notify();
      if (failed) reconnect();
    },
  });
  const clock = createClock(now);
  const view = createRoot(root);
  const show = (user: User | null) =>
    view.render(
      <StrictMode>
        <ApiOrigin value={api.base}>
          <App
            error={answer.ok ? null : answer.error}
            handle={user && { api, user, clock, changes, settings, freshness }}
          />
        </ApiOrigin>
      </StrictMode>,
    );
  let user = answer.ok ? (answer.value.user ?? null) : null;
  const localeFailed = (error: unknown) => warn('The language could not be loaded.', error);
  if (user) {
    await setUserLocale(user);
    const follow = followUser(user, async () => {
      const refreshed = await api.request('getUser', { query: {} });
      const next = (refreshed.ok && refreshed.value.user) || null;
      // New permissions add and remove pages and actions.
      if (next && JSON.stringify(next) !== JSON.stringify(user)) {
        user = next;
        show(user);
      }
      return next;
    });
    settings.listen(() => void follow().catch(localeFailed));
    watchOtherPages((changed) => void setUserLocale(changed).catch(localeFailed));
    const { realtime } = config;
    subscribeToAccount(user.account_id, {
      config: realtime,
      secure: requiresTls(location, realtime.host),
      api,
      onSessionExpired: goToLogin,
      changes,
      settings,
      onConnectionChange: (connected) => freshness.send({ type: 'channelChanged', connected }),
      warn,
    }).then(
      (reconnectNow) => {
        reconnect = reconnectNow;
      },
      (error: unknown) => warn('The realtime connection could not be opened.', error),
    );
    freshness.start();
    for (const [event, connected] of [
      ['online', true],
      ['offline', false],
    ] as const)
      addEventListener(event, () => freshness.send({ type: 'networkChanged', connected }));
  }
  show(user);
}

const root = document.getElementById('root');
const config = readPhoneConfig(document.getElementById('offhook-config')?.textContent ?? '');
/** In English: the catalog may be what failed to load. */
const cannotStart = () => {
  if (!root) return;
  createRoot(root).render(
    <StartFailed
      action="Try again"
      text="Can’t reach the server. Check your connection, then try again."
      title="Offhook couldn’t start"
    />,
  );
};
if (root && config) start(config, root).catch(cannotStart);
else cannotStart();
