/** Checks the help that phone and console link to, which the server sends as it is. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_CATALOGS } from '@offhook/i18n/all-catalogs';
import { describe, expect, test } from 'vitest';

const PUBLIC = join(import.meta.dirname, '../../softphone/public');
const pages = readdirSync(join(PUBLIC, 'help')).filter((name) => name.endsWith('.html'));
const read = (name: string) => readFileSync(join(PUBLIC, 'help', name), 'utf8');
/** Addresses of the server. */
const SERVED = ['/', '/admin', '/api/docs'];

test.each(
  (['phone', 'console'] as const).flatMap((page) =>
    (['en', 'es'] as const).map((language) => [page, language] as const),
  ),
)('the %s links to a help page in the language %s', (page, language) => {
  const address = PAGE_CATALOGS[page][language]['help.address'];
  expect(pages).toContain(address.replace('/help/', ''));
  expect(read(address.replace('/help/', ''))).toContain(`<html lang="${language}">`);
});

describe.each(pages)('the help page %s', (name) => {
  const code = read(name);

  test('links only to pages and files that exist', () => {
    const addresses = [...code.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address ?? '');
    const missing = addresses.filter(
      (address) => !SERVED.includes(address) && !existsSync(join(PUBLIC, address)),
    );
    expect(missing).toEqual([]);
  });

  test('has the same sections and keys as in the other language', () => {
    const other = read(name.includes('.en.') ? name.replace('.en.', '.es.') : name.replace('.es.', '.en.'));
    const outline = (page: string) => (page.match(/<h2>|<dt>|<li>|<kbd>[^<]+<\/kbd>/g) ?? []).join(' ');
    expect(outline(code)).toBe(outline(other));
  });

  test('has no script and no style of its own, which the content security policy forbids', () => {
    expect(code).not.toMatch(/<script|<style| style=/);
  });
});
