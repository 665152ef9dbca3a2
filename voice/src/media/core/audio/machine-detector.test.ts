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

/** Speech (positive) and silence (negative), in milliseconds. */
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

describe('who picked up', () => {
  const cases: [string, number[], DetectionRules, Verdict | null, number][] = [
    ['a few words and a pause are a person', [-300, 900, -3_000], rules, 'human', 2_400],
    ['words with short pauses are one greeting', [900, -400, 900, -3_000], rules, 'human', 3_400],
    ['a long greeting is a machine while it speaks', [-300, 9_000], rules, 'machine_start', 2_700],
    ['pauses belong to a greeting', [1_000, -500, 1_000], rules, 'machine_start', 2_400],
    ['a greeting of the threshold is a machine', [2_400, -3_000], rules, 'machine_start', 2_400],
    ['a greeting just under it is a person', [2_380, -3_000], rules, 'human', 3_580],
    ['silence is unknown', [-9_000], rules, 'unknown', 5_000],
    ['a click is not a greeting', [-300, 60, -9_000], rules, 'unknown', 5_360],
    ['a click before the words does not lengthen them', [40, -1_500, 2_000, -2_000], rules, 'human', 4_740],
    [
      'a machine is waited for where its end is asked for',
      [6_000, -2_000],
      atTheEnd,
      'machine_end_silence',
      7_200,
    ],
    ['a person is not waited for', [900, -3_000], atTheEnd, 'human', 2_100],
    ['a greeting without end is unknown', [40_000], atTheEnd, 'unknown', 30_000],
    ['speech that has just ended is undecided', [900, -1_000], rules, null, 1_900],
  ];
  test.each(cases)('%s', (_title, audio, detectionRules, verdict, afterMs) => {
    expect(detectAll(audio, detectionRules)).toEqual({ verdict, afterMs });
  });
});
