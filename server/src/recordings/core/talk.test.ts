import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeTalk, gaps, longSilences, monologues, union } from './talk.ts';

/** [from, to] in seconds. */
type Pair = readonly [number, number];
const spans = (pairs: readonly Pair[]) => pairs.map(([from, to]) => ({ from: from * 1_000, to: to * 1_000 }));

describe('a monologue', () => {
  it.each<[string, Pair[], Pair[], Pair[]]>([
    [
      'goes on after a short pause',
      [
        [0, 5],
        [6.5, 9],
      ],
      [],
      [[0, 9]],
    ],
    [
      'ends with a longer pause',
      [
        [0, 5],
        [7.5, 9],
      ],
      [],
      [
        [0, 5],
        [7.5, 9],
      ],
    ],
    [
      'goes on after a remark of the other side',
      [
        [0, 5],
        [6.5, 9],
      ],
      [[5.3, 6]],
      [[0, 9]],
    ],
    [
      'ends with an answer of the other side',
      [
        [0, 5],
        [6.5, 9],
      ],
      [[5.2, 6.3]],
      [
        [0, 5],
        [6.5, 9],
      ],
    ],
    [
      'ends with an answer that begins before its end',
      [
        [0, 5],
        [6, 9],
      ],
      [[4, 5.5]],
      [
        [0, 5],
        [6, 9],
      ],
    ],
    [
      'isn’t ended by an earlier answer',
      [
        [10, 12],
        [13, 15],
      ],
      [[2, 6]],
      [[10, 15]],
    ],
  ])('%s', (_, own, other, expected) => {
    expect(monologues(spans(own), spans(other))).toEqual(spans(expected));
  });
});

describe('interruptions', () => {
  const of = (agent: Pair[], lead: Pair[]) => analyzeTalk(spans(agent), spans(lead), [], 60_000).talk;
  it.each<[string, Pair[], Pair[], number]>([
    ['of a speaker who goes on for half a second count', [[4, 8]], [[0, 5]], 1],
    ['with only a remark don’t count', [[4, 4.8]], [[0, 9]], 0],
    ['at the end of a sentence don’t count', [[4.8, 8]], [[0, 5]], 0],
    ['after the end don’t count', [[5, 8]], [[0, 5]], 0],
    [
      'count each time',
      [
        [4, 6],
        [12, 14],
      ],
      [
        [0, 5],
        [10, 13],
      ],
      2,
    ],
  ])('%s', (_, agent, lead, expected) => {
    expect(of(agent, lead)?.agent.interruptions).toBe(expected);
  });
});

it('turns are changes of the speaker, without remarks', () => {
  const { talk } = analyzeTalk(
    spans([
      [0, 5],
      [10, 15],
      [20, 25],
    ]),
    spans([
      [2, 2.5],
      [6, 9],
      [16, 16.4],
    ]),
    [],
    30_000,
  );
  expect(talk?.turns).toBe(3);
});

describe('silence', () => {
  it('longer than a second is listed with start and end', () => {
    expect(
      longSilences(
        spans([
          [1.5, 4],
          [5, 6],
          [8, 10],
        ]),
        10_500,
      ),
    ).toEqual([0, 1_500, 6_000, 8_000]);
  });

  it('of an empty recording is all of it', () => {
    expect(longSilences([], 4_000)).toEqual([0, 4_000]);
    expect(longSilences([], 0)).toEqual([]);
  });
});

const anySpans = fc
  .array(fc.tuple(fc.nat(600), fc.integer({ min: 1, max: 50 })), { maxLength: 30 })
  .map((pairs) => union(pairs.map(([from, length]) => ({ from: from * 100, to: (from + length) * 100 }))));

it('talk, silence and overlap add up to the whole recording', () => {
  fc.assert(
    fc.property(anySpans, anySpans, (agent, lead) => {
      const duration = 66_000;
      const { talk, silences } = analyzeTalk(agent, lead, [], duration);
      if (!talk) throw new Error('no talk');
      const both = union([...agent, ...lead]).reduce((total, { from, to }) => total + to - from, 0);
      expect(talk.silence_ms + both).toBe(duration);
      for (const one of [talk.agent, talk.lead]) expect(one.longest_ms).toBeLessThanOrEqual(duration);
      expect(talk.agent.talk_ms).toBe(agent.reduce((total, { from, to }) => total + to - from, 0));
      expect([...silences].sort((a, b) => a - b)).toEqual(silences);
      const listed = gaps(union([...agent, ...lead]), duration).filter(({ from, to }) => to - from > 1_000);
      expect(silences).toEqual(listed.flatMap(({ from, to }) => [from, to]));
    }),
  );
});
