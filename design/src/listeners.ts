export interface Listeners<Args extends readonly unknown[] = []> {
  /** Returns a function that removes the listener. */
  readonly listen: (changed: (...what: Args) => void) => () => void;
  readonly notify: (...what: Args) => void;
}

export function createListeners<What extends readonly unknown[] = []>(): Listeners<What> {
  const listeners = new Set<(...what: What) => void>();
  return {
    listen: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    notify: (...what) => {
      for (const changed of listeners) changed(...what);
    },
  };
}
