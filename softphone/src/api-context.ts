import type { Listeners } from '@offhook/design/listeners';
import { createContext } from 'react';
import type { Api } from './adapters/server/api.ts';

/** The API for the lists of panels; apart from `queries.ts`, so that the login does not carry what fetches lists. */
export const ApiContext = createContext<Api | null>(null);

export type ListName = 'agents' | 'calls';

/** Tells open lists that what they show has changed. */
export const ListChangesContext = createContext<Listeners<[which: ListName]> | null>(null);
