import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readNumbers } from './do-not-call-files.ts';

const MOST = 3;
const read = (...lines: string[]) => readNumbers(Readable.from([Buffer.from(lines.join('\n'))]), 'US', MOST);
const number = (last: number) => `+141555526${String(last).padStart(2, '0')}`;

it('a file may hold as many numbers as the limit, each as often as it likes', async () => {
  const { numbers } = await read(number(1), number(2), number(3), number(1), number(2));
  expect(numbers).toEqual([number(1), number(2), number(3)]);
});

it.each([
  ['numbers', [number(1), number(2), number(3), number(4)]],
  ['lines without a number', ['a', 'b', 'c', 'd', 'e']],
])('a file with more %s than the limit is refused', async (_what, lines) => {
  await expect(read(...lines)).rejects.toMatchObject({ code: 'fileTooLarge' });
});
