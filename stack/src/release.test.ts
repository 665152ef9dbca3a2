import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGES } from '../bin/packages.mjs';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const { version } = JSON.parse(read('package.json'));

it.each([
  ...PACKAGES.map((name) => `${name}/package.json`),
  'package-lock.json',
  'desktop/package-lock.json',
])('%s has the version of the release', (name) => {
  expect(JSON.parse(read(name)).version).toBe(version);
});

it('the changelog has the release, newest first, each with its day', () => {
  const headings: readonly string[] = read('CHANGELOG.md').match(/^## .*$/gm) ?? [];
  const releases = headings.filter((heading) => heading !== '## Unreleased');
  expect(releases[0]).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')} – \\d{4}-\\d{2}-\\d{2}$`));
  expect(headings.indexOf('## Unreleased')).toBeLessThan(1);
});
