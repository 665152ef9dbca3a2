import { PRESENCE_LEASE_MS } from '@offhook/contract/limits';
import { ago, type Clock } from '../process/clock.ts';
import type { Database } from './database.ts';

/** What whoever reads and writes rows works with. */
export interface DatabaseAndClock {
  readonly db: Database;
  readonly clock: Clock;
}

/** A moment of this process. */
export interface Moment {
  readonly now: number;
  /** A phone that has said nothing later than this is gone. */
  readonly heardSince: number;
}

export const heardSince = (clock: Clock): number => ago(clock, PRESENCE_LEASE_MS);

export const momentOf = (clock: Clock): Moment => ({ now: clock.now(), heardSince: heardSince(clock) });
