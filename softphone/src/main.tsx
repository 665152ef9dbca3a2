import { apiBase } from '@offhook/contract/client/api-base';
import { type PhoneConfig, readPhoneConfig } from '@offhook/contract/client/phone-config';
import { LOGIN_ERROR_PARAMETER } from '@offhook/contract/errors';
import { ApiOrigin } from '@offhook/design/api-file';
import { translateFieldProblems } from '@offhook/design/forms/field-problems';
import { loginCatalog } from '@offhook/i18n/login';
import { loginErrorsCatalog } from '@offhook/i18n/login-errors';
import { numbersCatalog } from '@offhook/i18n/numbers';
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
import { frameBridge } from './adapters/page/framed-phone.ts';
import { watchLaunches } from './adapters/page/launch.ts';
import { createTabChannel } from './adapters/page/tab-channel.ts';
import { createApi, type PageApi } from './adapters/server/api.ts';
import { createStorage } from './adapters/storage/storage.ts';
import { ApiContext, createListChanges, ListChangesContext } from './api-context.ts';
import type { SoundCheckEffect } from './core/audio/sound-check.ts';
import type { PhoneEffect } from './core/effects.ts';
import { createLocaleFollower } from './follow-locale.ts';
import { createLobby } from './lobby.ts';
import type { AgentEffect } from './perform/perform.ts';
import { isForVisitor, performForVisitor } from './perform/visitor.ts';
import { PhoneContext } from './phone-context.tsx';
import { CountryLookupContext } from './phone-input/country-lookup-context.ts';
import { createSoundCheck, type PerformSoundCheck } from './sound-check.ts';
import { createVolumeStore } from './volume-store.ts';

/** Prefills New Call. */
const TEL_LINK_PARAMETER = 'url';

/** These end the sound check, which may hold the microphone. */
const ENDS_SOUND_CHECK: readonly PhoneEffect['type'][] = ['startRing', 'acceptLine', 'connectLine'];

function performSoundCheck(): PerformSoundCheck {
  let checker: Promise<(effect: SoundCheckEffect) => void> | null = null;
  return (effect, send, { set: setLevel }) => {
    const warn = (message: string, detail: unknown) => console.warn('[offhook]', message, detail);
    checker ??= import('./adapters/audio/sound-check.ts').then(({ createSoundChecker }) =>
      createSoundChecker({ media: navigator.mediaDevices, send, setLevel, warn }),
    );
    checker.then(
      (act) => act(effect),
      (error: unknown) => {
        checker = null;
        warn('The sound check could not be loaded.', error);
        if (effect.type === 'openMicrophone')
          send({ type: 'openFailed', run: effect.run, reason: 'unusable' });
        if (effect.type === 'playRing') send({ type: 'playFailed', run: effect.run, reason: 'unplayable' });
      },
    );
  };
}

/** Null without a lookup service. */
function countryLookup(address: string, failed: (error: Error) => void): (() => Promise<string>) | null {
  if (address === '') return null;
  let country: Promise<string> | null = null;
  return () => {
    if (!country) {
      country = import('./adapters/server/country-lookup.ts').then(({ lookUpCountry }) =>
        lookUpCountry(address),
      );
      country.catch(failed);
    }
    return country;
  };
}

startPageLocale();
translateFieldProblems();

async function loadPhone(api: PageApi) {
  const catalogs = Promise.all([
    import('@offhook/i18n/phone'),
    import('@offhook/i18n/language-and-time'),
  ]).then(([{ phoneCatalog }, { languageAndTimeCatalog }]) =>
    loadCatalogs(phoneCatalog, numbersCatalog, languageAndTimeCatalog),
  );
  const [phone, { PHONE_REQUESTS }] = await Promise.all([
    import('./phone.ts'),
    import('@offhook/contract/requests/requests'),
    catalogs,
  ]);
  api.addRequests(PHONE_REQUESTS);
  return phone;
}

async function start(config: PhoneConfig, root: HTMLElement): Promise<void> {
  const hasLoginError = new URLSearchParams(location.search).has(LOGIN_ERROR_PARAMETER);
  await loadCatalogs(loginCatalog, ...(hasLoginError ? [loginErrorsCatalog] : []));
  const now = () => Date.now();
  const reload = () => location.reload();
  const changes = createListChanges();
  const followLocale = createLocaleFollower(setUserLocale);
  const phone = createLobby({
    perform,
    performForTabs: (effect) => tabChannel.perform(effect),
    load: async (user) => {
      // Loads the screens in parallel.
      import('./screens/signed-in.tsx').catch(() => {});
      await followLocale(user);
      return loadPhone(api);
    },
  });
  const volumes = createVolumeStore(() => phone.getState().line.call?.muted ?? false);
  const { send } = phone;
  const soundCheck = createSoundCheck(performSoundCheck());
  const tabChannel = createTabChannel({
    build: import.meta.url,
    open: (name) => new BroadcastChannel(name),
    onMessage: send,
  });
  const api = createApi({
    base: apiBase(location, config.api),
    sessionExpired: () => send({ type: 'sessionExpired' }),
    language: () => pageLocale().tag,
  });

  const lookUp = countryLookup(config.country_lookup, ({ message }) =>
    send({ type: 'countryLookupFailed', message, at: now() }),
  );

  /** Loaded at the first effect; not needed before sign-in. */
  let adapters: Promise<(effect: AgentEffect) => void> | null = null;

  function perform(effect: PhoneEffect): void {
    if (ENDS_SOUND_CHECK.includes(effect.type)) soundCheck.send({ type: 'callStarted' });
    if (isForVisitor(effect)) {
      const redirect = (address: string) => location.replace(address);
      void performForVisitor(effect, { api, now, reload, search: location.search, redirect }, send);
      return;
    }
    adapters ??= import('./adapters.ts').then(({ createAdapters }) =>
      createAdapters({ config, api, send, volumes, lists: changes }),
    );
    // One promise keeps the order of effects.
    adapters.then((act) => act(effect), adaptersNotLoaded);
  }

  /** A newer version was deployed, or the network is down. */
  function adaptersNotLoaded(error: unknown): void {
    console.error('[offhook] The phone could not be loaded.', error);
    send({ type: 'phoneNotLoaded' });
  }

  watchOtherPages((locale) => phone.send({ type: 'localeSaved', locale }));
  phone.listen(() => {
    const { session } = phone.getState();
    if (session.name !== 'agent') return;
    followLocale(session.user).catch((error: unknown) =>
      console.warn('[offhook]', 'The language could not be loaded.', error),
    );
  });

  // Runs before the voice library's own handler, which ends calls.
  addEventListener('pagehide', () => {
    soundCheck.send({ type: 'pageHidden' });
    send({ type: 'pageLeft' });
    phone.stop();
  });

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) soundCheck.send({ type: 'pageHidden' });
  });

  createRoot(root).render(
    <StrictMode>
      <ApiContext value={api}>
        <ApiOrigin value={api.base}>
          <ListChangesContext value={changes}>
            <CountryLookupContext value={lookUp}>
              <PhoneContext value={{ ...phone, send: phone.click, volumes, soundCheck }}>
                <App />
              </PhoneContext>
            </CountryLookupContext>
          </ListChangesContext>
        </ApiOrigin>
      </ApiContext>
    </StrictMode>,
  );
  const query = new URLSearchParams(location.search);
  const loginError = query.get(LOGIN_ERROR_PARAMETER);
  // Shown once, not again after a reload.
  removeParameter(LOGIN_ERROR_PARAMETER);
  phone.send({
    type: 'pageLoaded',
    loginError,
    telUrl: query.get(TEL_LINK_PARAMETER),
    storedCall: createStorage(localStorage, sessionStorage).loadCall(),
  });
  // The login reloads the page, so the URL keeps the link until the agent signs in.
  const stopWaiting = phone.listen(() => {
    if (phone.getState().session.name !== 'agent') return;
    stopWaiting();
    removeParameter(TEL_LINK_PARAMETER);
  });
  const desktop = window.desktop ?? frameBridge(window);
  if (desktop) {
    const warn = (message: string, detail: unknown) => console.warn('[offhook]', message, detail);
    import('./adapters/page/desktop-link.ts').then(
      ({ connectDesktop }) => connectDesktop(desktop, phone, warn),
      (error: unknown) => warn('The desktop app integration could not be loaded.', error),
    );
  }
  watchLaunches(window, (url) => phone.click({ type: 'telLinkOpened', url }));
}

function removeParameter(name: string): void {
  const query = new URLSearchParams(location.search);
  if (!query.has(name)) return;
  query.delete(name);
  history.replaceState(null, '', query.size > 0 ? `/?${query}` : '/');
}

const root = document.getElementById('root');
const config = readPhoneConfig(document.getElementById('offhook-config')?.textContent ?? '');
const cannotStart = () => {
  if (root) root.textContent = 'Offhook couldn’t start. Reload the page.';
};
if (root && config) start(config, root).catch(cannotStart);
else cannotStart();

// A page from the back-forward cache is out of date, so it's hidden and reloaded.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  document.body.hidden = true;
  location.reload();
});
