import { classes } from '@offhook/design/classes';
import { ErrorBoundary } from '@offhook/design/feedback/boundary.tsx';
import { t } from '@offhook/i18n/console';
import { Suspense } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { MAIN_ID, PhoneFrameProvider, usePhoneFrame } from '../../phone-frame.tsx';
import { Rail } from './navigation/rail.tsx';
import { Notice } from './notice.tsx';
import { OwnPhone } from './own/own-phone.tsx';
import { usePageLocale } from './own/use-page-locale.ts';
import styles from './shell.module.css';
import { StaleLine, useStaleSince } from './stale-line.tsx';
import { PAGE_ID } from './use-page-fits.ts';

const c = classes(styles);

export function Shell() {
  return (
    <PhoneFrameProvider>
      <ShellContent />
    </PhoneFrameProvider>
  );
}

function ShellContent() {
  const { pathname } = useLocation();
  usePageLocale();
  const isStale = useStaleSince() !== null;
  const { isOpen } = usePhoneFrame();
  return (
    <div className={c('shell', isOpen && 'withPhone')} data-stale={isStale ? '' : undefined}>
      <a className={c('skip')} href={`#${MAIN_ID}`}>
        {t('shell.skip')}
      </a>
      <Rail />
      <main className={c('page')} id={MAIN_ID} tabIndex={-1}>
        <div className={c('content')} id={PAGE_ID}>
          <StaleLine />
          <ErrorBoundary fallback={<Notice text={t('shell.notShown')} />} key={pathname}>
            <Suspense>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </div>
      </main>
      <OwnPhone />
      <ScrollRestoration />
    </div>
  );
}
