/** The phone's own constants; those that both ends share are in the contract. Times are milliseconds. */

import { TOKEN_TTL_S } from '@offhook/contract/limits';

/** 'Thank you!' after a disconnect closes by itself. */
export const THANK_YOU_MS = 2_000;
/** 'Taken by {name}' stands this long. */
export const NOTICE_MS = 6_000;
/** A word about devices stands this long, and one that offers a new device longer. */
export const DEVICE_NOTICE_MS = 6_000;
export const DEVICE_OFFER_MS = 20_000;
/** A call that ends this soon after its accept may have been another agent's. */
export const EARLY_END_MS = 5_000;
/** Bars of one volume meter. */
export const BARS = 5;
export const MICROPHONE_SCALE = 10;
export const SPEAKER_SCALE = 20;
/** Stands until everything that was given has been sent. */
export const UNSENT_TEXT = 'Saved, will be sent';
/** What the text message after an unanswered call says, until the agent writes something else. */
export const FIRST_SMS_TEXT = "Sorry we couldn't reach you!";
/** The clock that a hidden page cannot slow down. */
export const CLOCK_TICK_MS = 1_000;
/** A tick that comes so late says that the page was frozen, or that the machine slept. */
export const CLOCK_STOOD_MS = 3_000;
/** Without a connection for so long the agent is told: a shorter loss is a blip. */
export const OFFLINE_AFTER_MS = 2_000;
/** A report without an answer for so long is a loss; less than a second, by which the clock ticks. */
export const LATE_ANSWER_MS = 800;
/** A phone that starts is given so long to be ready, and one that stood still so long to connect again. */
export const START_GRACE_MS = 10_000;
export const AWAKE_GRACE_MS = 5_000;
/** 'You're back online' stands for so many ticks of a second. */
export const BACK_ONLINE_TICKS = 6;
/** The lead of a ring that was asked for stands on the card for as long as the server rings, and a little. */
export const AWAITED_RING_MS = 35_000;
/** A list is asked for this long after the last key of a search. */
export const SEARCH_REST_MS = 300;

/** A token of the voice device; it is renewed at half of this. */
export const TOKEN_LIFE_MS = TOKEN_TTL_S * 1_000;
/** In a call it is renewed when it has less than this left. */
export const TOKEN_MARGIN_IN_CALL_MS = 60_000;
