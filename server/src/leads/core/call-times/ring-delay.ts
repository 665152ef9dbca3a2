/** The team's delay before ringing: the only reason to schedule a new lead's call that is part of its speed to lead. */
import { english } from '../../../platform/core/sentences.ts';

/** Stored with the scheduled call. */
export const ringDelayReason = (seconds: number): string =>
  english({ id: 'schedule.delay', values: { count: seconds } });

/** Matches every stored reason, in SQL's `like`. */
export const RING_DELAY_REASONS = ringDelayReason(1).replace(/1 \w+/, '%');
