import { expect, test } from 'vitest';
import { fileSummary } from './do-not-call-text.ts';

const answer = { success: true, added: 1, already_listed: 0, invalid: 0, invalid_lines: [] } as const;

test.each([
  ['one number', answer, ['1 number added.']],
  [
    'many numbers, some already listed',
    { ...answer, added: 12_000, already_listed: 3 },
    ['12,000 numbers added.', '3 numbers already on the list.'],
  ],
  [
    'invalid lines',
    { ...answer, added: 0, invalid: 2, invalid_lines: [4, 6] },
    ['0 numbers added.', '2 lines without a valid number: 4, 6.'],
  ],
  [
    'more invalid lines than the summary lists',
    { ...answer, invalid: 200, invalid_lines: Array.from({ length: 100 }, (_, at) => at + 1) },
    [
      '1 number added.',
      '200 lines without a valid number: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 180 more.',
    ],
  ],
])('an import with %s is summarized', (_title, counts, sentences) => {
  expect(fileSummary({ ...counts, invalid_lines: [...counts.invalid_lines] })).toEqual(sentences);
});
