/** What the files for production say, beside what the project is. */
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);

test('the image installs from a copy of every workspace’s package.json', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const production = read('Dockerfile').split('AS production')[1] ?? '';
  expect(names(production, /^COPY (\w+)\/package\.json \w+\/$/gm).sort()).toEqual([...workspaces].sort());
});

test('what the bundles leave outside is a dependency of the workspace that the image installs', () => {
  expect(read('Dockerfile')).toContain('npm ci --omit=dev --workspace=server ');
  const { dependencies } = JSON.parse(read('server/package.json')) as { dependencies: object };
  const [outside = ''] = names(read('stack/bin/build.mjs'), /^ {2}external: \[(.*)\],$/gm);
  // pg asks for pg-native and does without it.
  const needed = names(outside, /'([^']+)'/g).filter((name) => name !== 'pg-native');
  expect(needed).not.toEqual([]);
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(needed));
});

test.each([
  ['server', 'server/src/config.ts'],
  ['realtime', 'realtime/src/config.ts'],
])('compose gives its %s settings that it has', (service, config) => {
  const block =
    read('compose.yaml')
      .split(`\n  ${service}:\n`)[1]
      ?.split(/\n {2}\w+:\n/)[0] ?? '';
  const given = names(block, /^ {6}([A-Z][A-Z_]+):/gm);
  expect(given.length).toBeGreaterThan(5);
  const known = names(read(config), /^ {2}([A-Z][A-Z_]+): /gm);
  const ofRecordings = names(read('server/src/recording-config.ts'), /^ {2}([A-Z][A-Z0-9_]+): /gm);
  expect([...known, ...ofRecordings]).toEqual(expect.arrayContaining(given));
});

test('the proxy that compose’s server trusts has an address that nobody else is given', () => {
  const compose = read('compose.yaml');
  const [address = ''] = names(compose, /ipv4_address: ([\d.]+)/g);
  expect(names(compose, /TRUSTED_PROXIES: ([\d.]+)$/gm)).toEqual([address]);
  const [range = '', bits = ''] = (names(compose, /ip_range: ([\d./]+)/g)[0] ?? '').split('/');
  const others = new BlockList();
  others.addSubnet(range, Number(bits));
  expect(others.check(address)).toBe(false);
});
