import { expect, it } from 'vitest';
import { coversTexts, type WithdrawalFacts, withdrawals } from './consent.ts';

it.each([
  ['call', false],
  ['text', true],
  ['both', true],
] as const)('a consent to %s covers texts: %s', (channel, expected) => {
  expect(coversTexts(channel)).toBe(expected);
});

const none: WithdrawalFacts = { doNotCall: false, stoppedAt: null, removedAt: null, listedAt: null };

it.each<[string, Partial<WithdrawalFacts>, ReturnType<typeof withdrawals>]>([
  ['a lead who may be called', {}, []],
  ['STOP', { doNotCall: true, stoppedAt: 5 }, [{ how: 'text', at: 5 }]],
  ['the list', { doNotCall: true, listedAt: 7 }, [{ how: 'do_not_call', at: 7 }]],
  ['the list, at an unknown time', { doNotCall: true }, [{ how: 'do_not_call', at: null }]],
  ['an entry that was taken back', { listedAt: 7 }, []],
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
