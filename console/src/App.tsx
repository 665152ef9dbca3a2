import { hasPermission, mayWatch } from '@offhook/contract/accounts/permissions';
import { t } from '@offhook/i18n/console';
import { listenToPageLocale } from '@offhook/i18n/page-locale';
import '@offhook/design/design.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import {
  createBrowserRouter,
  createMemoryRouter,
  Link,
  Navigate,
  type RouteObject,
  RouterProvider,
} from 'react-router';
import { ConsoleContext, type ConsoleHandle } from './console-context.ts';
import { CONSOLE_ROOT } from './core/addresses.ts';
import { Notice } from './parts/shell/notice.tsx';
import { usePageLocale } from './parts/shell/own/use-page-locale.ts';
import { Page } from './parts/shell/page.tsx';
import { Shell } from './parts/shell/shell.tsx';
import { StartFailed } from './parts/shell/start-failed.tsx';

type Load = () => Promise<ComponentType>;

/** Open to administrators and, read-only, to supervisors. */
const PAGES: Readonly<Record<string, Load>> = {
  '/': async () => (await import('./pages/live/board.tsx')).BoardPage,
  '/reports': async () => (await import('./pages/reports.tsx')).ReportsPage,
  '/reports/mails': async () => (await import('./pages/report-mails.tsx')).ReportMailsPage,
  '/calls': async () => (await import('./pages/calls-and-leads/calls.tsx')).CallsPage,
  '/calls/:id': async () => (await import('./pages/calls-and-leads/call.tsx')).CallPage,
  '/leads': async () => (await import('./pages/calls-and-leads/leads.tsx')).LeadsPage,
  '/leads/:id': async () => (await import('./pages/calls-and-leads/lead.tsx')).LeadPage,
};

const PAGES_WITHOUT_SHELL: Readonly<Record<string, Load>> = {
  '/wallboard': async () => (await import('./pages/live/wallboard.tsx')).WallboardPage,
};

const ADMINISTRATOR_PAGES: Readonly<Record<string, Load>> = {
  '/leads/import': async () => (await import('./pages/calls-and-leads/imports.tsx')).ImportsPage,
  '/leads/import/:id': async () => (await import('./pages/calls-and-leads/lead-import.tsx')).LeadImportPage,
  '/set-up': async () => (await import('./pages/account/set-up.tsx')).SetUpPage,
  '/teams': async () => (await import('./pages/people/teams.tsx')).TeamsPage,
  '/teams/:id': async () => (await import('./pages/people/team.tsx')).TeamPage,
  '/agents': async () => (await import('./pages/people/agents.tsx')).AgentsPage,
  '/agents/:id': async () => (await import('./pages/people/agent.tsx')).AgentPage,
  '/board-limits': async () => (await import('./pages/live/board-limits.tsx')).BoardLimitsPage,
  '/statuses': async () => (await import('./pages/people/statuses.tsx')).StatusesPage,
  '/scorecard': async () => (await import('./pages/account/scorecard.tsx')).ScorecardPage,
  '/numbers': async () => (await import('./pages/account/numbers.tsx')).NumbersPage,
  '/calling-rules': async () => (await import('./pages/account/calling-rules.tsx')).CallingRulesPage,
  '/do-not-call': async () => (await import('./pages/account/do-not-call.tsx')).DoNotCallPage,
  '/retention': async () => (await import('./pages/account/retention.tsx')).RetentionPage,
  '/integrations': async () => (await import('./pages/account/integrations.tsx')).IntegrationsPage,
  '/integrations/webhooks/:id': async () => (await import('./pages/account/webhook.tsx')).WebhookPage,
  '/api-keys': async () => (await import('./pages/account/api-keys.tsx')).ApiKeysPage,
  '/api-keys/files/:id': async () =>
    (await import('./pages/calls-and-leads/moved-import.tsx')).MovedImportPage,
  '/audit-log': async () => (await import('./pages/account/audit-log.tsx')).AuditLogPage,
};

/** The router keeps the elements of its pages, so each page watches the locale itself. */
function localized(Page: ComponentType): ComponentType {
  return function Localized() {
    usePageLocale();
    return <Page />;
  };
}

const lazily = (pages: Readonly<Record<string, Load>>): RouteObject[] =>
  Object.entries(pages).map(([path, load]) => ({
    path,
    lazy: { Component: async () => localized(await load()) },
  }));

/** A newer version was deployed, or the network is down. */
const NotLoaded = () => <Notice text={t('shell.notLoaded')} />;

const ForAdministrators = () => (
  <Page title={t('shell.administration')}>
    <Notice text={t('shell.administratorsOnly')} />
  </Page>
);

/** Earlier addresses, which may be bookmarked. */
const MOVED: RouteObject[] = [{ path: '/webhooks/*', element: <Navigate replace to="/integrations" /> }];

const NotFound = () => (
  <Page title={t('notFound.title')}>
    <Notice text={t('notFound.text')}>
      <Link to="/">{t('notFound.home')}</Link>
    </Notice>
  </Page>
);

function routesFor(admin: boolean): RouteObject[] {
  return [
    {
      Component: Shell,
      ErrorBoundary: localized(NotLoaded),
      HydrateFallback: () => null,
      children: [
        ...lazily(PAGES),
        ...(admin
          ? lazily(ADMINISTRATOR_PAGES)
          : Object.keys(ADMINISTRATOR_PAGES).map((path) => ({
              path: `${path}/*`,
              Component: localized(ForAdministrators),
            }))),
        ...MOVED,
        { path: '*', Component: localized(NotFound) },
      ],
    },
    {
      ErrorBoundary: localized(NotLoaded),
      HydrateFallback: () => null,
      children: lazily(PAGES_WITHOUT_SHELL),
    },
  ];
}

interface Props {
  readonly handle: ConsoleHandle | null;
  /** Why the user couldn't be loaded. */
  readonly error: string | null;
  /** The page to show when the browser's address isn't a console address, as in the gallery. */
  readonly initialPath?: string;
}

export function App({ handle, error, initialPath }: Props) {
  if (!handle)
    return (
      <StartFailed
        action={t('action.tryAgain')}
        text={error ?? t('shell.notLoaded')}
        title={t('shell.startFailed')}
      />
    );
  if (!mayWatch(handle.user)) {
    return (
      <main style={{ padding: 'var(--space-6)' }}>
        <Notice text={t('shell.supervisorsOnly')} title={t('app.name')}>
          <a href="/">{t('action.openPhone')}</a>
        </Notice>
      </main>
    );
  }
  const isAdmin = hasPermission(handle.user, 'admin');
  return <Allowed handle={handle} initialPath={initialPath} isAdmin={isAdmin} key={String(isAdmin)} />;
}

interface AllowedProps {
  readonly handle: ConsoleHandle;
  readonly initialPath: string | undefined;
  /** Fixed while mounted: it decides the routes. */
  readonly isAdmin: boolean;
}

function Allowed({ handle, initialPath, isAdmin }: AllowedProps) {
  const [client] = useState(() => new QueryClient());
  // The cached texts from the server are in the previous language.
  useEffect(() => listenToPageLocale(() => void client.invalidateQueries()), [client]);
  const [router] = useState(() => {
    const routes = routesFor(isAdmin);
    const basename = CONSOLE_ROOT;
    return initialPath === undefined
      ? createBrowserRouter(routes, { basename })
      : createMemoryRouter(routes, { basename, initialEntries: [basename + initialPath] });
  });
  return (
    <ConsoleContext value={handle}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ConsoleContext>
  );
}
