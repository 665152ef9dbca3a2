/** Whose own calls change with a call: their phones get a message of their own, because they don't listen to the account's channel. */
import { isOpen } from './call-user.ts';
import type { Parties } from './parties.ts';

/** Everyone who rings or is in the call. */
export function openUsers({ callUsers }: Pick<Parties, 'callUsers'>): readonly number[] {
  return distinct(callUsers.filter(isOpen).map(({ userId }) => userId));
}

/** Also those whose part just ended and, once the call is over, everyone who has it in their history. */
export function usersOfChangedCall(before: Parties, after: Parties): readonly number[] {
  if (after.call.endedAt !== null) return distinct(after.callUsers.map(({ userId }) => userId));
  return distinct([...openUsers(after), ...usersWhoLeft(before, after)]);
}

/** The part of these agents ended, even if nothing about the call itself changed. */
export function usersWhoLeft(before: Parties, after: Parties): readonly number[] {
  const wasOver = new Set(before.callUsers.filter((callUser) => !isOpen(callUser)).map(({ id }) => id));
  const left = after.callUsers.filter((callUser) => !isOpen(callUser) && !wasOver.has(callUser.id));
  return distinct(left.map(({ userId }) => userId));
}

function distinct(userIds: readonly number[]): readonly number[] {
  return [...new Set(userIds)];
}
