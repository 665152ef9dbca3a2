/** Builds the documentation site from a copy of the repository, in which links can be broken. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markdownFiles, pageOf } from '../../../site/links.ts';

const ROOT = join(import.meta.dirname, '../../..');
const copy = mkdtempSync(join(tmpdir(), 'offhook-docs-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** @returns the exit code and everything printed */
function buildIn(folder: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['stack/bin/docs.mjs'], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

beforeAll(() => {
  const { status, output } = buildIn(ROOT);
  if (status !== 0) throw new Error(output);
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  });
  for (const file of files.split('\n').filter((name) => name !== '' && existsSync(join(ROOT, name))))
    cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, 'site/node_modules'), join(copy, 'site/node_modules'));
});

test('every document is a page of the site, in the navigation’s two languages', () => {
  const pages = markdownFiles().flatMap((file) => pageOf(file) ?? []);
  const built = (page: string) => existsSync(join(ROOT, 'site/dist', page.replace(/\.md$/, '.html')));
  expect(pages.filter((page) => !built(page))).toEqual([]);
  const spanish = readFileSync(join(ROOT, 'site/dist/es/index.html'), 'utf8');
  expect(spanish).toContain('<html lang="es"');
  expect(spanish).toContain('/es/guide/agents.html');
});

test('the search of each language knows its pages', () => {
  const chunks = join(ROOT, 'site/dist/assets/chunks');
  const index = (language: string) =>
    readdirSync(chunks)
      .filter((name) => name.startsWith(`@localSearchIndex${language}.`))
      .map((name) => readFileSync(join(chunks, name), 'utf8'))
      .join('');
  expect(index('root')).toContain('/guide/agents.html#');
  expect(index('root')).not.toContain('/es/guide/agents.html');
  expect(index('es')).toContain('/es/guide/agents.html#');
});

test('files of the repository are links only if its address is known', () => {
  const base = { DOCS_BASE: '/offhook/', DOCS_REPOSITORY: 'https://example.com/offhook/blob/main' };
  expect(readFileSync(join(ROOT, 'site/dist/index.html'), 'utf8')).not.toMatch(/href="[^"]*LICENSE"/);
  const { status, output } = buildIn(copy, base);
  expect(status, output).toBe(0);
  const home = readFileSync(join(copy, 'site/dist/index.html'), 'utf8');
  expect(home).toContain('href="https://example.com/offhook/blob/main/LICENSE"');
  expect(home).toContain('href="/offhook/demo.html"');
});

test('a dead page, heading, file or picture fails the build with its place', () => {
  const demo = join(copy, 'docs/demo.md');
  const text = readFileSync(demo, 'utf8');
  const dead = ['missing-page.md', 'deploy.md#missing-heading', '../missing-file.ts'];
  writeFileSync(demo, `${text}\n${dead.map((link) => `[text](${link})`).join(' ')}\n`);
  const links = buildIn(copy);
  expect(links.status).toBe(1);
  expect(links.output).toContain('docs/demo.md: missing-page.md');
  expect(links.output).toContain('docs/demo.md: ../missing-file.ts');
  expect(links.output).toContain('demo.html: /deploy.html#missing-heading');

  writeFileSync(demo, `${text}\n![](missing.png)\n`);
  const picture = buildIn(copy);
  expect(picture.status).toBe(1);
  expect(picture.output).toMatch(/missing\.png" from "[^"]*docs\/demo\.md"/);
});
