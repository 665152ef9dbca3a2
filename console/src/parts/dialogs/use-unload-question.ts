import { useEffect } from 'react';

/** The browser asks before it closes or reloads the page. */
export function useUnloadQuestion(asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', preventUnload);
    return () => removeEventListener('beforeunload', preventUnload);
  }, [asks]);
}
