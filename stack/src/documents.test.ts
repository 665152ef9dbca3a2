import { execFileSync } from 'node:child_process';
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

const LOG_MESSAGE = /`([^`]+)` \((?:debug|info|warn|error|fatal)\)/g;

it('the documented faults name log messages that exist', () => {
  const documented = [...readFileSync(join(root, 'docs/operations.md'), 'utf8').matchAll(LOG_MESSAGE)];
  const sources = execFileSync('git', ['ls-files', 'server/src', 'stack/src', 'voice/src', 'realtime/src'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  expect(documented.length).toBeGreaterThan(10);
  const missing = documented.filter(
    ([, message = '']) => !sources.some((text) => text.includes(`'${message}'`)),
  );
  expect(missing.map(([, message]) => message)).toEqual([]);
});
