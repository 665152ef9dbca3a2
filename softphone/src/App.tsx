import { lazy, Suspense } from 'react';
import { Boundary } from './components/boundary.tsx';
import { documentTitle } from './core/selectors.ts';
import './design/design.css';
import { lampOf } from './design/lamp-state.ts';
import { usePhone } from './phone-context.tsx';
import { Broken } from './screens/broken.tsx';
import { Login } from './screens/login.tsx';
import { useDocumentLamp } from './screens/use-document-lamp.ts';

/** The login view carries nothing of the phone; the phone comes once somebody is signed in. */
const SignedIn = lazy(() => import('./screens/signed-in.tsx'));

export function App() {
  const { state } = usePhone();
  const { session } = state;
  const signedIn = session.name === 'agent';
  useDocumentLamp(signedIn ? lampOf(state.screen.view) : 'waiting', documentTitle(state));
  switch (session.name) {
    case 'starting':
      return null;
    case 'visitor':
      return <Login />;
    case 'agent':
      return (
        <Boundary fallback={<Broken />}>
          <Suspense>
            <SignedIn />
          </Suspense>
        </Boundary>
      );
    default:
      return session satisfies never;
  }
}
