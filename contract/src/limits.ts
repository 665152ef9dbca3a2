/** Limits and constants shared by both ends. In ms unless named otherwise. */
import type { Disposition } from './entities.ts';

export const HISTORY_PAGE_SIZE = 5;
export const AGENTS_PAGE_SIZE = 10;
/** Minimum interval between change messages, and between reloads of a list or board. */
export const RELOAD_INTERVAL_MS = 1_000;
/** Rings end after this. */
export const RING_TIMEOUT_MS = 30_000;
/** A phone that doesn't acknowledge a ring within this is skipped. */
export const RING_ACKNOWLEDGE_MS = 1_500;
/** How often the phone renews its presence lease, besides each change of state. */
export const PRESENCE_INTERVAL_MS = 4_000;
/** An agent is unreachable this long after the last renewal. */
export const PRESENCE_LEASE_MS = 10_000;
/** A page reports a lost connection after this; anything shorter is ignored. */
export const OFFLINE_AFTER_MS = 2_000;
/** Later answers count as lost. Less than the 1 s tick of the pages' clocks. */
export const ANSWER_TIMEOUT_MS = 800;
/** Time to connect for a page that starts, or resumes after being frozen. */
export const START_GRACE_MS = 10_000;
export const RESUME_GRACE_MS = 5_000;
/** A tick delayed by this much means that the page was hidden or frozen, or the machine slept. */
export const FROZEN_AFTER_MS = 3_000;
/** How long a call waits for an agent who vanished. */
export const RESUME_WINDOW_MS = 45_000;
export const LEAD_ANSWER_TIMEOUT_S = 45;
/** For new passwords, in characters. */
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 1_000;
/** Undo period of a result; it has no consequences before. */
export const RESULT_UNDO_MS = 8_000;
/** For Remove, after which a lead is never called again. */
export const REMOVE_UNDO_MS = 15_000;
export function undoMs(result: Disposition): number {
  return result === 'removed' ? REMOVE_UNDO_MS : RESULT_UNDO_MS;
}
/** Allows an Undo clicked at the last moment to arrive. */
const ON_THE_WAY_MS = 1_000;
/** @returns when a result given `at` settles, ms since 1970 */
export function settlesAt(result: Disposition, at: number): number {
  return at + undoMs(result) + ON_THE_WAY_MS;
}
/** How long waiting asks for a missing result. */
export const RESULT_MISSING_MS = 24 * 3_600_000;
export const NOTE_MAX_LENGTH = 5_000;
export const NAME_MAX_LENGTH = 100;
export const SMS_MAX_LENGTH = 1_600;
/** Per agent; and per lead in 24 h from all agents together. */
export const SMS_PER_AGENT_PER_MINUTE = 10;
export const SMS_PER_AGENT_PER_DAY = 300;
export const SMS_PER_LEAD_PER_DAY = 10;
/** Characters a phone input accepts; the parser's limits are in `phone-number.ts`. */
export const PHONE_INPUT_MAX_LENGTH = 25;
/** The parser rejects longer text. */
export const PHONE_TEXT_MAX_LENGTH = 250;
/** Lifetime of a voice access token in s; it can't be revoked earlier. */
export const TOKEN_TTL_S = 600;
export const CLIENT_VERSION = '1.9.9';

/** A team's retry delays (minutes, count), ring delay and priority groups. */
export const MAX_RETRY_DELAY_MINUTES = 43_200;
export const MAX_RETRIES = 20;
export const MAX_RING_DELAY_S = 3_600;
export const MAX_PRIORITY = 99;

/** A shorter retention deletes nothing before this, so it can be reverted. */
export const RETENTION_GRACE_MS = 3_600_000;
