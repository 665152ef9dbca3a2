import { ErrorBoundary } from '@offhook/design/feedback/boundary.tsx';
import { type ComponentProps, lazy, Suspense } from 'react';

const Loaded = lazy(() => import('./parked-calls.tsx'));

export function ParkedCalls(props: ComponentProps<typeof Loaded>) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
