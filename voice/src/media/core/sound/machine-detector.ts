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
  readonly elapsed: number;
  /** When the greeting began; null before the first word. */
  readonly speechAt: number | null;
  /** How much of it was voice. */
  readonly voiced: number;
  /** Since the last voice. */
  readonly quiet: number;
}

export const beginDetection: Detection = { elapsed: 0, speechAt: null, voiced: 0, quiet: 0 };

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
  const elapsed = state.elapsed + FRAME_MS;
  const next: Detection = {
    elapsed,
    speechAt: state.speechAt ?? (isVoice ? state.elapsed : null),
    voiced: state.voiced + (isVoice ? FRAME_MS : 0),
    quiet: isVoice ? 0 : state.quiet + FRAME_MS,
  };
  const { speechAt, quiet, voiced } = next;
  const hasPaused = quiet >= rules.speechEndThresholdMs;
  // A click on the line is not a greeting.
  if (speechAt !== null && hasPaused && voiced < SHORTEST_WORD_MS)
    return { state: { ...next, speechAt: null, voiced: 0 }, verdict: over(next, rules) };
  if (speechAt === null)
    return { state: next, verdict: quiet >= rules.silenceTimeoutMs ? 'unknown' : over(next, rules) };
  const isMachine = elapsed - quiet - speechAt >= rules.speechThresholdMs;
  if (isMachine && !rules.waitsForEnd) return { state: next, verdict: 'machine_start' };
  if (hasPaused) return { state: next, verdict: isMachine ? 'machine_end_silence' : 'human' };
  return { state: next, verdict: over(next, rules) };
}

function over({ elapsed }: Detection, { timeoutMs }: DetectionRules): Verdict | null {
  return elapsed >= timeoutMs ? 'unknown' : null;
}

const SHORTEST_WORD_MS = 100;
/** -40 dB of full scale: louder is a voice, quieter is the noise of a room. */
const VOICE_POWER = 0.0001;
