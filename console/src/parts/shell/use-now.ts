import { useSyncExternalStore } from 'react';
import { useConsole } from '../../console-context.ts';

/** The page's clock. Components that use it render once a second. */
export function useNow(): number {
  const { clock } = useConsole();
  return useSyncExternalStore(clock.listen, clock.now);
}
