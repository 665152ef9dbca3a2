//   ringing ──claim won──▶ accepted ──hung up, conversation over──▶ ended
//      │                    (disconnected: the leg dropped without a hang-up; the agent may return)
//      ├──declined, device rejected──▶ ignored
//      ├──30 s, no acknowledgement, no device──▶ missed
//      └──another agent won, caller left──▶ withdrawn ◀── accepted, consulted without meeting the lead
// An agent who picked up a parked call, but whose phone never joined, goes from accepted to missed.

import type { SuperviseAction } from '@offhook/contract/accounts/permissions';
import type { CallType } from '@offhook/contract/calls/call-kinds';
import type { CallUserStatus } from '@offhook/contract/calls/call-user';

export interface CallUser {
  readonly id: number;
  readonly userId: number;
  readonly type: CallType;
  readonly status: CallUserStatus;
  readonly autoaccept: boolean;
  /** The number of the agent's external phone; null if the app is rung. */
  readonly externalNumber: string | null;
  readonly sid: string | null;
  readonly phoneId: string | null;
  readonly invitedBy: number | null;
  /** The inviting agent talks to this agent first, while the lead is on hold. */
  readonly consults: boolean;
  readonly acknowledgedAt: number | null;
  readonly acceptedAt: number | null;
  /** The agent's leg dropped without a hang-up; null once the agent is back. */
  readonly disconnectedAt: number | null;
  readonly hungUpAt: number | null;
  readonly endedAt: number | null;
  readonly takenBy: number | null;
  /** Shown to users. */
  readonly reason: string | null;
}

export function newCallUser(
  id: number,
  userId: number,
  type: CallType,
  overrides: Partial<Pick<CallUser, 'autoaccept' | 'invitedBy' | 'externalNumber' | 'consults'>> = {},
): CallUser {
  return {
    id,
    userId,
    type,
    status: 'ringing',
    autoaccept: false,
    externalNumber: null,
    sid: null,
    phoneId: null,
    invitedBy: null,
    consults: false,
    acknowledgedAt: null,
    acceptedAt: null,
    disconnectedAt: null,
    hungUpAt: null,
    endedAt: null,
    takenBy: null,
    reason: null,
    ...overrides,
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
  /** The consultation is over, and this agent talks to the lead. */
  | { readonly type: 'metLead'; readonly as: 'transfer' | 'conference'; readonly at: number }
  | { readonly type: 'supervised'; readonly as: SuperviseAction; readonly at: number }
  | { readonly type: 'disconnected'; readonly at: number }
  | { readonly type: 'hungUp'; readonly at: number }
  /** The phone never joined the call that it accepted. */
  | { readonly type: 'neverJoined'; readonly reason: string; readonly at: number }
  | { readonly type: 'ended'; readonly at: number };

export function isRinging(callUser: CallUser): boolean {
  return callUser.status === 'ringing';
}

export function isOpen(callUser: CallUser): boolean {
  return callUser.status === 'ringing' || callUser.status === 'accepted';
}

/** Events that mean nothing in the current status change nothing, so duplicates are harmless. */
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
        disconnectedAt: null,
      };
    case 'ignored':
      return ringing ? { ...callUser, status: 'ignored', endedAt: event.at } : callUser;
    case 'missed':
      return ringing ? { ...callUser, status: 'missed', reason: event.reason, endedAt: event.at } : callUser;
    case 'withdrawn':
      return ringing
        ? { ...callUser, status: 'withdrawn', takenBy: event.by, reason: event.reason, endedAt: event.at }
        : callUser;
    case 'disconnected':
      return accepted && callUser.disconnectedAt === null
        ? { ...callUser, disconnectedAt: event.at }
        : callUser;
    case 'hungUp':
      return accepted && callUser.hungUpAt === null ? { ...callUser, hungUpAt: event.at } : callUser;
    case 'neverJoined':
      return accepted
        ? { ...callUser, status: 'missed', reason: event.reason, disconnectedAt: null, endedAt: event.at }
        : callUser;
    case 'metLead':
      return accepted && callUser.consults ? { ...callUser, consults: false, type: event.as } : callUser;
    case 'supervised':
      return accepted ? { ...callUser, type: event.as } : callUser;
    case 'ended':
      // A colleague who never talked to the lead is asked for no result.
      return accepted
        ? {
            ...callUser,
            status: callUser.consults ? 'withdrawn' : 'ended',
            disconnectedAt: null,
            endedAt: event.at,
          }
        : callUser;
    default:
      return event satisfies never;
  }
}
