import { useReducer } from 'react';

/**
 * Call this after a controlled input changes: if its owner keeps the old value, nothing else renders, and Preact would
 * leave the input as the user changed it.
 */
export function useRerender(): () => void {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  return rerender;
}
