export interface Listeners<What extends readonly unknown[] = []> {
  /** Returns a function that removes the listener. */
  readonly listen: (changed: (...what: What) => void) => () => void;
  readonly tell: (...what: What) => void;
}

export function createListeners<What extends readonly unknown[] = []>(): Listeners<What> {
  const listeners = new Set<(...what: What) => void>();
  return {
    listen: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    tell: (...what) => {
      for (const changed of listeners) changed(...what);
    },
  };
}
