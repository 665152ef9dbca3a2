import type { AfterCallRequest } from './after-call-request.ts';

export interface OutboxEntry {
  /** Random, and the same for every attempt: the idempotency key. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly order: AfterCallRequest;
  /** The server's error, until the agent has read it. */
  readonly refusal: string | null;
}

/**
 * What the server does not have yet. The browser's storage holds the same, one record for each entry.
 *
 *   closed ──signed in──► away ◄──page lock──► open
 *      ▲                    │                    │      signed out, session over
 *      └────────────────────┴────────────────────┘
 *
 *   open:  idle ──network back, server heard, something kept──► sending ──taken──────► sending the next, or idle
 *           ▲                                                    │  │
 *           └──── no answer, 5xx, 429, 419: the same one again ──┘  └──refused──► set aside to be read; the next
 *
 * Only the page that may be the phone sends; the others show and keep.
 */
export interface OutboxState {
  readonly phase: 'closed' | 'away' | 'open';
  /** The owner; kept after the session for late entries. */
  readonly owner: number | null;
  /** Oldest first. */
  readonly entries: readonly OutboxEntry[];
  /** Id of the entry being sent. */
  readonly sending: string | null;
  /** Consecutive attempts that neither accepted nor rejected the first entry. */
  readonly tries: number;
  /** Presence answers to skip before the next attempt (back-off). */
  readonly pause: number;
  /** The server has no presence reports, so clock ticks are counted instead. */
  readonly byTicks: boolean;
}

export const initialOutbox: OutboxState = {
  phase: 'closed',
  owner: null,
  entries: [],
  sending: null,
  tries: 0,
  pause: 0,
  byTicks: false,
};
