import { describe, expect, it } from 'vitest';
import { DISPOSITIONS } from './calls/dispositions.ts';
import { settlesAt, undoMs } from './limits.ts';

describe('a result', () => {
  it.each([
    ['contacted', 8_000],
    ['voicemail', 8_000],
    ['missed', 8_000],
    ['removed', 15_000],
  ] as const)('“%s” can be undone for %i ms', (result, ms) => {
    expect(undoMs(result)).toBe(ms);
  });

  it('settles 1 s after its undo period, so a late Undo can arrive', () => {
    for (const result of DISPOSITIONS) expect(settlesAt(result, 500)).toBe(500 + undoMs(result) + 1_000);
  });
});
