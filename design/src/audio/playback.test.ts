import { describe, expect, it } from 'vitest';
import { lanesOf, nextSpeed, skipTarget } from './playback.ts';

it.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [0.75, -1, 0.75],
  [2, 1, 2],
] as const)('from speed %s, a step of %s leads to %s', (speed, by, expected) => {
  expect(nextSpeed(speed, by)).toBe(expected);
});

describe('a skipped silence', () => {
  it.each([
    ['before it', 1.2, null],
    ['at its start', 1.3, 3.7],
    ['inside', 2, 3.7],
    ['at its end', 3.7, null],
  ])('leads on from a time %s', (_, time, expected) => {
    expect(skipTarget(time, [{ from: 1.3, to: 3.7 }])).toBe(expected);
  });
});

describe('the lanes', () => {
  const analysis = { agent_levels: '', lead_levels: btoa('\u0000\u00ff') };
  it('are the levels of both sides, and flat for a side without a channel', () => {
    expect(lanesOf(analysis)).toEqual({ agent: [0, 0], lead: [0, 1] });
  });

  it('are flat without an analysis, and with levels that can’t be read', () => {
    expect(lanesOf(null)).toEqual({ agent: [0], lead: [0] });
    expect(lanesOf({ ...analysis, lead_levels: '~' })).toEqual({ agent: [0], lead: [0] });
  });
});
