import { expect, it } from 'vitest';
import { acceptedLanguages } from './accept-language.ts';

it.each([
  ['', ['']],
  ['es-MX', ['es-MX']],
  ['es-MX,es;q=0.9,en;q=0.8', ['es-MX', 'es', 'en']],
  ['en;q=0.8, es ; q=0.9', ['es', 'en']],
  ['en;q=0.5,es;q=0.5', ['en', 'es']],
  ['es;q=0,en', ['en']],
  ['es;q=0.000', []],
  ['es;Q=0.2, *;q=0.5', ['*', 'es']],
  ['es;q=', ['es']],
  ['es;q=1.2.3', []],
])('the languages of %j are sorted by weight', (header, tags) => {
  expect(acceptedLanguages(header)).toEqual(tags);
});
