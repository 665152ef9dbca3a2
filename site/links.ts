/** Which files of the repository are pages of the site, and where links between them lead. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** Pages outside docs. All Markdown in docs is a page. */
const OUTSIDE_DOCS: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  'ARCHITECTURE.md': 'architecture.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'CODE_OF_CONDUCT.md': 'code-of-conduct.md',
  'voice/README.md': 'voice.md',
  'voice/package/README.md': 'voice-package.md',
  'voice/docs/differences.md': 'voice-differences.md',
  'realtime/README.md': 'realtime.md',
  'realtime/package/README.md': 'realtime-package.md',
  'desktop/README.md': 'desktop.md',
};

/** @param file from the repository's root @returns the page's file on the site, such as `es/index.md`, or null */
export function pageOf(file: string): string | null {
  if (!file.startsWith('docs/')) return OUTSIDE_DOCS[file] ?? null;
  return file.endsWith('.md') ? file.slice('docs/'.length).replace(/README\.md$/, 'index.md') : null;
}

/** GitHub's rule, so that a link to a heading works there and on the site. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

export type Link =
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'page'; readonly file: string; readonly address: string; readonly hash: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'dead' };

/** @param from the file with the link, from the repository's root */
export function resolveLink(from: string, href: string): Link {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return { kind: 'elsewhere' };
  const [path = '', hash = ''] = href.split('#');
  const file = path === '' ? from : relative(ROOT, join(ROOT, dirname(from), decodeURI(path)));
  if (path.startsWith('/') || file.startsWith('..') || !existsSync(join(ROOT, file))) return { kind: 'dead' };
  const page = pageOf(file);
  if (page === null) return { kind: 'file', file };
  return { kind: 'page', file, address: `/${page}`, hash };
}

/** All Markdown files of the repository, from its root. */
export function markdownFiles(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'data'].includes(entry.name) || entry.name.startsWith('.')
        ? []
        : markdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}
