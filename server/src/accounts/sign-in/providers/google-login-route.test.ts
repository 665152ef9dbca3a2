/** Google login end to end: follows redirects as a browser would, from the link to the session. */
import { createServer } from 'node:http';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest';
import { sessions, singleSignOn, users } from '../../../platform/database/schema.ts';
import { ALLOWED_PAGE_ORIGIN, openTestApp } from '../../../testing/app/app.ts';
import { startTestOpenIdProvider, type TestOpenIdProvider } from '../../../testing/app/openid-provider.ts';
import { follow, type Jar, type Step, step } from '../../../testing/app/redirects.ts';
import { type OpenTestDatabase, withDatabase } from '../../../testing/database/database.ts';
import { close, listen } from '../../../testing/servers/local.ts';
import { createSessions } from '../sessions.ts';
import { createGoogleLogin } from './google-login.ts';
import { createOpenId } from './openid.ts';
import { signPending } from './pending-login.ts';

const LINK = '/apps/webrtc/login/google';

let provider: TestOpenIdProvider;
let base: string;
/** The redirect URL is registered with the provider, so the port is fixed; each test plugs in its own server. */
let server: FastifyInstance;
const front = createServer((incoming, response) => server.routing(incoming, response));
beforeAll(async () => {
  base = await listen(front);
  provider = await startTestOpenIdProvider(`${base}${LINK}/callback`);
});
afterAll(async () => {
  await provider.stop();
  await close(front);
});
beforeEach(() => {
  provider.fault = null;
  provider.changeClaims = null;
  provider.user = { email: 'Agent@Demo.test', verified: true };
});

async function start(open: OpenTestDatabase, changes: { clientSecret?: string; issuer?: string } = {}) {
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  const { issuer, clientId, clientSecret } = { ...provider, ...changes };
  const openId = createOpenId({
    config: { issuer, clientId, clientSecret },
    redirectUri: `${base}${LINK}/callback`,
    clock,
    // Long enough for a busy machine; the timeout test shortens it.
    timeoutSeconds: provider.fault === 'hangs' ? 0.2 : 30,
  });
  const world = await openTestApp(open, base, openId);
  server = world.app;
  return {
    ...world,
    jar: new Map() as Jar,
    later(ms: number) {
      ahead += ms;
      world.clock.advance(ms);
    },
    logIn(jar: Jar, query = '') {
      return follow(
        `${base}${LINK}${query}`,
        jar,
        ({ location }) => location?.startsWith(base) === true && /^\/(\?|$|admin)/.test(pathOf(location)),
      );
    },
    async callbackUrl(jar: Jar): Promise<string> {
      const last = await follow(`${base}${LINK}`, jar, ({ location }) => location?.startsWith(base) === true);
      return last.location ?? '';
    },
    async user(jar: Jar) {
      const cookie = (jar.get(base) ?? []).map(({ name, value }) => `${name}=${value}`).join('; ');
      const response = await world.app.inject({ url: '/api/v1/user', headers: { cookie } });
      return response.json<{ success: boolean; email?: string }>();
    },
  };
}

const pathOf = (url: string | null) => {
  const { pathname, search } = new URL(url ?? '', 'http://none');
  return pathname + search;
};

withDatabase('Google login', (open) => {
  it('logs in the user with that email, like a password login, and ends the previous session', async () => {
    const { logIn, user, jar, db } = await start(open);
    const done = await logIn(jar);
    expect([done.status, pathOf(done.location)]).toEqual([302, '/']);
    expect(await user(jar)).toMatchObject({ success: true, email: 'agent@demo.test' });
    const cookie = () => (jar.get(base) ?? []).filter(({ name }) => name.startsWith('offhook'));
    expect(cookie()).toEqual([
      {
        name: 'offhook_session',
        value: expect.stringMatching(/^u\./),
        path: '/',
        flags: expect.stringMatching(/(?=.*Max-Age=1209600)(?=.*HttpOnly)(?=.*SameSite=Lax)/),
      },
    ]);
    const [before] = cookie();
    await logIn(jar);
    expect(cookie()[0]?.value).not.toBe(before?.value);
    expect(await db.select().from(sessions)).toHaveLength(1);
  });

  it('redirects to the requested console page and nowhere else', async () => {
    const { logIn, jar } = await start(open);
    const to = async (next: string) =>
      (await logIn(jar, `?${new URLSearchParams({ next })}`)).location?.replace(base, '');
    expect(await to('/admin/calls?search=Lima')).toBe('/admin/calls?search=Lima');
    expect(await to('https://elsewhere.example/admin')).toBe('/');
    expect(await to('//elsewhere.example/admin')).toBe('/');
    provider.user = null;
    expect(await to('/admin/calls')).toBe('/?login_error=googleCancelled&next=%2Fadmin%2Fcalls');
  });

  it('returns to the configured page origin that started it and to no other origin', async () => {
    const { jar, user } = await start(open);
    const landingUrl = async (query: object) => {
      const ends = ({ location }: Step) => location !== null && /\/(\?.*|admin)?$/.test(location);
      const isOurs = (one: Step) => !one.location?.startsWith(provider.issuer) && ends(one);
      return (await follow(`${base}${LINK}?${new URLSearchParams({ ...query })}`, jar, isOurs)).location;
    };
    expect(await landingUrl({ page: ALLOWED_PAGE_ORIGIN })).toBe(`${ALLOWED_PAGE_ORIGIN}/`);
    expect((await user(jar)).success).toBe(true);
    expect(await landingUrl({ page: ALLOWED_PAGE_ORIGIN, next: '/admin' })).toBe(
      `${ALLOWED_PAGE_ORIGIN}/admin`,
    );
    expect(await landingUrl({ page: 'https://evil.example' })).toBe(`${base}/`);
    expect(await landingUrl({ page: `${ALLOWED_PAGE_ORIGIN}.evil.example` })).toBe(`${base}/`);
    provider.user = null;
    expect(await landingUrl({ page: ALLOWED_PAGE_ORIGIN })).toBe(
      `${ALLOWED_PAGE_ORIGIN}/?login_error=googleCancelled`,
    );
  });

  const reasons: [string, () => void, string][] = [
    ['the email is unknown', () => signInAs('stranger@demo.test'), 'badCredentials'],
    ['only a look-alike email exists', () => signInAs('\u212Ailo@demo.test'), 'badCredentials'],
    ['Google has not verified the email', () => signInAs('agent@demo.test', false), 'googleUnverified'],
    ['the user declines', () => decline(), 'googleCancelled'],
    ['the token is for another login', () => withClaims({ nonce: 'another' }), 'googleRefused'],
    ['the token is for another client', () => withClaims({ aud: 'another' }), 'googleRefused'],
    [
      'the token is from another provider',
      () => withClaims({ iss: 'https://another.example' }),
      'googleRefused',
    ],
    ['the token is too old', () => withClaims({ exp: 1_000 }), 'googleRefused'],
  ];
  function signInAs(email: string, verified = true) {
    provider.user = { email, verified };
  }
  function decline() {
    provider.user = null;
  }
  function withClaims(changes: object) {
    provider.changeClaims = (claims) => ({ ...claims, ...changes });
  }

  test.each(reasons)('fails with an error code when %s', async (_title, arrange, code) => {
    const { logIn, user, jar, db } = await start(open);
    arrange();
    const { location } = await logIn(jar);
    expect(pathOf(location)).toBe(`/?login_error=${code}`);
    expect((await user(jar)).success).toBe(false);
    expect(await db.select().from(sessions)).toEqual([]);
    provider.user = { email: 'agent@demo.test', verified: true };
    provider.changeClaims = null;
    expect(pathOf((await logIn(jar)).location)).toBe('/');
  });

  it('rejects an inactive user', async () => {
    const { logIn, jar, db } = await start(open);
    await db.update(users).set({ active: false }).where(eq(users.email, 'agent@demo.test'));
    expect(pathOf((await logIn(jar)).location)).toBe('/?login_error=badCredentials');
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it('rejects a user whose account logs in with single sign-on alone', async () => {
    const { logIn, jar, db } = await start(open);
    const signOn = { account_id: 100, name: 'Demo', domains: ['demo.test'], is_only: true };
    const client = { issuer: 'https://a.example', client_id: 'c', client_secret: 's' };
    await db.insert(singleSignOn).values({ ...signOn, ...client });
    expect(pathOf((await logIn(jar)).location)).toBe('/?login_error=organizationOnly');
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it('accepts the callback once, in the same browser, within 10 minutes', async () => {
    const { callbackUrl, user, jar, db, later } = await start(open);
    const EXPIRED = '/?login_error=googleExpired';
    const returned = await callbackUrl(jar);
    const copy: Jar = new Map([...jar].map(([origin, cookies]) => [origin, [...cookies]]));
    const tokenRequests = provider.requestedPaths.filter((path) => path === '/token').length;
    const victim: Jar = new Map();
    expect(pathOf((await step(returned, victim)).location)).toBe(EXPIRED);
    await callbackUrl(victim);
    expect(pathOf((await step(returned, victim)).location)).toBe(EXPIRED);
    expect(provider.requestedPaths.filter((path) => path === '/token')).toHaveLength(tokenRequests);
    expect(pathOf((await step(returned, jar)).location)).toBe('/');
    expect(pathOf((await step(returned, jar)).location)).toBe(EXPIRED);
    expect((await user(jar)).success).toBe(true);
    expect(pathOf((await step(returned, copy)).location)).toBe(EXPIRED);
    expect(await db.select().from(sessions)).toHaveLength(1);
    const slow: Jar = new Map();
    const lateCallback = await callbackUrl(slow);
    later(10 * 60_000);
    expect(pathOf((await step(lateCallback, slow)).location)).toBe(EXPIRED);
  });

  it('reports that Google is unavailable for each kind of failure, and recovers', async () => {
    for (const fault of ['error', 'garbage', 'hangs'] as const) {
      provider.fault = fault;
      const { logIn, jar } = await start(open);
      const { location } = await logIn(jar);
      expect([fault, pathOf(location)]).toEqual([fault, '/?login_error=googleUnavailable']);
      provider.fault = null;
    }
    const unreachable = await start(open, { issuer: 'http://127.0.0.1:2' });
    expect(pathOf((await unreachable.logIn(unreachable.jar)).location)).toBe(
      '/?login_error=googleUnavailable',
    );
    const { callbackUrl, logIn, jar } = await start(open);
    const returned = await callbackUrl(jar);
    provider.fault = 'error';
    expect(pathOf((await step(returned, jar)).location)).toBe('/?login_error=googleUnavailable');
    provider.fault = null;
    expect(pathOf((await logIn(jar)).location)).toBe('/');
  });

  it('caches the provider metadata for an hour, and keeps using it if a refresh fails', async () => {
    const discovered = () => provider.requestedPaths.filter((path) => path.startsWith('/.well-known')).length;
    const before = discovered();
    const { jar, later } = await start(open);
    expect(discovered()).toBe(before);
    const startLogin = async () => (await step(`${base}${LINK}`, jar)).location;
    await Promise.all([startLogin(), startLogin(), startLogin()]);
    expect(discovered()).toBe(before + 1);
    later(3_600_000);
    provider.fault = 'error';
    expect(await startLogin()).toContain(provider.issuer);
    expect(discovered()).toBe(before + 2);
  });

  it('reports a failure when Google rejects the client secret', async () => {
    const { logIn, jar } = await start(open, { clientSecret: 'an old secret' });
    expect(pathOf((await logIn(jar)).location)).toBe('/?login_error=googleRefused');
  });

  it('is limited to 300 starts and 60 failures per address per minute', async () => {
    const { db, clock } = await openTestApp(open);
    let now = clock.now();
    const frozenClock = { now: () => now };
    const { issuer, clientId, clientSecret } = provider;
    const redirectUri = `${base}${LINK}/callback`;
    const google = createGoogleLogin({
      db,
      clock: frozenClock,
      sessions: createSessions({ db, clock: frozenClock, secret: 'a secret' }),
      log: pino({ level: 'silent' }),
      secret: 'a secret',
      pageOrigins: [],
      openId: createOpenId({
        config: { issuer, clientId, clientSecret },
        redirectUri,
        clock: frozenClock,
        timeoutSeconds: 30,
      }),
    });
    const TOO_MANY = '/?login_error=tooManyLogins';
    const startLogin = (address: string) => google.start({ next: '', page: '', address });
    for (let count = 0; count < 300; count += 1)
      expect((await startLogin('192.0.2.1')).location).toContain(issuer);
    expect((await startLogin('192.0.2.1')).location).toBe(TOO_MANY);
    expect((await startLogin('192.0.2.2')).location).toContain(issuer);
    const failLogin = (address: string) => {
      const login = { state: 'requested', nonce: 'n', verifier: 'v', next: null, page: '', until: now + 1 };
      const pending = signPending('google', login, 'a secret');
      const query = `?${new URLSearchParams({ state: 'requested', error: 'access_denied', iss: issuer })}`;
      return google.finish({ query, pending, client: { userAgent: '', address } });
    };
    for (let count = 0; count < 60; count += 1)
      expect((await failLogin('192.0.2.1')).location).toBe('/?login_error=googleCancelled');
    expect((await failLogin('192.0.2.1')).location).toBe(TOO_MANY);
    expect((await failLogin('192.0.2.2')).location).toBe('/?login_error=googleCancelled');
    now += 60_000;
    expect((await startLogin('192.0.2.1')).location).toContain(issuer);
    expect((await failLogin('192.0.2.1')).location).toBe('/?login_error=googleCancelled');
  });
});
