import { expect, test } from 'vitest';
import { createPageCatalog } from './page-catalog.ts';
import { createRich } from './rich.ts';

const en = {
  link: 'See <link>{name}’s page</link>, changed {at}.',
  plain: 'See the page.',
} as const;

const load = async () => ({ default: en });
const catalog = createPageCatalog<typeof en>({ en: load, es: load });
const rich = createRich(catalog);

test('values and tags of a rich message become nodes, in the order of its text', () => {
  expect(() => rich('plain', {})).toThrow('not loaded');
  catalog.use('en', en);
  const at = { node: 'time' };
  const link = (text: string) => ({ node: text });
  expect(rich('link', { name: 'Ada', at, link })).toEqual([
    'See ',
    { node: 'Ada’s page' },
    ', changed ',
    at,
    '.',
  ]);
  expect(rich('plain', {})).toEqual(['See the page.']);
});

test('a rich message without one of its tags is a type error', () => {
  catalog.use('en', en);
  // @ts-expect-error the tag is missing
  expect(() => rich('link', { name: 'Ada', at: 'now' })).toThrow();
});
