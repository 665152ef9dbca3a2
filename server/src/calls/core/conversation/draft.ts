import type { CallNotice } from '@offhook/contract/realtime';
import { isFinal } from '../../../platform/core/leg-status.ts';
import type { Call, CallEvent, Phase } from '../call-lifecycle.ts';
import { type CallUser, type CallUserEvent, transitionCallUser } from '../call-user.ts';
import type { Command } from '../effects.ts';
import type { Leg } from '../leg.ts';

export interface IgnoredEvent {
  readonly event: CallEvent['type'];
  readonly phase: Phase;
}

export interface Draft {
  call: Call;
  callUsers: CallUser[];
  legs: Leg[];
  readonly commands: Command[];
  readonly ignored: IgnoredEvent[];
}

export function findCallUser(draft: Draft, callUserId: number | null): CallUser | undefined {
  return draft.callUsers.find(({ id }) => id === callUserId);
}

export function applyCallUserEvent(draft: Draft, callUserId: number, event: CallUserEvent): void {
  draft.callUsers = draft.callUsers.map((callUser) => {
    if (callUser.id !== callUserId) return callUser;
    const next = transitionCallUser(callUser, event);
    if (next.status !== callUser.status)
      draft.commands.push({ kind: 'agentChanged', userId: callUser.userId });
    return next;
  });
}

/** Sent to the agent's own channel, whether or not they are in the call. */
export function notifyAgent(draft: Draft, { userId }: CallUser, notice: CallNotice): void {
  draft.commands.push({ kind: 'notify', userId, notice });
}

export function notifyInCall(draft: Draft, callUser: CallUser | undefined, notice: CallNotice): void {
  if (callUser?.status === 'accepted') notifyAgent(draft, callUser, notice);
}

export function endLegs(draft: Draft, callUser: CallUser): void {
  for (const leg of draft.legs)
    if (leg.callUserId === callUser.id && !isFinal(leg.status))
      draft.commands.push({ kind: 'endLeg', legId: leg.id });
}
