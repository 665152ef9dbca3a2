import { useCallback, useSyncExternalStore } from 'react';

/** The container that style sheets query as `page`: what the navigation and a docked phone leave of the window. */
export const PAGE_ID = 'page-content';

const page = () => document.getElementById(PAGE_ID);

function subscribe(changed: () => void): () => void {
  const content = page();
  if (!content) return () => {};
  const observer = new ResizeObserver(changed);
  observer.observe(content);
  return () => observer.disconnect();
}

/** Whether the page is at least this wide, in CSS px. */
export function usePageFits(minWidth: number): boolean {
  const fits = useCallback(() => (page()?.clientWidth ?? 0) >= minWidth, [minWidth]);
  return useSyncExternalStore(subscribe, fits);
}
