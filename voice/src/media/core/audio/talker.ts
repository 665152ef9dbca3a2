import { FRAME_MS } from './g711.ts';

/**
 * A pretend party that says its lines in turn and lets the other side speak between them.
 *
 *                    said                       heard someone, now quiet for pauseMs
 *   answering ──► speaking ───► listening ──────────────────────────────┐
 *     300 ms         ▲                     or 4 s have passed           │
 *                    │                                                 │──► over: it has said all, or nobody answers
 *                    └──────────────────────────────────────────────────┘ next line, after the last the first
 *
 * One event a frame of 20 ms, in which the party either says the next 20 ms of its line or hears.
 */
export type Talker =
  | { readonly kind: 'answering'; readonly waited: number }
  | {
      readonly kind: 'speaking';
      readonly line: number;
      /** How many lines before this one got no answer. */
      readonly unanswered: number;
    }
  | {
      readonly kind: 'listening';
      readonly line: number;
      readonly unanswered: number;
      readonly waited: number;
      /** Milliseconds of speech heard since it began to listen. */
      readonly heard: number;
      /** Milliseconds since the other side was last heard. */
      readonly quiet: number;
    }
  /** It wants to hang up. */
  | { readonly kind: 'over' };

export type TalkerEvent =
  /** 20 ms have passed in which the other side was this loud (mean square 0..1). */
  | { readonly type: 'frameHeard'; readonly power: number }
  /** The line that is spoken has come to its end. */
  | { readonly type: 'lineSaid' };

export interface TalkerRules {
  readonly lines: number;
  readonly pauseMs: number;
  /** It says its lines once and goes; else it begins anew. */
  readonly once?: boolean | undefined;
  /** It goes when so many lines in a row got no answer. */
  readonly patience?: number | undefined;
}

export const initialTalker: Talker = { kind: 'answering', waited: 0 };

/** The new state; it says which line is spoken, the caller plays it. */
export function nextTalker(state: Talker, event: TalkerEvent, rules: TalkerRules): Talker {
  switch (event.type) {
    case 'lineSaid':
      if (state.kind !== 'speaking') return state;
      return { ...state, kind: 'listening', waited: 0, heard: 0, quiet: 0 };
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
      const waited = state.waited + FRAME_MS;
      return waited >= FIRST_PAUSE_MS
        ? { kind: 'speaking', line: 0, unanswered: 0 }
        : { kind: 'answering', waited };
    }
    case 'speaking':
    case 'over':
      return state;
    case 'listening': {
      const voiced = power > VOICE_POWER;
      const next = {
        ...state,
        waited: state.waited + FRAME_MS,
        heard: state.heard + (voiced ? FRAME_MS : 0),
        quiet: voiced ? 0 : state.quiet + FRAME_MS,
      };
      const answered = next.heard >= MIN_SPEECH_MS && next.quiet >= rules.pauseMs;
      if (!answered && next.waited < MAX_WAIT_MS) return next;
      const unanswered = answered ? 0 : state.unanswered + 1;
      const isIgnored = rules.patience !== undefined && unanswered >= rules.patience;
      if (isIgnored || (rules.once && state.line + 1 === rules.lines)) return { kind: 'over' };
      return { kind: 'speaking', line: (state.line + 1) % rules.lines, unanswered };
    }
    default:
      return state satisfies never;
  }
}

const FIRST_PAUSE_MS = 300;
/** Shorter is a click or a breath. */
const MIN_SPEECH_MS = 100;
const MAX_WAIT_MS = 4000;
/** -40 dB of full scale: louder is a voice, quieter is the noise of a room. */
const VOICE_POWER = 0.0001;
