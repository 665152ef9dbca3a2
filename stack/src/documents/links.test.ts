/** Checks links between documents by the rules of the documentation site, without building it. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { markdownFiles, pageOf, ROOT, resolveLink, slugOf } from '../../../site/links.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```|`[^`\n]+`|^ {4}.*$/gm, '');
const plain = (heading: string) => heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');

function anchorsOf(file: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const text = read(file).replaceAll(/^```[\s\S]*?^```/gm, '');
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.*)$/gm)) {
    const slug = slugOf(plain(heading));
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function findDeadLinks(file: string): string[] {
  const links = [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)|\s(?:src|href)="([^"]+)"/g)];
  return links.flatMap(([, markdown, html]) => {
    const href = markdown ?? html ?? '';
    const link = resolveLink(file, href);
    const isDead =
      link.kind === 'dead' ||
      (link.kind === 'page' && link.hash !== '' && !anchorsOf(link.file).has(decodeURI(link.hash)));
    return isDead ? [`${file}: ${href}`] : [];
  });
}

test('documents link only to files and headings that exist', () => {
  const pages = markdownFiles().filter((file) => pageOf(file) !== null);
  expect(pages.length).toBeGreaterThan(80);
  expect(pages.flatMap(findDeadLinks)).toEqual([]);
});

test('each Spanish document and its English one link to each other below their titles', () => {
  const spanish = markdownFiles().filter((file) => file.startsWith('docs/es/'));
  const secondParagraph = (file: string) => read(file).split('\n\n')[1];
  const between = (from: string, to: string, label: string) =>
    `[${label}](${relative(dirname(join(ROOT, from)), join(ROOT, to))})`;
  expect(spanish.length).toBeGreaterThan(5);
  for (const file of spanish) {
    const english = file === 'docs/es/README.md' ? 'README.md' : file.replace('docs/es/', 'docs/');
    expect(secondParagraph(file), file).toBe(between(file, english, 'English'));
    expect(secondParagraph(english), english).toBe(between(english, file, 'Español'));
  }
});

test('a link to a missing file, outside the repository or from its root is dead', () => {
  const kind = (href: string) => resolveLink('docs/deploy.md', href).kind;
  expect(['missing.md', '../../elsewhere', '/api/docs'].map(kind)).toEqual(['dead', 'dead', 'dead']);
  expect(['../LICENSE', '../README.md', '#sizing', 'https://example.com'].map(kind)).toEqual([
    'file',
    'page',
    'page',
    'elsewhere',
  ]);
});

test('headings get the anchors that GitHub gives them', () => {
  expect(
    ['A. One machine, on a private network', 'Stored secrets', '¿Qué hacer?', 'N/N+1'].map(slugOf),
  ).toEqual(['a-one-machine-on-a-private-network', 'stored-secrets', 'qué-hacer', 'nn1']);
});
