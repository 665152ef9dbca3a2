/** Replies between two numbers of the account, counted until they pause. */
export interface ReplyCount {
  readonly count: number;
  /** Unix ms of the last reply. */
  readonly at: number;
}

/** As at the provider (14107): more replies in a row, each within 30 s of the one before, are taken for a loop. */
const MAX_REPLIES = 30;
const PAUSE_MS = 30_000;

export function countReply(before: ReplyCount | undefined, now: number): ReplyCount {
  const isInRow = before !== undefined && now - before.at < PAUSE_MS;
  // Replies beyond the limit aren't counted, so that the next is sent once 30 s have passed.
  if (isInRow && isLoop(before)) return before;
  return { count: isInRow ? before.count + 1 : 1, at: now };
}

export function isLoop({ count }: ReplyCount): boolean {
  return count > MAX_REPLIES;
}
