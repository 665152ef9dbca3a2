import { describe, expect, test } from 'vitest';
import { compare } from './deltas.ts';

describe('a figure beside the period before', () => {
  test.each([
    [1_284, 1_189, 'more', 'share', 'up', 'better', '8%'],
    [0.43, 0.4, 'more', 'points', 'up', 'better', '3 pts'],
    [0.41, 0.4, 'more', 'points', 'up', 'better', '1 pt'],
    [6_400, 7_500, 'less', 'time', 'down', 'better', '1.1 s'],
    [2_486, 2_437, null, 'share', 'up', 'neutral', '2%'],
    [96, 84, 'less', 'count', 'up', 'worse', '12'],
    [70, 84, 'less', 'count', 'down', 'better', '14'],
    [90, 100, 'more', 'share', 'down', 'worse', '10%'],
    [12, 0, 'more', 'share', 'up', 'better', '12'],
    [1_208, 0, null, 'shareOfSeconds', 'up', 'neutral', '20 min'],
    [1_208, 604, null, 'shareOfSeconds', 'up', 'neutral', '100%'],
  ] as const)(
    '%d after %d, better %s, as a %s: %s, %s, %s',
    (value, before, better, unit, direction, tone, amount) => {
      expect(compare({ value, before, better }, unit)).toEqual({ direction, tone, amount });
    },
  );

  test.each([
    [100, 100, 'share'],
    [1_000, 1_001, 'share'],
    [0.401, 0.4, 'points'],
    [6_410, 6_400, 'time'],
    [0, 0, 'count'],
    [0, 0, 'share'],
  ] as const)('%d after %d as a %s hasn’t changed', (value, before, unit) => {
    expect(compare({ value, before, better: 'more' }, unit)).toEqual({
      direction: 'same',
      tone: 'neutral',
      amount: '',
    });
  });

  test('that can still grow isn’t worse or better until it exceeds the period before', () => {
    const tone = (value: number, better: 'more' | 'less') =>
      compare({ value, before: 84, better, canGrow: true }, 'count')?.tone;
    expect([tone(10, 'more'), tone(10, 'less'), tone(90, 'more'), tone(90, 'less')]).toEqual([
      'neutral',
      'neutral',
      'better',
      'worse',
    ]);
  });

  test('isn’t compared unless both are measured', () => {
    expect(compare({ value: null, before: 3, better: 'less' }, 'time')).toBeNull();
    expect(compare({ value: 3, before: null, better: 'less' }, 'time')).toBeNull();
  });
});
