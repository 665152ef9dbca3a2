import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readNumbers } from './do-not-call-files.ts';

const MAX_NUMBERS = 3;
const read = (...lines: string[]) =>
  readNumbers(Readable.from([Buffer.from(lines.join('\n'))]), 'US', MAX_NUMBERS);
const number = (last: number) => `+141555526${String(last).padStart(2, '0')}`;

it('a file can hold up to the limit of distinct numbers', async () => {
  const { numbers } = await read(number(1), number(2), number(3), number(1), number(2));
  expect(numbers).toEqual([number(1), number(2), number(3)]);
});

it.each([
  ['numbers', [number(1), number(2), number(3), number(4)]],
  ['lines without a number', ['a', 'b', 'c', 'd', 'e']],
])('a file with more %s than the limit is rejected', async (_what, lines) => {
  await expect(read(...lines)).rejects.toMatchObject({ code: 'fileTooLarge' });
});
