/** Leads come in bursts, and each costs a long transaction. */
import pLimit from 'p-limit';
import { ApiError } from '../platform/http/api-error.ts';

/** Takes leads in, in the order in which they came. */
export type IntakeQueue = <T>(take: () => Promise<T>) => Promise<T>;

/** So many are taken in at a time: the phones wait for the database behind these, and not behind all. */
const AT_ONCE = 2;
/** Whoever comes after these would wait longer than a sender does. */
const MOST_WAITING = 1_000;

/**
 * @param mostWaiting one more is refused: 'unavailable'
 * @throws what `take` throws
 */
export function createIntakeQueue(mostWaiting = MOST_WAITING): IntakeQueue {
  const turn = pLimit(AT_ONCE);
  return async (take) => {
    if (turn.pendingCount >= mostWaiting) throw new ApiError('unavailable');
    return turn(take);
  };
}
