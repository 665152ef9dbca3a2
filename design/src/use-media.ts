import { useCallback, useSyncExternalStore } from 'react';

/** Must match the width in the style sheets. */
export const WIDE = '(min-width: 820px)';
/** From this width up, the call history has five columns. */
export const ROOMY = '(min-width: 1120px)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
