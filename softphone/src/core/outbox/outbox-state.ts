import type { AfterCallRequest } from './after-call-request.ts';

export interface OutboxEntry {
  /** Random, the same at every try: the server can tell a second try from a second text. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly order: AfterCallRequest;
  /** The sentence by which the server refused it, until the agent has read that. */
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
  /** Whose it is; still known after the end of the session, for what comes in late. */
  readonly owner: number | null;
  /** Oldest first. */
  readonly entries: readonly OutboxEntry[];
  /** Id of the entry that is on its way. */
  readonly sending: string | null;
  /** Answers in a row that neither took nor refused the first entry. */
  readonly tries: number;
  /** Signs of life of the server to let pass before the next try. */
  readonly pause: number;
  /** The server gives no sign of life by itself: every tick of the phone's clock counts as one. */
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
