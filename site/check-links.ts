/** Checks the built site: addresses of pages, images and headings, in texts and navigation. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @param base the path below which the site is served, such as `/` @returns one line per dead link */
export function findDeadLinks(folder: string, base: string): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.html') && name !== '404.html',
  );
  const idsOf = new Map<string, ReadonlySet<string>>();
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const ids = (file: string) => {
    const known = idsOf.get(file);
    if (known) return known;
    const found = new Set([...read(file).matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id));
    idsOf.set(file, found);
    return found;
  };
  return pages.flatMap((page) =>
    [...new Set([...read(page).matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link))].flatMap(
      (link) => {
        const address = new URL(link.replaceAll('&amp;', '&'), `http://site${base}${page}`);
        if (address.host !== 'site') return [];
        const file = fileAt(folder, decodeURI(address.pathname).slice(base.length));
        const hash = decodeURIComponent(address.hash.slice(1));
        if (file === null) return [`${page}: ${link}`];
        if (hash !== '' && file.endsWith('.html') && !ids(file).has(hash)) return [`${page}: ${link}`];
        return [];
      },
    ),
  );
}

function fileAt(folder: string, path: string): string | null {
  const candidates = path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
  return (
    candidates.find((file) => existsSync(join(folder, file)) && statSync(join(folder, file)).isFile()) ?? null
  );
}
