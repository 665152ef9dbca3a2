import { PRESENCE_LEASE_MS } from '@offhook/contract/limits';
import { ago, type Clock } from '../process/clock.ts';

/** A moment of this process. */
export interface Moment {
  readonly now: number;
  /** A phone that has said nothing later than this is gone. */
  readonly heardSince: number;
}

export const heardSince = (clock: Clock): number => ago(clock, PRESENCE_LEASE_MS);

export const momentOf = (clock: Clock): Moment => ({ now: clock.now(), heardSince: heardSince(clock) });
