/** What the files for production say, beside what the project is. */
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { readConfig } from '@offhook/server/platform/process/config';
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
  const [outside = ''] = names(read('stack/bin/bundle.mjs'), /^const external = \[(.*)\];$/gm);
  // pg asks for pg-native and does without it.
  const needed = names(outside, /'([^']+)'/g).filter((name) => name !== 'pg-native');
  expect(needed).not.toEqual([]);
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(needed));
});

/** What compose gives a service as its environment, by name. */
function given(service: string): ReadonlyMap<string, string> {
  const block =
    read('compose.yaml')
      .split(`\n  ${service}:\n`)[1]
      ?.split(/\n {2}\w+:\n/)[0] ?? '';
  return new Map(
    [...block.matchAll(/^ {6}([A-Z][A-Z0-9_]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

const settingsOf = (path: string) => names(read(path), /^ {2}([A-Z][A-Z0-9_]+): /gm);

/** Where the image has its parts, where it listens, and what only the box has. */
const OF_THE_IMAGE = [
  'SERVER_PORT',
  'HOST',
  'OFFHOOK_DATA',
  'DATABASE_TEMPLATE',
  'SOFTPHONE_DIST',
  'CONSOLE_DIST',
];
const OF_THE_BOX = [
  'OFFHOOK_DEMO',
  'DISK_RESERVE_MB',
  'VOICE_URL',
  'VOICE_CHUNDERW',
  'PUSHER_CLUSTER',
  'GATEWAY_HOST',
];

test('compose gives its server every setting that it has, and none besides', () => {
  const files = ['config', 'recording-config', 'origin-config'].map((name) => `platform/process/${name}`);
  const known = files.flatMap((name) => settingsOf(`server/src/${name}.ts`));
  expect(known.length).toBeGreaterThan(30);
  const settable = known.filter((name) => ![...OF_THE_IMAGE, ...OF_THE_BOX].includes(name ?? ''));
  expect([...given('server').keys()].sort()).toEqual(settable.sort());
});

test('compose gives its realtime service settings that it has', () => {
  const settings = [...given('realtime').keys()];
  expect(settings.length).toBeGreaterThan(5);
  expect(settingsOf('realtime/src/config.ts')).toEqual(expect.arrayContaining(settings));
});

test('a server takes what compose gives where nothing is said but what must be', () => {
  const said: Record<string, string> = {
    OFFHOOK_HOST: 'phone.example.com',
    POSTGRES_PASSWORD: 'letters',
    TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'letters',
    TWILIO_API_KEY: `SK${'a'.repeat(32)}`,
    TWILIO_API_SECRET: 'letters',
    PUSHER_KEY: 'letters',
    PUSHER_SECRET: 'letters',
  };
  const environment = Object.fromEntries(
    [...given('server')].map(([name, value]) => [
      name,
      value
        .replace(/^'(.*)'$/, '$1')
        .replaceAll(
          /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
          (_, wanted: string, otherwise = '') => said[wanted] ?? otherwise,
        ),
    ]),
  );
  const { publicUrl, recordings, drainMs, google } = readConfig(environment);
  expect({ publicUrl, s3: recordings.s3, drainMs, google }).toEqual({
    publicUrl: 'https://phone.example.com',
    s3: null,
    drainMs: 25_000,
    google: null,
  });
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
