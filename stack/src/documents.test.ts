import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const WALKTHROUGHS = readdirSync(join(root, 'docs/walks')).map((name) => `docs/walks/${name}`);

const PACKAGES = ['', 'server/src', 'softphone/src', 'stack', 'voice/src', 'realtime/src'];

function pathsIn(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '');
  const quoted = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path);
  return quoted.filter((path) => /^[\w.-]+(\/[\w.-]+)+$|^[\w./-]+\.(ts|tsx|mjs|md)$/.test(path));
}

describe.each(['ARCHITECTURE.md', ...WALKTHROUGHS])('%s', (name) => {
  const text = readFileSync(join(root, name), 'utf8');

  it('names files and folders that exist', () => {
    const paths = pathsIn(text);
    expect(paths.length).toBeGreaterThan(3);
    const exists = (path: string) =>
      PACKAGES.some((packageName) => existsSync(join(root, packageName, path)));
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });

  it('links to documents that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)[^)]*\)/g)].map(([, to = '']) => to);
    expect(links.filter((to) => !existsSync(join(root, dirname(name), to)))).toEqual([]);
  });
});
