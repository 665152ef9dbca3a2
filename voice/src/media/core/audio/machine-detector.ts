import { FRAME_MS } from './g711.ts';

/** Who picked up: a person answers in a few words and waits, a machine says a whole greeting. */
export type Verdict = 'human' | 'machine_start' | 'machine_end_silence' | 'unknown';

/** The provider's parameters of the same names, in milliseconds. */
export interface DetectionRules {
  /** No verdict after this long is `unknown`. */
  readonly timeoutMs: number;
  /** A greeting of at least this length is a machine's. */
  readonly speechThresholdMs: number;
  /** Silence of this length ends a greeting. */
  readonly speechEndThresholdMs: number;
  /** Silence of this length before the first word is `unknown`. */
  readonly silenceTimeoutMs: number;
  /** A machine is reported when its greeting has ended, instead of at once. */
  readonly waitsForEnd: boolean;
}

/** All in milliseconds since the answer. */
export interface Detection {
  readonly elapsedMs: number;
  /** When the greeting began; null before the first word. */
  readonly speechStartMs: number | null;
  /** How much of it was voice. */
  readonly voicedMs: number;
  /** Since the last voice. */
  readonly silenceMs: number;
}

export const initialDetection: Detection = { elapsedMs: 0, speechStartMs: null, voicedMs: 0, silenceMs: 0 };

/**
 * One frame of 20 ms of what the party sends.
 * @param power its mean square, 0 to 1
 */
export function detect(
  state: Detection,
  power: number,
  rules: DetectionRules,
): { readonly state: Detection; readonly verdict: Verdict | null } {
  const isVoice = power > VOICE_POWER;
  const elapsed = state.elapsedMs + FRAME_MS;
  const next: Detection = {
    elapsedMs: elapsed,
    speechStartMs: state.speechStartMs ?? (isVoice ? state.elapsedMs : null),
    voicedMs: state.voicedMs + (isVoice ? FRAME_MS : 0),
    silenceMs: isVoice ? 0 : state.silenceMs + FRAME_MS,
  };
  const { speechStartMs: speechAt, silenceMs: quiet, voicedMs: voiced } = next;
  const hasPaused = quiet >= rules.speechEndThresholdMs;
  // A click on the line is not a greeting.
  if (speechAt !== null && hasPaused && voiced < MIN_WORD_MS)
    return { state: { ...next, speechStartMs: null, voicedMs: 0 }, verdict: timeoutVerdict(next, rules) };
  if (speechAt === null)
    return {
      state: next,
      verdict: quiet >= rules.silenceTimeoutMs ? 'unknown' : timeoutVerdict(next, rules),
    };
  const isMachine = elapsed - quiet - speechAt >= rules.speechThresholdMs;
  if (isMachine && !rules.waitsForEnd) return { state: next, verdict: 'machine_start' };
  if (hasPaused) return { state: next, verdict: isMachine ? 'machine_end_silence' : 'human' };
  return { state: next, verdict: timeoutVerdict(next, rules) };
}

function timeoutVerdict({ elapsedMs: elapsed }: Detection, { timeoutMs }: DetectionRules): Verdict | null {
  return elapsed >= timeoutMs ? 'unknown' : null;
}

const MIN_WORD_MS = 100;
/** -40 dB of full scale: louder is a voice, quieter is the noise of a room. */
const VOICE_POWER = 0.0001;
