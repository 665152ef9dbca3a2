import { PRESENCE_LEASE_MS } from '@offhook/contract/limits';
import { ago, type Clock } from '../process/clock.ts';
import type { Database } from './database.ts';

export interface DatabaseAndClock {
  readonly db: Database;
  readonly clock: Clock;
}

export interface QueryTime {
  readonly now: number;
  readonly presenceCutoff: number;
}

export const presenceCutoff = (clock: Clock): number => ago(clock, PRESENCE_LEASE_MS);

export const queryTime = (clock: Clock): QueryTime => ({
  now: clock.now(),
  presenceCutoff: presenceCutoff(clock),
});
