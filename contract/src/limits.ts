/** Durations are in ms unless the name says otherwise. */
import type { Disposition } from './calls/dispositions.ts';

export const HISTORY_PAGE_SIZE = 5;
export const AGENTS_PAGE_SIZE = 10;
/** Minimum time between change messages, and between reloads of a list or board. */
export const RELOAD_INTERVAL_MS = 1_000;
/** A lead whose call is due within this time counts as waiting. */
export const DUE_SOON_MS = 15 * 60_000;
export const RING_TIMEOUT_MS = 30_000;
/** A phone that doesn't acknowledge a ring in this time is skipped. */
export const RING_ACKNOWLEDGE_MS = 1_500;
/** Between presence reports, in addition to those sent on each change of state. */
export const PRESENCE_INTERVAL_MS = 4_000;
/** An agent is unreachable this long after the last presence report. */
export const PRESENCE_LEASE_MS = 10_000;
/** Shorter interruptions aren't shown. */
export const OFFLINE_AFTER_MS = 2_000;
/** Later answers count as lost. Less than the 1 s tick of the pages' clocks. */
export const ANSWER_TIMEOUT_MS = 800;
/** For a page that starts, or resumes after being frozen. */
export const START_GRACE_MS = 10_000;
export const RESUME_GRACE_MS = 5_000;
/** A tick this late means that the page was hidden or frozen, or the machine slept. */
export const FROZEN_AFTER_MS = 3_000;
/** How long a call waits for an agent whose connection dropped. */
export const RESUME_WINDOW_MS = 45_000;
export const LEAD_ANSWER_TIMEOUT_S = 45;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 1_000;

export const MAX_INVITED_AT_ONCE = 100;
/** Per account; accepted and revoked ones don't count. */
export const MAX_OPEN_INVITATIONS = 500;
export const INVITATION_DAYS = 7;
/** How long the link of a mail for a forgotten password works. */
export const RESET_MINUTES = 60;
/** The same for a link that an administrator hands over. */
export const HANDED_RESET_HOURS = 24;
/** A result takes effect only after this. */
export const RESULT_UNDO_MS = 8_000;
/** Longer, because a removed lead is never called again. */
export const REMOVE_UNDO_MS = 15_000;
export function undoMs(result: Disposition): number {
  return result === 'removed' ? REMOVE_UNDO_MS : RESULT_UNDO_MS;
}
/** Time for an Undo that was clicked at the last moment to reach the server. */
const UNDO_TRANSIT_MS = 1_000;
/** `at` and the returned time are in ms since the Unix epoch. */
export function settlesAt(result: Disposition, at: number): number {
  return at + undoMs(result) + UNDO_TRANSIT_MS;
}
/** How long the waiting view asks for a missing result. */
export const RESULT_MISSING_MS = 24 * 3_600_000;
export const NOTE_MAX_LENGTH = 5_000;
/** A lead's form. */
export const MAX_FORM_FIELDS = 50;
export const FORM_FIELD_NAME_MAX_LENGTH = 100;
export const FORM_FIELD_MAX_LENGTH = 1000;
export const SCRIPT_MAX_LENGTH = 20_000;

export const NAME_MAX_LENGTH = 100;
/** Of a transfer or an invitation. */
export const REASON_MAX_LENGTH = 200;
export const SMS_MAX_LENGTH = 1_600;
export const SMS_PER_AGENT_PER_MINUTE = 10;
export const SMS_PER_AGENT_PER_DAY = 300;
export const SMS_PER_LEAD_PER_DAY = 10;
/** For inputs; the parser's own limits are in `phone-number.ts`. */
export const PHONE_INPUT_MAX_LENGTH = 25;
/** The parser rejects longer text. */
export const PHONE_TEXT_MAX_LENGTH = 250;
/** A voice access token can't be revoked before it expires. */
export const TOKEN_TTL_S = 600;
export const CLIENT_VERSION = '1.9.9';

export const MAX_RETRY_DELAY_MINUTES = 43_200;
export const MAX_RETRIES = 20;
export const MAX_RING_DELAY_S = 3_600;
/** Of a team's own limit. */
export const MAX_CALLS_PER_MINUTE = 600;
export const MIN_WRAP_UP_S = 5;
export const MAX_WRAP_UP_S = 3_600;
export const MAX_PRIORITY = 99;

/** A longer pause is a call without a recording. */
export const MAX_PAUSE_MINUTES = 60;
export const MAX_PARK_MINUTES = 30;
/** Of an account; a few years of public holidays. */
export const MAX_HOLIDAYS = 100;

/** An agent who comes back later than this starts as available. */
export const STATUS_KEPT_MS = 4 * 3_600_000;
export const MAX_STATUSES = 20;

/** The days of calls whose scorecards an agent's average covers. */
export const SCORES_DAYS = 90;

/** A shorter retention can be reverted before it deletes anything. */
export const RETENTION_GRACE_MS = 3_600_000;

export const MAX_REPORT_DAYS = 366;
/** With more than one filter, a report is counted call by call. */
export const MAX_FILTERED_REPORT_DAYS = 31;

/** Of an account. */
export const MAX_REPORT_MAILS = 50;
export const MAX_REPORT_MAIL_RECIPIENTS = 50;
