import type { User } from '@offhook/contract/accounts/user';
import { createContext, useContext } from 'react';
import type { Api } from './adapters/api.ts';
import type { Changes } from './changes.ts';
import type { Clock } from './clock.ts';
import type { FreshnessWatch } from './freshness-watch.ts';

export interface ConsoleHandle {
  readonly api: Api;
  readonly user: User;
  readonly clock: Clock;
  /** Changes to agents and calls. */
  readonly changes: Changes;
  /** Changes to settings. */
  readonly settings: Changes;
  readonly freshness: FreshnessWatch;
}

export const ConsoleContext = createContext<ConsoleHandle | null>(null);

export function useConsole(): ConsoleHandle {
  const handle = useContext(ConsoleContext);
  if (!handle) throw new Error('useConsole must be called inside <ConsoleContext>.');
  return handle;
}
