import type { AfterCallRequest } from './after-call-request.ts';

export interface OutboxEntry {
  /** The idempotency key: random, the same for every attempt. */
  readonly id: string;
  readonly at: number;
  readonly order: AfterCallRequest;
  /** The server's error, until the agent has read it. */
  readonly refusal: string | null;
}

/**
 * Requests that the server hasn't accepted yet, also kept in storage. Only the tab with the lock sends them.
 *
 *   closed ──signed in──► away ◄──page lock──► open
 *      ▲                    │                    │      signed out, session over
 *      └────────────────────┴────────────────────┘
 *
 *   open:  idle ──network back, presence answered, new entry──► sending ──accepted──► the next, or idle
 *           ▲                                                     │  │
 *           └──── no response, 5xx, 429, 419: sent again ─────────┘  └──rejected──► shown to the agent; the next
 */
export interface OutboxState {
  readonly phase: 'closed' | 'away' | 'open';
  /** The owner; kept after the session for late entries. */
  readonly owner: number | null;
  readonly entries: readonly OutboxEntry[];
  readonly sending: string | null;
  /** Consecutive inconclusive attempts for the first entry. */
  readonly attempts: number;
  /** Presence responses to skip before the next attempt. */
  readonly responsesToSkip: number;
  /** Set if the server doesn't support presence reports: ticks then count instead. */
  readonly countsTicks: boolean;
}

export const initialOutbox: OutboxState = {
  phase: 'closed',
  owner: null,
  entries: [],
  sending: null,
  attempts: 0,
  responsesToSkip: 0,
  countsTicks: false,
};
