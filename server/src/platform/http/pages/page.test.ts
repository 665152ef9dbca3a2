import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PhoneConfig } from '@offhook/contract/client/phone-config';
import { SIGN_IN_PAGES } from '@offhook/contract/client/sign-in-pages';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { scratchFolder } from '../../../testing/servers/local.ts';
import { type Config, readConfig } from '../../process/config.ts';
import { createHealth } from '../health/health.ts';
import { healthRoutes } from '../health/health-route.ts';
import type { Api } from '../route.ts';
import { consolePageRoutes, pageRoutes } from './page.ts';

const EMBEDDED = {
  PUBLIC_URL: 'http://localhost:8080',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'twilio-token',
  TWILIO_API_KEY: `SK${'0'.repeat(32)}`,
  TWILIO_API_SECRET: 'twilio-secret',
  VOICE_URL: 'http://127.0.0.1:7001',
  VOICE_CHUNDERW: 'localhost:8080/voice',
  PUSHER_APP_ID: '1',
  PUSHER_KEY: '</script><b>',
  PUSHER_SECRET: 'pusher-secret',
  PUSHER_HOST: '127.0.0.1',
  PUSHER_PORT: '7002',
  REALTIME_EMBEDDED: '1',
  OFFHOOK_DEMO: '1',
};
const HOSTED = {
  ...EMBEDDED,
  PUBLIC_URL: 'https://phone.example',
  VOICE_URL: '',
  VOICE_CHUNDERW: '',
  PUSHER_KEY: 'key',
  PUSHER_HOST: '',
  PUSHER_PORT: '',
  PUSHER_CLUSTER: 'eu',
  REALTIME_EMBEDDED: '',
  OFFHOOK_DEMO: '',
};

async function serve(environment: Record<string, string>) {
  const dist = scratchFolder();
  mkdirSync(join(dist, 'assets'));
  writeFileSync(
    join(dist, 'index.html'),
    '<head><!--offhook-config--><script src="/assets/a-1.js"></script></head>',
  );
  writeFileSync(join(dist, 'assets/a-1.js'), 'console.log(1)');
  writeFileSync(join(dist, 'favicon.svg'), '<svg/>');
  mkdirSync(join(dist, 'sounds'));
  writeFileSync(join(dist, 'sounds/ring.mp3'), 'a sound');
  mkdirSync(join(dist, 'apps/webrtc/assets'), { recursive: true });
  writeFileSync(
    join(dist, 'apps/webrtc/sign-in-pages.html'),
    '<head><!--offhook-config--><script src="/apps/webrtc/assets/s-1.js"></script></head>',
  );
  writeFileSync(join(dist, 'apps/webrtc/assets/s-1.js'), 'console.log(3)');
  mkdirSync(join(dist, 'console/assets'), { recursive: true });
  writeFileSync(
    join(dist, 'console/index.html'),
    '<head><!--offhook-config--><script src="/admin/assets/c-1.js"></script></head>',
  );
  writeFileSync(join(dist, 'console/assets/c-1.js'), 'console.log(2)');
  const config: Config = readConfig({
    ...environment,
    SOFTPHONE_DIST: dist,
    CONSOLE_DIST: join(dist, 'console'),
  });
  const server = Fastify();
  onTestFinished(() => server.close());
  const api: Api = { server, authorize: async () => ({ session: null, account: null }) };
  pageRoutes(api, config);
  consolePageRoutes(api, config);
  const health = createHealth();
  let isReady = false;
  health.add('database', () => isReady);
  healthRoutes(api, health);
  return {
    get: (url: string) => server.inject({ method: 'GET', url }),
    becomeReady: () => {
      isReady = true;
    },
  };
}

function configOf(html: string): PhoneConfig {
  const text = /<script type="application\/json" id="offhook-config">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return z.parse(PhoneConfig, JSON.parse(text));
}

it('the page gets its services’ addresses and no secret', async () => {
  const { get } = await serve(EMBEDDED);
  const page = await get('/?url=tel:+14155550100');
  expect(page.statusCode).toBe(200);
  expect(page.headers['cache-control']).toBe('no-store');
  expect(configOf(page.body)).toEqual({
    api: { production: '', development_domain: '', development: '' },
    voice: { chunderw: 'localhost:8080/voice' },
    realtime: { key: '</script><b>', cluster: '', host: 'localhost', port: 8080, path: '' },
    demo: true,
    country_lookup: '',
    page_origins: [],
  });
  for (const secret of ['twilio-token', 'twilio-secret', 'pusher-secret', EMBEDDED.TWILIO_API_KEY]) {
    expect(page.body).not.toContain(secret);
  }
});

it('the ring sound is served as audio', async () => {
  const { get } = await serve(EMBEDDED);
  const sound = await get('/sounds/ring.mp3');
  expect([sound.statusCode, sound.headers['content-type']]).toEqual([200, 'audio/mpeg']);
});

it('the page points to the hosted services if they are used', async () => {
  const { get } = await serve(HOSTED);
  const page = await get('/');
  expect(configOf(page.body)).toMatchObject({
    voice: { chunderw: '' },
    realtime: { key: 'key', cluster: 'eu', host: '', port: null },
    demo: false,
  });
  expect(configOf(page.body).voice).toEqual({ chunderw: '' });
  const near = await serve({ ...HOSTED, TWILIO_EDGE: 'frankfurt' });
  expect(configOf((await near.get('/')).body).voice).toEqual({ chunderw: '', edge: 'frankfurt' });
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain('wss://*.twilio.com');
  expect(policy).toContain('wss://ws-eu.pusher.com');
});

it('the policy allows the page’s own files and nonced styles only', async () => {
  const { get } = await serve(EMBEDDED);
  const [one, two] = [await get('/'), await get('/')];
  const policy = String(one.headers['content-security-policy']);
  const nonce = /nonce="([^"]+)"/.exec(one.body)?.[1] ?? '';
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "img-src 'self' data:",
      `style-src 'self' 'nonce-${nonce}'`,
      "connect-src 'self' ws://localhost:8080 ws://127.0.0.1:8080",
      "media-src 'self' blob:",
      "frame-ancestors 'self'",
    ]),
  );
  expect(policy).not.toMatch(/unsafe|upgrade-insecure|twilio/);
  expect(two.body).not.toContain(nonce);
});

it('only the console may show a page in a frame, and only the phone', async () => {
  const { get } = await serve(EMBEDDED);
  const policyOf = async (url: string) =>
    String((await get(url)).headers['content-security-policy'])
      .split('; ')
      .filter((rule) => rule.startsWith('frame-'));
  expect(await policyOf('/')).toEqual(["frame-ancestors 'self'"]);
  expect(await policyOf('/admin')).toEqual(["frame-ancestors 'none'", "frame-src 'self'"]);
});

it('the policy allows the configured country lookup URL', async () => {
  const { get } = await serve({ ...EMBEDDED, COUNTRY_LOOKUP_URL: 'https://ip.example/a;b/json?fields=cc' });
  const page = await get('/');
  expect(configOf(page.body).country_lookup).toBe('https://ip.example/a;b/json?fields=cc');
  expect(String(page.headers['content-security-policy']).split('; ')).toContain(
    "connect-src 'self' ws://localhost:8080 ws://127.0.0.1:8080 https://ip.example/a%3Bb/json",
  );
  const without = await serve(EMBEDDED);
  expect(configOf((await without.get('/')).body).country_lookup).toBe('');
});

it('the page gets the API origins, and the policy allows connections, images and media from them', async () => {
  const { get } = await serve({
    ...HOSTED,
    API_ORIGIN: 'https://api.example.com',
    DEV_DOMAIN: 'Dev.Example.com',
    DEV_API_ORIGIN: 'https://api.dev.example.com',
  });
  for (const url of ['/', '/admin']) {
    const page = await get(url);
    expect(configOf(page.body).api).toEqual({
      production: 'https://api.example.com',
      development_domain: 'dev.example.com',
      development: 'https://api.dev.example.com',
    });
    const both = 'https://api.example.com https://api.dev.example.com';
    const policy = String(page.headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        `img-src 'self' ${both} data:`,
        `media-src 'self' ${both} blob: https://sdk.twilio.com`,
        expect.stringMatching(`^connect-src 'self' ${both} wss://phone\\.example`),
        "script-src 'self'",
        "form-action 'self'",
      ]),
    );
  }
});

it('built files are cached forever, others revalidated, and nothing outside the folder is served', async () => {
  const { get } = await serve(EMBEDDED);
  expect((await get('/assets/a-1.js')).headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  });
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  expect((await get('/index.html')).headers.location).toBe('/');
  for (const url of ['/nothing.js', '/../config.ts', '/..%2f..%2fetc/passwd']) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  }
});

it('the console is served at /admin and below, with the same policy and services', async () => {
  const { get } = await serve(EMBEDDED);
  const phone = await get('/');
  for (const url of ['/admin', '/admin/', '/admin/teams/4', '/admin/calls?agent=1']) {
    const page = await get(url);
    expect([url, page.statusCode]).toEqual([url, 200]);
    expect(page.body).toContain('/admin/assets/c-1.js');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(configOf(page.body)).toEqual(configOf(phone.body));
    const withoutNonce = (policy: unknown) =>
      String(policy)
        .replace(/'nonce-[^']+'/, '')
        .replace(/; frame-.*/, '');
    expect(withoutNonce(page.headers['content-security-policy'])).toBe(
      withoutNonce(phone.headers['content-security-policy']),
    );
  }
  expect((await get('/admin/assets/c-1.js')).headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  });
  for (const url of ['/admin/assets/nothing.js', '/admin/assets/..%2findex.html', '/administration']) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  }
});

it('each sign-in page is served with the services’ addresses, and no other page may frame it', async () => {
  const { get } = await serve(EMBEDDED);
  const phone = await get('/');
  for (const path of Object.values(SIGN_IN_PAGES)) {
    const page = await get(path);
    expect([path, page.statusCode]).toEqual([path, 200]);
    expect(page.body).toContain('/apps/webrtc/assets/s-1.js');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(configOf(page.body)).toEqual(configOf(phone.body));
  }
  expect((await get('/apps/webrtc/assets/s-1.js')).headers['cache-control']).toContain('immutable');
  expect((await get('/apps/webrtc/sign-in-pages.html')).headers.location).toBe('/');
  expect((await get('/apps/webrtc/other-page')).statusCode).toBe(404);
});

it('health names the component that isn’t ready, or reports success', async () => {
  const { get, becomeReady } = await serve(EMBEDDED);
  const missing = await get('/healthz');
  expect([missing.statusCode, missing.json()]).toEqual([
    503,
    { success: false, error: 'database', code: 'unavailable' },
  ]);
  becomeReady();
  expect((await get('/healthz')).statusCode).toBe(200);
});
