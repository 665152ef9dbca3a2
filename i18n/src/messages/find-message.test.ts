import { describe, expect, it } from 'vitest';
import { createMessageFinder } from './find-message.ts';

const find = createMessageFinder([
  ['left', 'The lead left'],
  ['leftAgain', 'The lead left'],
  ['waits', '{count, plural, one {# lead waits} other {# leads wait}}'],
  ['tried', '{count, plural, one {Tried once} other {Tried # times}} today.'],
  ['hours', 'Open from {from} to {to}.'],
  ['hoursIn', 'Open from {from} to {to} in {place}.'],
  ['took', 'It took {seconds, number} s'],
]);

describe('a message is found by its text', () => {
  it.each([
    ['The lead left', 'left', {}],
    ['1 lead waits', 'waits', { count: 1 }],
    ['1,200 leads wait', 'waits', { count: 1200 }],
    ['Tried once today.', 'tried', { count: 1 }],
    ['Tried 3 times today.', 'tried', { count: 3 }],
    ['Open from 8:00 to 9:00 (late).', 'hours', { from: '8:00', to: '9:00 (late)' }],
    ['Open from 8:00 to 9:00 in Lima.', 'hoursIn', { from: '8:00', to: '9:00', place: 'Lima' }],
    ['It took 0.5 s', 'took', { seconds: 0.5 }],
  ])('%s', (text, id, values) => {
    expect(find(text)).toEqual({ id, values });
  });
});

it.each(['', 'the lead left', 'The lead left.', 'It took long s', 'Notes: 1 lead waits'])(
  "a text without a message isn't found: %s",
  (text) => expect(find(text)).toBeNull(),
);
