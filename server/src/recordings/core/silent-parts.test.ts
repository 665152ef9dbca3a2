import { expect, test } from 'vitest';
import { type PauseTimes, type RecordingTimes, recordingStart, silentParts } from './silent-parts.ts';

const recording: RecordingTimes = { createdAt: 100_000, seconds: 60, endedAt: 161_000 };
const pause = (pausedAt: number, resumedAt: number | null): PauseTimes => ({ pausedAt, resumedAt });

test.each<[string, number | null, number]>([
  ['is when the report arrives within the reported second', 49_000, 49_800],
  ['is in the middle of the reported second if the report is late', 46_000, 46_500],
  ['is when the report arrives if it has no time', null, 49_800],
  ['is when the report arrives if the clocks differ', 20_000, 49_800],
  ['isn’t in the future', 51_000, 49_800],
])('the start of a recording %s', (_, reported, expected) => {
  expect(recordingStart(reported, 49_800)).toBe(expected);
});

test.each<[string, RecordingTimes, readonly PauseTimes[], readonly (readonly [number, number])[]]>([
  ['a recording without pauses has no silent part', recording, [], []],
  ['a pause is where the call was then', recording, [pause(112_000, 141_000)], [[12, 41]]],
  [
    'two pauses are two parts',
    recording,
    [pause(105_000, 107_500), pause(150_000, 151_000)],
    [
      [5, 7.5],
      [50, 51],
    ],
  ],
  [
    'a pause without an end lasts until the end of the recording',
    recording,
    [pause(150_000, null)],
    [[50, 60]],
  ],
  ['a pause before the recording began is cut at its start', recording, [pause(95_000, 103_000)], [[0, 3]]],
  ['a pause of another recording of the call is not shown', recording, [pause(50_000, 60_000)], []],
  ['a pause of a running call has no end yet', { ...recording, endedAt: null }, [pause(112_000, null)], []],
  [
    'a recording whose start was not reported is counted from its end',
    { ...recording, createdAt: 163_000 },
    [pause(113_000, 123_000)],
    [[12, 22]],
  ],
])('%s', (_, times, pauses, expected) => {
  expect(silentParts(times, pauses).map((part) => [part.from_seconds, part.to_seconds])).toEqual(expected);
});
