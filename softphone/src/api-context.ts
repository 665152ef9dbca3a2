import type { Listeners } from '@offhook/design/listeners';
import { createContext } from 'react';
import type { Api } from './adapters/server/api.ts';

/** Separate from `queries.ts`, so that the login doesn't load the list code. */
export const ApiContext = createContext<Api | null>(null);

export type ListName = 'agents' | 'calls';

/** Tells open lists to refetch. */
export const ListChangesContext = createContext<Listeners<[which: ListName]> | null>(null);
