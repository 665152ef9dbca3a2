import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

const linesOf = (...paths: string[]) =>
  execFileSync('git', ['ls-files', '--', ...paths], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|mjs)$/.test(file) && !file.includes('.test.'))
    // A value on a line of its own belongs to the line of its name.
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .replaceAll(/:\n\s+/g, ': ')
        .split('\n'),
    )
    .map((line) => line.replaceAll("\\'", "'"));

const CODE = linesOf('server/src', 'stack/src', 'stack/testing', 'voice/src', 'realtime/src');
const TEXTS = { en: linesOf('i18n/src/catalogs/*/en.ts'), es: linesOf('i18n/src/catalogs/*/es.ts') };

/** … stands for a value. */
function isIn(lines: readonly string[], quote: string): boolean {
  const parts = quote.split('…').flatMap((part) => part.trim() || []);
  return lines.some((line) => {
    let at = 0;
    return parts.every((part) => {
      const found = line.indexOf(part, at);
      at = found + part.length;
      return found >= 0;
    });
  });
}

describe.each([
  ['docs/troubleshooting.md', 'en'],
  ['docs/es/troubleshooting.md', 'es'],
] as const)('%s', (name, language) => {
  const text = readFileSync(join(root, name), 'utf8');

  it('quotes texts that the product has', () => {
    const quotes = [...text.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote);
    expect(quotes.length).toBeGreaterThan(30);
    const lines = [...TEXTS[language], ...CODE];
    expect(quotes.filter((quote) => quote !== 'quotation marks' && !isIn(lines, quote))).toEqual([]);
  });

  it('quotes log messages that exist', () => {
    const messages = [...text.matchAll(/`([^`]+)` \((?:info|warn|error|fatal)\)/g)].map(
      ([, one = '']) => one,
    );
    expect(messages.filter((one) => !CODE.some((line) => line.includes(`'${one}'`)))).toEqual([]);
  });
});

it.each([
  'docs/troubleshooting.md',
  'docs/connect-your-form.md',
  'docs/es/troubleshooting.md',
  'docs/es/connect-your-form.md',
])('%s links to documents that exist', (name) => {
  const text = readFileSync(join(root, name), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#:]+)[^)]*\)/g)].map(([, to = '']) => to);
  expect(links.filter((to) => !existsSync(join(root, dirname(name), to)))).toEqual([]);
});
