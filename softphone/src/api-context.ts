import { createInterest, type Interest } from '@offhook/design/interest';
import { createListeners, type Listeners } from '@offhook/design/listeners';
import { createContext } from 'react';
import type { Api } from './adapters/server/api.ts';

/** Separate from `queries.ts`, so that the login doesn't load the list code. */
export const ApiContext = createContext<Api | null>(null);

/** `agents` and `calls` of the whole account, the agent's own calls, or those parked for the agent's team. */
export type ListName = 'agents' | 'calls' | 'ownCalls' | 'parked';

export interface ListChanges extends Listeners<[which: ListName]> {
  /** Of open lists in the account's channel. */
  readonly account: Interest;
}

export function createListChanges(): ListChanges {
  return { ...createListeners<[which: ListName]>(), account: createInterest() };
}

/** Tells open lists to refetch. */
export const ListChangesContext = createContext<ListChanges | null>(null);
