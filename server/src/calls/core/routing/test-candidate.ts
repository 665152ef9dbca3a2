import type { Candidate } from './routing.ts';

export const agent = (userId: number, changes: Partial<Candidate> = {}): Candidate => ({
  userId,
  group: 1,
  isOwner: false,
  unavailable: null,
  statusSince: null,
  inSchedule: true,
  tried: false,
  isFallback: false,
  ...changes,
});
