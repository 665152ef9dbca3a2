// When the hours or the calling rules change, the attempts that only wait for them get new times.
import {
  type CallTimeConstraints,
  earliestCallTime,
  earliestFreeSlot,
  needsSpacing,
} from './earliest-call-time.ts';

export interface WaitingAttempt {
  readonly id: number;
  /** When the attempt would be due without hours and rules, in ms since 1970. */
  readonly from: number;
  readonly dueAt: number;
  /** Of an import: not spaced, because a due call waits until an agent is free. */
  readonly isImported: boolean;
  readonly hours: CallTimeConstraints;
}

export interface NewTime {
  readonly id: number;
  readonly at: number;
  /** null: the hours and rules no longer postpone it. */
  readonly reason: string | null;
}

/**
 * @param attempts of one team, in the order in which they are due @param taken when its other calls are due
 * @returns those that change. An attempt that may never be made again stays: it's canceled when it is due.
 */
export function newTimes(
  attempts: readonly WaitingAttempt[],
  taken: readonly number[],
  now: number,
): readonly NewTime[] {
  const slots = [...taken];
  return attempts.flatMap(({ id, from, dueAt, isImported, hours }) => {
    const notBefore = Math.max(from, now);
    const first = earliestCallTime(hours, notBefore, isImported && from > now);
    const isSpaced = !isImported && needsSpacing(first);
    const found = isSpaced ? earliestFreeSlot(hours, notBefore, slots) : first;
    if (found.kind === 'never') return [];
    slots.push(found.at);
    return found.at === dueAt ? [] : [{ id, at: found.at, reason: found.reason }];
  });
}
