import { expect, it } from 'vitest';
import { coversTexts, findWithdrawals, type WithdrawalFacts } from './consent.ts';

it.each([
  ['call', false],
  ['text', true],
  ['both', true],
] as const)('a consent to "%s" covers texts: %s', (channel, expected) => {
  expect(coversTexts(channel)).toBe(expected);
});

const none: WithdrawalFacts = {
  doNotCall: false,
  stoppedAt: null,
  removedAt: null,
  markedAt: null,
  listedAt: null,
};

it.each<[string, Partial<WithdrawalFacts>, ReturnType<typeof findWithdrawals>]>([
  ['a lead without facts has no withdrawal', {}, []],
  ['STOP is a withdrawal by text', { doNotCall: true, stoppedAt: 5 }, [{ how: 'text', at: 5 }]],
  [
    'a flag is a withdrawal by do_not_call',
    { doNotCall: true, markedAt: 7 },
    [{ how: 'do_not_call', at: 7 }],
  ],
  [
    'a flag set at an unknown time is a withdrawal without a time',
    { doNotCall: true },
    [{ how: 'do_not_call', at: null }],
  ],
  ['a cleared flag isn’t a withdrawal', { markedAt: 7 }, []],
  ['a listed number is a withdrawal', { listedAt: 8 }, [{ how: 'listed', at: 8 }]],
  [
    'a flag and a listed number are two withdrawals',
    { doNotCall: true, markedAt: 7, listedAt: 8 },
    [
      { how: 'do_not_call', at: 7 },
      { how: 'listed', at: 8 },
    ],
  ],
  ['an agent’s result is a withdrawal', { removedAt: 9 }, [{ how: 'removed', at: 9 }]],
  [
    'STOP and a result are two withdrawals',
    { doNotCall: true, stoppedAt: 5, removedAt: 9 },
    [
      { how: 'text', at: 5 },
      { how: 'removed', at: 9 },
    ],
  ],
])('%s', (_title, facts, expected) => {
  expect(findWithdrawals({ ...none, ...facts })).toEqual(expected);
});
