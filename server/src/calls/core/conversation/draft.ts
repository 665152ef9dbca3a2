/** One transition's working copy of a conversation, and what it tells a single agent. */

import { isFinal } from '../../../platform/core/leg-status.ts';
import type { Call, CallEvent, Phase } from '../call-lifecycle.ts';
import { type CallUser, type CallUserEvent, transitionCallUser } from '../call-user.ts';
import type { Notice, Order } from '../effects.ts';
import type { Leg } from '../leg.ts';

/** An event of the call that had no meaning in its phase. */
export interface Ignored {
  readonly event: CallEvent['type'];
  readonly phase: Phase;
}

/** What is known so far, and what was ordered. */
export interface Draft {
  call: Call;
  callUsers: CallUser[];
  legs: Leg[];
  readonly orders: Order[];
  readonly ignored: Ignored[];
}

export function userOf(draft: Draft, callUserId: number | null): CallUser | undefined {
  return draft.callUsers.find(({ id }) => id === callUserId);
}

export function tellCallUser(draft: Draft, callUserId: number, event: CallUserEvent): void {
  draft.callUsers = draft.callUsers.map((callUser) => {
    if (callUser.id !== callUserId) return callUser;
    const next = transitionCallUser(callUser, event);
    if (next.status !== callUser.status) draft.orders.push({ kind: 'agentChanged', userId: callUser.userId });
    return next;
  });
}

/** Told on the agent's own channel, in the call or not. */
export function tell(draft: Draft, { userId }: CallUser, notice: Notice): void {
  draft.orders.push({ kind: 'notify', userId, notice });
}

export function notify(draft: Draft, callUser: CallUser | undefined, notice: Notice): void {
  if (callUser?.status === 'accepted') tell(draft, callUser, notice);
}

export function endLegsOf(draft: Draft, callUser: CallUser): void {
  for (const leg of draft.legs)
    if (leg.callUserId === callUser.id && !isFinal(leg.status))
      draft.orders.push({ kind: 'endLeg', legId: leg.id });
}
