import { describe, expect, test } from 'vitest';
import { type DetectionRules, detect, initialDetection, type Verdict } from './machine-detector.ts';

const rules: DetectionRules = {
  timeoutMs: 30_000,
  speechThresholdMs: 2_400,
  speechEndThresholdMs: 1_200,
  silenceTimeoutMs: 5_000,
  waitsForEnd: false,
};
const atTheEnd = { ...rules, waitsForEnd: true };

/** @param audio speech (positive) and silence (negative) in ms */
function detectAll(
  audio: readonly number[],
  detectionRules: DetectionRules = rules,
): { verdict: Verdict | null; afterMs: number } {
  let state = initialDetection;
  for (const ms of audio)
    for (let frame = 0; frame < Math.abs(ms) / 20; frame += 1) {
      const step = detect(state, ms > 0 ? 0.01 : 0, detectionRules);
      state = step.state;
      if (step.verdict !== null) return { verdict: step.verdict, afterMs: state.elapsedMs };
    }
  return { verdict: null, afterMs: state.elapsedMs };
}

describe('answering machine detection', () => {
  const cases: [string, number[], DetectionRules, Verdict | null, number][] = [
    ['a short greeting followed by a pause is a person', [-300, 900, -3_000], rules, 'human', 2_400],
    ['short pauses do not split a greeting', [900, -400, 900, -3_000], rules, 'human', 3_400],
    ['a long greeting is reported as a machine before it ends', [-300, 9_000], rules, 'machine_start', 2_700],
    ['pauses count toward the greeting length', [1_000, -500, 1_000], rules, 'machine_start', 2_400],
    ['a greeting at the threshold is a machine', [2_400, -3_000], rules, 'machine_start', 2_400],
    ['a greeting below the threshold is a person', [2_380, -3_000], rules, 'human', 3_580],
    ['the verdict on silence is unknown', [-9_000], rules, 'unknown', 5_000],
    ['a click is not a greeting', [-300, 60, -9_000], rules, 'unknown', 5_360],
    ['a click before the greeting does not lengthen it', [40, -1_500, 2_000, -2_000], rules, 'human', 4_740],
    [
      'with waitsForEnd, a machine is reported when its greeting ends',
      [6_000, -2_000],
      atTheEnd,
      'machine_end_silence',
      7_200,
    ],
    ['with waitsForEnd, a person is reported immediately', [900, -3_000], atTheEnd, 'human', 2_100],
    ['with waitsForEnd, an endless greeting gives unknown', [40_000], atTheEnd, 'unknown', 30_000],
    ['speech followed by a short pause gives no verdict yet', [900, -1_000], rules, null, 1_900],
  ];
  test.each(cases)('%s', (_title, audio, detectionRules, verdict, afterMs) => {
    expect(detectAll(audio, detectionRules)).toEqual({ verdict, afterMs });
  });
});
