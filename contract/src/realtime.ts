/** Channels and messages of the realtime service. The phone needs none of them to work: each also shows in an answer. */
import * as z from 'zod/mini';

/** The user's own presence channel, authorised per user. */
export function userChannel(userId: number): string {
  return `presence-user.${userId}`;
}

/** What concerns everyone of an account. */
export function accountChannel(accountId: number): string {
  return `private-account.${accountId}`;
}

export const MESSAGES = {
  /** On the user's own channel: this ring is over; `by` is who took the call, or null. */
  'calluser.withdrawn': z.object({ call_user_id: z.int(), by: z.nullable(z.string()) }),
  /** On the user's own channel: what came of something that was asked for in this call, e.g. of a transfer. */
  'call.notice': z.object({ call_id: z.int(), text: z.string() }),
  /** On the account's channel: lists that show this agent refresh. */
  'agent.updated': z.object({ user_id: z.int() }),
  /** On the account's channel: lists that show this call refresh. */
  'call.updated': z.object({ call_id: z.int() }),
  /** On the account's channel: an administrator changed something; pages that show it ask again. */
  'settings.updated': z.object({}),
} as const;

export type MessageName = keyof typeof MESSAGES;
export type MessageOf<N extends MessageName> = z.infer<(typeof MESSAGES)[N]>;
