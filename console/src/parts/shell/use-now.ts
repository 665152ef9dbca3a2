import { useSyncExternalStore } from 'react';
import { useConsole } from '../../console-context.ts';

/** The page's clock: whoever shows it is drawn anew once a second, together with all others. */
export function useNow(): number {
  const { clock } = useConsole();
  return useSyncExternalStore(clock.listen, clock.now);
}
