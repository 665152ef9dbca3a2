/** Limits and constants that both ends of the wire must agree on. Times are milliseconds unless named otherwise. */
import type { Disposition } from './entities.ts';

/** Calls on one page of the history. */
export const HISTORY_PAGE_SIZE = 5;
/** Agents on one page of the transfer and conference lists. */
export const AGENTS_PAGE_SIZE = 10;
/** Lists and boards change many times a second: messages of it go out, and a page asks again, at most once in this. */
export const ASK_AGAIN_MS = 1_000;
/** A ring that nobody accepts ends after this. */
export const RING_TIMEOUT_MS = 30_000;
/** A phone must acknowledge a ring within this, or the agent is passed over. */
export const RING_ACKNOWLEDGE_MS = 1_500;
/** The phone renews its presence lease this often, and at every change of state. */
export const PRESENCE_INTERVAL_MS = 4_000;
/** Without a renewal for this long the agent is unreachable. */
export const PRESENCE_LEASE_MS = 10_000;
/** Without a connection for so long a page says that it is cut off: a shorter loss is a blip. */
export const CUT_OFF_AFTER_MS = 2_000;
/** An answer that is not there by then is a loss; less than a second, by which the clocks of pages tick. */
export const LATE_ANSWER_MS = 800;
/** A page that starts is given so long to connect, and one that stood still so long to connect again. */
export const START_GRACE_MS = 10_000;
export const AWAKE_GRACE_MS = 5_000;
/** A tick that comes so late says that the page was hidden or frozen, or that the machine slept. */
export const CLOCK_STOOD_MS = 3_000;
/** A vanished agent's call waits this long for them to come back. */
export const RESUME_WINDOW_MS = 45_000;
/** A lead that does not answer is given up after this. */
export const LEAD_ANSWER_TIMEOUT_S = 45;
/** Of a password that someone sets from now on, in characters. */
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 1_000;
/** A result can be undone for this long: nothing follows from it before. */
export const RESULT_UNDO_MS = 8_000;
/** The same for Remove, after which a lead is never called again. */
export const REMOVE_UNDO_MS = 15_000;
export function undoMs(result: Disposition): number {
  return result === 'removed' ? REMOVE_UNDO_MS : RESULT_UNDO_MS;
}
/** An Undo that is clicked in the last moment is still on its way. */
const ON_THE_WAY_MS = 1_000;
/** When a result that is given `at` settles on the server, ms since 1970. */
export function settlesAt(result: Disposition, at: number): number {
  return at + undoMs(result) + ON_THE_WAY_MS;
}
/** A result that was not given after a call is asked for in waiting for this long. */
export const RESULT_MISSING_MS = 24 * 3_600_000;
export const NOTE_MAX_LENGTH = 5_000;
export const NAME_MAX_LENGTH = 100;
export const SMS_MAX_LENGTH = 1_600;
/** Texts that one agent may send, and that one lead may get in 24 hours from all agents together. */
export const SMS_PER_AGENT_PER_MINUTE = 10;
export const SMS_PER_AGENT_PER_DAY = 300;
export const SMS_PER_LEAD_PER_DAY = 10;
/** Characters a phone input takes; the parser's own limits are in `phone-number.ts`. */
export const PHONE_INPUT_MAX_LENGTH = 25;
/** Longer text is refused by the parser. */
export const PHONE_TEXT_MAX_LENGTH = 250;
/** An access token of the voice device lives this long, in seconds: it cannot be taken back before. */
export const TOKEN_TTL_S = 600;
export const CLIENT_VERSION = '1.9.9';

/** Of a team: the pauses between tries, in minutes and in number; how long it waits with a new lead; priorities. */
export const LONGEST_PAUSE_MINUTES = 43_200;
export const MOST_PAUSES = 20;
export const LONGEST_DELAY_S = 3_600;
export const LAST_PRIORITY = 99;

/** From a shorter retention until anything is removed: so long it can be changed back. */
export const RETENTION_GRACE_MS = 3_600_000;
