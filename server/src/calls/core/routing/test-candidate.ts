import type { Candidate } from './routing.ts';

/** An agent who can be rung, unless told otherwise. */
export const agent = (userId: number, changes: Partial<Candidate> = {}): Candidate => ({
  userId,
  group: 1,
  isOwner: false,
  unavailable: null,
  inSchedule: true,
  tried: false,
  isFallback: false,
  ...changes,
});
