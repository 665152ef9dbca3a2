import { FRAME_MS } from './g711.ts';

/**
 * A simulated party that says its lines one by one and lets the other side speak in between.
 *
 *                   line ended              heard speech, then silence for pauseMs
 *   answering ──► speaking ───► listening ──────────────────────────────┐
 *     300 ms         ▲                     or 4 s have passed           │
 *                    │                                                  │──► over: last line said, or no answers
 *                    └──────────────────────────────────────────────────┘ next line; the first follows the last
 *
 * Receives one event per 20 ms frame, in which the party either plays the next part of its line or listens.
 */
export type Talker =
  | { readonly kind: 'answering'; readonly waitedMs: number }
  | {
      readonly kind: 'speaking';
      readonly line: number;
      readonly unanswered: number;
    }
  | {
      readonly kind: 'listening';
      readonly line: number;
      readonly unanswered: number;
      readonly waitedMs: number;
      readonly speechMs: number;
      readonly silenceMs: number;
    }
  | { readonly kind: 'over' };

export type TalkerEvent =
  /** A 20 ms frame; `power` is the mean square (0..1) of the other side. */
  { readonly type: 'frameHeard'; readonly power: number } | { readonly type: 'lineEnded' };

export interface TalkerRules {
  readonly lines: number;
  readonly pauseMs: number;
  readonly once?: boolean | undefined;
  /** Hangs up after this many consecutive unanswered lines. */
  readonly maxUnanswered?: number | undefined;
}

export const initialTalker: Talker = { kind: 'answering', waitedMs: 0 };

export function nextTalker(state: Talker, event: TalkerEvent, rules: TalkerRules): Talker {
  switch (event.type) {
    case 'lineEnded':
      if (state.kind !== 'speaking') return state;
      return { ...state, kind: 'listening', waitedMs: 0, speechMs: 0, silenceMs: 0 };
    case 'frameHeard':
      return afterFrame(state, event.power, rules);
    default:
      return event satisfies never;
  }
}

function afterFrame(state: Talker, power: number, rules: TalkerRules): Talker {
  if (rules.lines === 0) return state;
  switch (state.kind) {
    case 'answering': {
      const waitedMs = state.waitedMs + FRAME_MS;
      return waitedMs >= FIRST_PAUSE_MS
        ? { kind: 'speaking', line: 0, unanswered: 0 }
        : { kind: 'answering', waitedMs };
    }
    case 'speaking':
    case 'over':
      return state;
    case 'listening': {
      const isSpeech = power > VOICE_POWER;
      const next = {
        ...state,
        waitedMs: state.waitedMs + FRAME_MS,
        speechMs: state.speechMs + (isSpeech ? FRAME_MS : 0),
        silenceMs: isSpeech ? 0 : state.silenceMs + FRAME_MS,
      };
      const answered = next.speechMs >= MIN_SPEECH_MS && next.silenceMs >= rules.pauseMs;
      if (!answered && next.waitedMs < MAX_WAIT_MS) return next;
      const unanswered = answered ? 0 : state.unanswered + 1;
      const isIgnored = rules.maxUnanswered !== undefined && unanswered >= rules.maxUnanswered;
      if (isIgnored || (rules.once && state.line + 1 === rules.lines)) return { kind: 'over' };
      return { kind: 'speaking', line: (state.line + 1) % rules.lines, unanswered };
    }
    default:
      return state satisfies never;
  }
}

const FIRST_PAUSE_MS = 300;
/** Shorter sounds are clicks or breaths. */
const MIN_SPEECH_MS = 100;
const MAX_WAIT_MS = 4000;
/** -40 dBFS: louder counts as speech. */
const VOICE_POWER = 0.0001;
