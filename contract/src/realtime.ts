/** Realtime channels and messages. The phone works without them: each change also shows in an answer. */
import * as z from 'zod/mini';

/** The user's presence channel. */
export function userChannel(userId: number): string {
  return `presence-user.${userId}`;
}

/** Changes for everyone in an account. */
export function accountChannel(accountId: number): string {
  return `private-account.${accountId}`;
}

/** What an agent is told of a call that they asked for or are in. */
export const CALL_NOTICES = [
  'transferMissed',
  'conferenceMissed',
  'leadMissed',
  'ownRingMissed',
  'endedBeforeJoining',
  'ringFailed',
] as const;
export type CallNotice = (typeof CALL_NOTICES)[number];

export const MESSAGES = {
  /** User channel: a ring is over; `by` is who took the call, or null. */
  'calluser.withdrawn': z.object({ call_user_id: z.int(), by: z.nullable(z.string()) }),
  /**
   * User channel: the outcome of a request in this call, such as a transfer. `code` is one of CALL_NOTICES; an unknown
   * one, or none, is shown by its English `text`.
   */
  'call.notice': z.object({ call_id: z.int(), text: z.string(), code: z.optional(z.string()) }),
  /** Account channel: lists that show this agent reload. */
  'agent.updated': z.object({ user_id: z.int() }),
  /** Account channel: lists that show this call reload. */
  'call.updated': z.object({ call_id: z.int() }),
  /** Account channel: an administrator changed something; pages that show it reload. */
  'settings.updated': z.object({}),
} as const;

export type MessageName = keyof typeof MESSAGES;
export type MessageOf<N extends MessageName> = z.infer<(typeof MESSAGES)[N]>;
