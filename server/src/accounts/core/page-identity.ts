/**
 * The names under which an agent's pages are known outside. Both follow from the session, so that a name that was given
 * to a session is of no use after its end.
 */
import { createHash } from 'node:crypto';

export interface PhonePage {
  readonly userId: number;
  readonly sessionHash: string;
  /** One per page load; empty: the page named none, and is never rung. */
  readonly phoneId: string;
}

/** At the telephony provider: one for each page that may be the phone. Letters, digits and underscore only. */
export function voiceIdentity({ userId, sessionHash, phoneId }: PhonePage): string {
  return `user_${userId}_${digest(`voice:${sessionHash}:${phoneId}`)}`;
}

/** The user that a voice identity names; null: it is not one of ours. */
export function userOfIdentity(identity: string): number | null {
  const [, id] = /^user_(\d{1,15})_[0-9a-f]{32}$/.exec(identity) ?? [];
  return id === undefined ? null : Number(id);
}

/** At the realtime service: one for all pages of a session, so that their connections can be ended together. */
export function realtimeIdentity(sessionHash: string): string {
  return `session-${digest(`realtime:${sessionHash}`)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export const LEFT = 0;
