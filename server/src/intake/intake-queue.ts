/** Leads come in bursts, and each needs a long transaction. */
import pLimit from 'p-limit';
import { ApiError } from '../platform/http/api-error.ts';

export type IntakeQueue = <T>(job: () => Promise<T>) => Promise<T>;

/** Low, so that requests from phones don't wait for the whole burst. */
const CONCURRENCY = 2;
/** Beyond this, senders would time out. */
const MAX_WAITING = 1_000;

/** @throws ApiError unavailable if the queue is full */
export function createIntakeQueue(maxWaiting = MAX_WAITING): IntakeQueue {
  const limit = pLimit(CONCURRENCY);
  return async (job) => {
    if (limit.pendingCount >= maxWaiting) throw new ApiError('unavailable');
    return limit(job);
  };
}
