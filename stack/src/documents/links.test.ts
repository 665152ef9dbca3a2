/** Checks links between documents by the rules of the documentation site, without building it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
