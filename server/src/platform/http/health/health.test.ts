import { expect, it } from 'vitest';
import { createHealth } from './health.ts';

const cases: [string, [string, () => boolean | Promise<boolean>][], string | null][] = [
  ['nothing to wait for', [], null],
  [
    'all there',
    [
      ['a', () => true],
      ['b', async () => true],
    ],
    null,
  ],
  [
    'one that is not',
    [
      ['a', () => true],
      ['b', () => false],
    ],
    'b',
  ],
  [
    'one that fails',
    [
      ['a', () => Promise.reject(new Error('gone'))],
      ['b', () => true],
    ],
    'a',
  ],
  [
    'one that throws',
    [
      [
        'a',
        () => {
          throw new Error('gone');
        },
      ],
    ],
    'a',
  ],
  ['one that never answers', [['a', () => new Promise<boolean>(() => undefined)]], 'a'],
];

it.each(cases)('names the part that is missing: %s', async (_name, parts, missing) => {
  const health = createHealth();
  for (const [part, isReady] of parts) health.add(part, isReady);
  expect(await health.missing()).toBe(missing);
});
