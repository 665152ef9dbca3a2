/**
 * A call as offered to one agent.
 *
 *   ringing ──claim won──▶ accepted ──hung up, conversation over──▶ ended
 *      │                    (vanished: the leg ended without a word, and the agent may come back)
 *      ├──'Ignore', device refused──▶ ignored
 *      ├──30 s, no acknowledgement, no device──▶ missed
 *      └──another has it, caller gone──▶ withdrawn
 */
import type { CallType, CallUserStatus } from '@offhook/contract/entities';

export interface CallUser {
  readonly id: number;
  readonly userId: number;
  readonly type: CallType;
  readonly status: CallUserStatus;
  readonly autoaccept: boolean;
  /** The agent is rung on this number of their own; null: in the app. */
  readonly ownNumber: string | null;
  /** The leg by which the agent is connected; another one after a resume. */
  readonly sid: string | null;
  /** The page load that took the call. */
  readonly phoneId: string | null;
  /** The call user who asked this agent into the conversation. */
  readonly invitedBy: number | null;
  readonly acknowledgedAt: number | null;
  readonly acceptedAt: number | null;
  /** The agent's leg ended without a word, and no other is there yet. */
  readonly vanishedAt: number | null;
  /** The agent said 'Hang Up' before the leg ended. */
  readonly hungUpAt: number | null;
  readonly endedAt: number | null;
  /** The user who took the call instead. */
  readonly takenBy: number | null;
  /** Why this agent was passed over, in plain words. */
  readonly reason: string | null;
}

/** As it begins. */
export function newCallUser(
  id: number,
  userId: number,
  type: CallType,
  changes: Partial<Pick<CallUser, 'autoaccept' | 'invitedBy' | 'ownNumber'>> = {},
): CallUser {
  return {
    id,
    userId,
    type,
    status: 'ringing',
    autoaccept: false,
    ownNumber: null,
    sid: null,
    phoneId: null,
    invitedBy: null,
    acknowledgedAt: null,
    acceptedAt: null,
    vanishedAt: null,
    hungUpAt: null,
    endedAt: null,
    takenBy: null,
    reason: null,
    ...changes,
  };
}

export type CallUserEvent =
  | { readonly type: 'acknowledged'; readonly at: number }
  | {
      readonly type: 'connected';
      readonly sid: string;
      readonly phoneId: string | null;
      readonly at: number;
    }
  | { readonly type: 'ignored'; readonly at: number }
  | { readonly type: 'missed'; readonly reason: string; readonly at: number }
  | {
      readonly type: 'withdrawn';
      readonly by: number | null;
      readonly reason: string | null;
      readonly at: number;
    }
  | { readonly type: 'vanished'; readonly at: number }
  | { readonly type: 'hungUp'; readonly at: number }
  | { readonly type: 'over'; readonly at: number };

export function isRinging(callUser: CallUser): boolean {
  return callUser.status === 'ringing';
}

export function isOpen(callUser: CallUser): boolean {
  return callUser.status === 'ringing' || callUser.status === 'accepted';
}

/** Pure; an event that has no meaning in the present status changes nothing, so that doubles are harmless. */
export function transitionCallUser(callUser: CallUser, event: CallUserEvent): CallUser {
  const ringing = callUser.status === 'ringing';
  const accepted = callUser.status === 'accepted';
  switch (event.type) {
    case 'acknowledged':
      return ringing && callUser.acknowledgedAt === null
        ? { ...callUser, acknowledgedAt: event.at }
        : callUser;
    case 'connected':
      if (!ringing && !accepted) return callUser;
      return {
        ...callUser,
        status: 'accepted',
        sid: event.sid,
        phoneId: event.phoneId ?? callUser.phoneId,
        acceptedAt: callUser.acceptedAt ?? event.at,
        vanishedAt: null,
      };
    case 'ignored':
      return ringing ? { ...callUser, status: 'ignored', endedAt: event.at } : callUser;
    case 'missed':
      return ringing ? { ...callUser, status: 'missed', reason: event.reason, endedAt: event.at } : callUser;
    case 'withdrawn':
      return ringing
        ? { ...callUser, status: 'withdrawn', takenBy: event.by, reason: event.reason, endedAt: event.at }
        : callUser;
    case 'vanished':
      return accepted && callUser.vanishedAt === null ? { ...callUser, vanishedAt: event.at } : callUser;
    case 'hungUp':
      return accepted && callUser.hungUpAt === null ? { ...callUser, hungUpAt: event.at } : callUser;
    case 'over':
      return accepted ? { ...callUser, status: 'ended', vanishedAt: null, endedAt: event.at } : callUser;
    default:
      return event satisfies never;
  }
}
