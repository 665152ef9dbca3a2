/** A page's identities at external services. They derive from the session, so they're useless once it ends. */
import { createHash } from 'node:crypto';

export interface PhonePage {
  readonly userId: number;
  readonly sessionHash: string;
  /** One per page load. Older pages don't send one and are never rung. */
  readonly phoneId: string;
}

/** One per page, because any page can become the phone. Letters, digits and underscores only. */
export function voiceIdentity({ userId, sessionHash, phoneId }: PhonePage): string {
  return `user_${userId}_${digest(`voice:${sessionHash}:${phoneId}`)}`;
}

export function parseVoiceIdentity(identity: string): number | null {
  const [, id] = /^user_(\d{1,15})_[0-9a-f]{32}$/.exec(identity) ?? [];
  return id === undefined ? null : Number(id);
}

/** One per session, so that all its connections can be closed together. */
export function realtimeIdentity(sessionHash: string): string {
  return `session-${digest(`realtime:${sessionHash}`)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** `renewed_at` of a phone that has left: always expired. */
export const PHONE_LEFT_AT = 0;
