/** Checks the users' guides: their labels are those of the product, their pictures exist, and every picture is used. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PAGE_CATALOGS } from '@offhook/i18n/all-catalogs';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const NAMES = ['agents', 'supervisors', 'administrators'];
const FOLDERS = { en: 'docs/guide', es: 'docs/es/guide' } as const;
const GUIDES = (['en', 'es'] as const).flatMap((language) =>
  NAMES.map((name) => ({ language, path: `${FOLDERS[language]}/${name}.md` })),
);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const imagesIn = (text: string) => [...text.matchAll(/<img src="([^"]+)"/g)].map(([, to = '']) => to);

/** The parts that both languages share. */
const outline = (text: string) =>
  (text.match(/^#+ |^\d\. |^- |\/[\w-]+\.png|\*\*/gm) ?? []).join('\n').replaceAll(/\/(en|es)\//g, '/');

describe.each(GUIDES)('$path', ({ language, path }) => {
  const text = read(path);

  test('names buttons, fields and pages as the product does', () => {
    const labels = Object.values(PAGE_CATALOGS).flatMap((catalog) => Object.values(catalog[language]));
    const bold = [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label);
    expect(bold.length).toBeGreaterThan(20);
    expect(bold.filter((label) => !labels.includes(label as never))).toEqual([]);
  });

  test('shows pictures in its language that exist', () => {
    const images = imagesIn(text).map((to) => relative(root, join(root, dirname(path), to)));
    expect(images.length).toBeGreaterThan(3);
    expect(images.filter((to) => !to.startsWith(`docs/pictures/${language}/`))).toEqual([]);
    expect(images.filter((to) => !existsSync(join(root, to)))).toEqual([]);
  });

  test('has the outline of the same guide in the other language', () => {
    const other = language === 'en' ? path.replace('docs/', 'docs/es/') : path.replace('docs/es/', 'docs/');
    expect(outline(text)).toBe(outline(read(other)));
  });

  test('has at most 1,500 words, in Spanish 1,650', () => {
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(language === 'en' ? 1_500 : 1_650);
  });
});

test.each(['en', 'es'] as const)('the guides use every picture in the language %s', (language) => {
  const used = NAMES.flatMap((name) => imagesIn(read(`${FOLDERS[language]}/${name}.md`)));
  const taken = readdirSync(join(root, 'docs/pictures', language));
  expect(taken.filter((name) => !used.some((to) => to.endsWith(`/${name}`)))).toEqual([]);
});

test('all pictures together stay small enough for a clone', () => {
  const folder = join(root, 'docs/pictures');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.png$/.test(name),
  );
  const bytes = files.reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0);
  expect(bytes).toBeLessThan(4_500_000);
});
