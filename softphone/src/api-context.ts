import { createContext } from 'react';
import type { Api } from './adapters/server/api.ts';

/** The API for the lists of panels; apart from `queries.ts`, so that the login does not carry what fetches lists. */
export const ApiContext = createContext<Api | null>(null);

export type ListName = 'agents' | 'calls';

/** Tells open lists that what they show has changed. */
export interface ListChanges {
  /** Returns how to stop. */
  readonly listen: (changed: (which: ListName) => void) => () => void;
  readonly tell: (which: ListName) => void;
}

export const ListChangesContext = createContext<ListChanges | null>(null);

export function createListChanges(): ListChanges {
  const listeners = new Set<(which: ListName) => void>();
  return {
    listen: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    tell: (which) => {
      for (const changed of listeners) changed(which);
    },
  };
}
