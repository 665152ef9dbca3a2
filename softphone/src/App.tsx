import { ErrorBoundary } from '@offhook/design/feedback/boundary.tsx';
import { usePageLocale } from '@offhook/design/use-page-locale';
import { lazy, Suspense } from 'react';
import '@offhook/design/design.css';
import { usePhone } from './phone-context.tsx';
import { ROUTES } from './route.tsx';
import { BrokenScreen } from './screens/broken.tsx';
import { Login } from './screens/login.tsx';
import { useDocumentStatus } from './screens/use-document-status.ts';

/** Loaded after sign-in, to keep the login small. */
const SignedIn = lazy(() => import('./screens/signed-in.tsx'));

export function App() {
  // Everything below re-renders when the language changes; nothing is memoized, so no old text remains.
  usePageLocale();
  return (
    <>
      {ROUTES.map(({ name, Placeholder }) => (
        <Placeholder key={name} />
      ))}
      <CurrentScreen />
    </>
  );
}

function CurrentScreen() {
  const { state } = usePhone();
  const { session } = state;
  switch (session.name) {
    case 'starting':
      return <SignedOutTitle />;
    case 'visitor':
      return (
        <>
          <SignedOutTitle />
          <Login />
        </>
      );
    case 'agent':
      return (
        <ErrorBoundary fallback={<BrokenScreen />}>
          <Suspense>
            <SignedIn />
          </Suspense>
        </ErrorBoundary>
      );
    default:
      return session satisfies never;
  }
}

function SignedOutTitle() {
  useDocumentStatus('waiting', 'Offhook');
  return null;
}
