import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { readConfig } from '@offhook/server/platform/process/config';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);

test("the Dockerfile copies every workspace's package.json", () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const production = read('Dockerfile').split('AS production')[1] ?? '';
  expect(names(production, /^COPY (\w+)\/package\.json \w+\/$/gm).sort()).toEqual([...workspaces].sort());
});

test('external packages of the bundles are dependencies of the installed workspace', () => {
  expect(read('Dockerfile')).toContain('npm ci --omit=dev --workspace=server ');
  const { dependencies } = JSON.parse(read('server/package.json')) as { dependencies: object };
  const [external = ''] = names(read('stack/bin/bundle.mjs'), /^const external = \[(.*)\];$/gm);
  const needed = names(external, /'([^']+)'/g).filter((name) => name !== 'pg-native');
  expect(needed).not.toEqual([]);
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(needed));
});

function composeEnvironment(service: string): ReadonlyMap<string, string> {
  const block =
    read('compose.yaml')
      .split(`\n  ${service}:\n`)[1]
      ?.split(/\n {2}\w+:\n/)[0] ?? '';
  return new Map(
    [...block.matchAll(/^ {6}([A-Z][A-Z0-9_]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

const settingNames = (path: string) => names(read(path), /^ {2}([A-Z][A-Z0-9_]+): /gm);

/** Set by the image, or only meaningful with the embedded services. */
const SET_BY_IMAGE = [
  'SERVER_PORT',
  'HOST',
  'OFFHOOK_DATA',
  'DATABASE_TEMPLATE',
  'SOFTPHONE_DIST',
  'CONSOLE_DIST',
];
const EMBEDDED_ONLY = [
  'OFFHOOK_DEMO',
  'DISK_RESERVE_MB',
  'VOICE_URL',
  'VOICE_CHUNDERW',
  'PUSHER_CLUSTER',
  'GATEWAY_HOST',
];

test("compose passes exactly the server's settings", () => {
  const files = [
    ...['config', 'recording-config', 'origin-config'].map((name) => `platform/process/${name}`),
    'platform/mail/mail-config',
  ];
  const known = files.flatMap((name) => settingNames(`server/src/${name}.ts`));
  expect(known.length).toBeGreaterThan(30);
  const settable = known.filter((name) => ![...SET_BY_IMAGE, ...EMBEDDED_ONLY].includes(name ?? ''));
  expect([...composeEnvironment('server').keys()].sort()).toEqual(settable.sort());
});

test('compose passes only settings that the realtime service has', () => {
  const settings = [...composeEnvironment('realtime').keys()];
  expect(settings.length).toBeGreaterThan(5);
  expect(settingNames('realtime/src/config.ts')).toEqual(expect.arrayContaining(settings));
});

test("the server accepts compose's environment with only the required variables set", () => {
  const required: Record<string, string> = {
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
    [...composeEnvironment('server')].map(([name, value]) => [
      name,
      value
        .replace(/^'(.*)'$/, '$1')
        .replaceAll(
          /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
          (_, variable: string, fallback = '') => required[variable] ?? fallback,
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

test('the trusted proxy in compose has an address outside the dynamic range', () => {
  const compose = read('compose.yaml');
  const [address = ''] = names(compose, /ipv4_address: ([\d.]+)/g);
  expect(names(compose, /TRUSTED_PROXIES: ([\d.]+)$/gm)).toEqual([address]);
  const [range = '', bits = ''] = (names(compose, /ip_range: ([\d./]+)/g)[0] ?? '').split('/');
  const others = new BlockList();
  others.addSubnet(range, Number(bits));
  expect(others.check(address)).toBe(false);
});
