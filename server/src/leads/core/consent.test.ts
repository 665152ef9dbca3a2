import { expect, it } from 'vitest';
import { coversTexts, type WithdrawalFacts, withdrawals } from './consent.ts';

it.each([
  ['call', false],
  ['text', true],
  ['both', true],
] as const)('a consent to %s covers texts: %s', (channel, expected) => {
  expect(coversTexts(channel)).toBe(expected);
});

const none: WithdrawalFacts = {
  doNotCall: false,
  stoppedAt: null,
  removedAt: null,
  markedAt: null,
  listedAt: null,
};

it.each<[string, Partial<WithdrawalFacts>, ReturnType<typeof withdrawals>]>([
  ['a lead who may be called', {}, []],
  ['STOP', { doNotCall: true, stoppedAt: 5 }, [{ how: 'text', at: 5 }]],
  ['a mark', { doNotCall: true, markedAt: 7 }, [{ how: 'do_not_call', at: 7 }]],
  ['a mark, at an unknown time', { doNotCall: true }, [{ how: 'do_not_call', at: null }]],
  ['a mark that was taken back', { markedAt: 7 }, []],
  ['the list', { listedAt: 8 }, [{ how: 'listed', at: 8 }]],
  [
    'a mark and the list',
    { doNotCall: true, markedAt: 7, listedAt: 8 },
    [
      { how: 'do_not_call', at: 7 },
      { how: 'listed', at: 8 },
    ],
  ],
  ['an agent’s result', { removedAt: 9 }, [{ how: 'removed', at: 9 }]],
  [
    'STOP and a result',
    { doNotCall: true, stoppedAt: 5, removedAt: 9 },
    [
      { how: 'text', at: 5 },
      { how: 'removed', at: 9 },
    ],
  ],
])('%s is shown as withdrawn as it is stored', (_what, facts, expected) => {
  expect(withdrawals({ ...none, ...facts })).toEqual(expected);
});
