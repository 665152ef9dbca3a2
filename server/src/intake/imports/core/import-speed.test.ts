import { describe, expect, it } from 'vitest';
import { importSpeed } from './import-speed.ts';

describe('the speed of an import', () => {
  it.each([
    [100, 2_000, 1_000, { rowsPerSecond: null, secondsLeft: null }],
    [1_000, 2_000, 2_000, { rowsPerSecond: 500, secondsLeft: 2 }],
    [2_000, 2_000, 4_000, { rowsPerSecond: 500, secondsLeft: 0 }],
  ])('after %i of %i rows in %i ms', (done, rows, busy, expected) => {
    expect(importSpeed(done, rows, busy)).toEqual(expected);
  });
});
