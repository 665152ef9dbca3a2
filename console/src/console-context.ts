/** What every page of the console stands on. */
import type { User } from '@offhook/contract/entities';
import { createContext, useContext } from 'react';
import type { Api } from './adapters/api.ts';
import type { Changes } from './changes.ts';
import type { Clock } from './clock.ts';
import type { FreshnessWatch } from './freshness-watch.ts';

export interface ConsoleHandle {
  readonly api: Api;
  readonly user: User;
  readonly clock: Clock;
  /** Of agents and calls. */
  readonly changes: Changes;
  /** Of what administrators set. */
  readonly settings: Changes;
  /** Whether what pages show is brought up to date. */
  readonly freshness: FreshnessWatch;
}

export const ConsoleContext = createContext<ConsoleHandle | null>(null);

export function useConsole(): ConsoleHandle {
  const handle = useContext(ConsoleContext);
  if (!handle) throw new Error('A part of the console stands outside <ConsoleContext>.');
  return handle;
}
