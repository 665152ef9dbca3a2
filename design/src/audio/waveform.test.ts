import { describe, expect, test } from 'vitest';
import { findPeaks, joinPeaks, scaleLanes, strokePath, toLanes } from './waveform.ts';

describe('peaks', () => {
  test.each([
    ['each bar is the loudest sample of its slice', [0.1, -0.5, 0.2, 0.3], 2, [0.5, 0.3]],
    ['a channel with fewer samples than bars leaves bars empty', [0.5], 3, [0, 0, 0.5]],
    ['an empty channel is silence', [], 2, [0, 0]],
    ['a sample above full scale counts as full scale', [2], 1, [1]],
  ])('%s', (_, samples, bars, expected) => {
    const found = findPeaks(Float32Array.from(samples), bars);
    expect(found).toHaveLength(bars);
    for (const [index, peak] of found.entries()) expect(peak).toBeCloseTo(expected[index] ?? -1, 5);
  });
});

test.each([
  ['the agent is on the first channel', [0.5, 1], 0, { agent: [0.5], lead: [1] }],
  ['the agent is on the second channel', [0.5, 1], 1, { agent: [1], lead: [0.5] }],
  ["a voicemail has only the lead's lane", [0.5], 0, { agent: [0], lead: [0.5] }],
  ['a recording without channels is silent', [], 1, { agent: [0], lead: [0] }],
])('lanes: %s', (_, channels, agentChannel, expected) => {
  const sounds = channels.map((sample) => Float32Array.from([sample]));
  expect(toLanes(sounds, agentChannel, 1)).toEqual(expected);
});

test.each([
  ['fewer bars keep the loudest peak', [0.1, 0.9, 0.2, 0.3], 2, [0.9, 0.3]],
  ['more bars repeat peaks', [0.1, 0.9], 4, [0.1, 0.1, 0.9, 0.9]],
])('joined peaks: %s', (_, fine, bars, expected) => {
  expect(joinPeaks(fine, bars)).toEqual(expected);
});

test.each([
  [
    'the loudest bar of both lanes becomes full scale',
    { agent: [0.2], lead: [0.1] },
    { agent: [1], lead: [0.5] },
  ],
  ['silence stays silence', { agent: [0], lead: [0] }, { agent: [0], lead: [0] }],
])('scaled lanes: %s', (_, lanes, expected) => {
  expect(scaleLanes(lanes)).toEqual(expected);
});

test("hiss isn't scaled up to look like speech", () => {
  expect(scaleLanes({ agent: [0.005], lead: [0] }).agent[0]).toBeLessThan(0.2);
});

test("the agent's bars point up, the lead's down", () => {
  expect(strokePath([1], 3, 20, -1)).toBe('M1.5 -1.5V-19.0');
  expect(strokePath([1], 3, 20, 1)).toBe('M1.5 1.5V19.0');
});
