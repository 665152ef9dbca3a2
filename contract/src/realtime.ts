/** The phone works without realtime messages: every change also appears in an answer of the API. */
import * as z from 'zod/mini';

export function userChannel(userId: number): string {
  return `presence-user.${userId}`;
}

/** Every agent and call of the account: subscribe only while something on the page shows them. */
export function accountChannel(accountId: number): string {
  return `private-account.${accountId}`;
}

/** For pages that show only administrators' settings. */
export function settingsChannel(accountId: number): string {
  return `private-settings.${accountId}`;
}

/** Notices to an agent about a call that they requested or are in. */
export const CALL_NOTICES = [
  'transferMissed',
  'conferenceMissed',
  'consultEnded',
  'leadMissed',
  'ownRingMissed',
  'endedBeforeJoining',
  'ringFailed',
] as const;
export type CallNotice = (typeof CALL_NOTICES)[number];

export const MESSAGES = {
  /** User channel. `by`: who accepted the call, or null. */
  'calluser.withdrawn': z.object({ call_user_id: z.int(), by: z.nullable(z.string()) }),
  /** User channel: the outcome of a request such as a transfer. An unknown or missing `code` is shown as `text`. */
  'call.notice': z.object({ call_id: z.int(), text: z.string(), code: z.optional(z.string()) }),
  /** User channel: the agent's own status changed. */
  'status.updated': z.object({ revision: z.string() }),
  /** Account channel: reload lists that show this agent. */
  'agent.updated': z.object({ user_id: z.int() }),
  /**
   * Account channel: reload lists that show this call. User channel: the same, about a call that rings the user, that they
   * are in, or whose part in it just ended. A call's end is sent to everyone who has it in their history.
   */
  'call.updated': z.object({ call_id: z.int() }),
  /** User channel: a call was parked for the user's team, or no longer is. */
  'parked.updated': z.object({}),
  /** Account and settings channel: reload pages that show administrators' settings. */
  'settings.updated': z.object({}),
} as const;

export type MessageName = keyof typeof MESSAGES;
export type MessageOf<N extends MessageName> = z.infer<(typeof MESSAGES)[N]>;
