import { FRAME_MS } from './g711.ts';

/** Answering machine detection: a person says a few words and waits, while a machine plays a whole greeting. */
export type Verdict = 'human' | 'machine_start' | 'machine_end_silence' | 'unknown';

/** Twilio's parameters of the same names, in ms. */
export interface DetectionRules {
  readonly timeoutMs: number;
  readonly speechThresholdMs: number;
  readonly speechEndThresholdMs: number;
  /** Applies before any speech. */
  readonly silenceTimeoutMs: number;
  /** Report a machine when its greeting ends instead of immediately. */
  readonly waitsForEnd: boolean;
}

/** Times are ms since the answer. */
export interface Detection {
  readonly elapsedMs: number;
  readonly speechStartMs: number | null;
  readonly voicedMs: number;
  readonly silenceMs: number;
}

export const initialDetection: Detection = { elapsedMs: 0, speechStartMs: null, voicedMs: 0, silenceMs: 0 };

/** @param power mean square of a 20 ms frame, 0 to 1 */
export function detect(
  state: Detection,
  power: number,
  rules: DetectionRules,
): { readonly state: Detection; readonly verdict: Verdict | null } {
  const isVoice = power > VOICE_POWER;
  const elapsedMs = state.elapsedMs + FRAME_MS;
  const next: Detection = {
    elapsedMs,
    speechStartMs: state.speechStartMs ?? (isVoice ? state.elapsedMs : null),
    voicedMs: state.voicedMs + (isVoice ? FRAME_MS : 0),
    silenceMs: isVoice ? 0 : state.silenceMs + FRAME_MS,
  };
  const { speechStartMs, silenceMs, voicedMs } = next;
  const hasPaused = silenceMs >= rules.speechEndThresholdMs;
  if (speechStartMs !== null && hasPaused && voicedMs < MIN_WORD_MS)
    return { state: { ...next, speechStartMs: null, voicedMs: 0 }, verdict: timeoutVerdict(next, rules) };
  if (speechStartMs === null)
    return {
      state: next,
      verdict: silenceMs >= rules.silenceTimeoutMs ? 'unknown' : timeoutVerdict(next, rules),
    };
  const isMachine = elapsedMs - silenceMs - speechStartMs >= rules.speechThresholdMs;
  if (isMachine && !rules.waitsForEnd) return { state: next, verdict: 'machine_start' };
  if (hasPaused) return { state: next, verdict: isMachine ? 'machine_end_silence' : 'human' };
  return { state: next, verdict: timeoutVerdict(next, rules) };
}

function timeoutVerdict({ elapsedMs }: Detection, { timeoutMs }: DetectionRules): Verdict | null {
  return elapsedMs >= timeoutMs ? 'unknown' : null;
}

const MIN_WORD_MS = 100;
/** -40 dBFS: louder counts as speech. */
const VOICE_POWER = 0.0001;
