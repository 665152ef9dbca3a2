/** The login by Google, from the link to the session, by the redirects that a browser follows. */
import { createServer, type IncomingMessage, request } from 'node:http';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest';
import { sessions, users } from '../../platform/database/schema.ts';
import { openTestApp, PAGE_ELSEWHERE } from '../../testing/app/app.ts';
import { startTestOpenIdProvider, type TestOpenIdProvider } from '../../testing/app/openid-provider.ts';
import { type OpenTestDatabase, withDatabase } from '../../testing/database/database.ts';
import { close, listen } from '../../testing/servers/local.ts';
import { createGoogleLogin } from './google-login.ts';
import { sealPending } from './google-pending.ts';
import { createOpenId } from './openid.ts';
import { createSessions } from './sessions.ts';

const LINK = '/apps/webrtc/login/google';

/** Cookies of each origin by name and path. */
type Jar = Map<string, { name: string; value: string; path: string; flags: string }[]>;

interface Step {
  readonly status: number;
  readonly location: string | null;
}

async function step(url: string, jar: Jar): Promise<Step> {
  const { origin, pathname } = new URL(url);
  const kept = jar.get(origin) ?? [];
  const cookie = kept
    .filter(({ path }) => pathname.startsWith(path))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    // Each by a connection of its own: none is left from a server that is gone.
    request(url, { agent: false, headers: cookie === '' ? {} : { cookie } }, resolve)
      .on('error', reject)
      .end();
  });
  answer.resume();
  const set = answer.headers['set-cookie'] ?? [];
  for (const line of set) {
    const [, name = '', value = '', flags = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
    const path = /path=([^;]+)/i.exec(flags)?.[1] ?? '/';
    const others = (jar.get(origin) ?? []).filter((one) => one.name !== name || one.path !== path);
    const isOver = /expires=Thu, 01 Jan 1970/i.test(flags);
    jar.set(origin, isOver ? others : [...others, { name, value, path, flags }]);
  }
  const { location } = answer.headers;
  return {
    status: answer.statusCode ?? 0,
    location: location === undefined ? null : new URL(location, url).href,
  };
}

/** Follows until what `ends` says. */
async function follow(from: string, jar: Jar, ends: (step: Step) => boolean): Promise<Step> {
  let url = from;
  for (let count = 0; count < 20; count += 1) {
    const one = await step(url, jar);
    if (ends(one) || one.location === null) return one;
    url = one.location;
  }
  throw new Error(`it leads on and on: ${url}`);
}

let provider: TestOpenIdProvider;
let base: string;
/** The address stays the same from test to test, because the provider knows it; who answers there is the test's. */
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
  provider.lie = null;
  provider.person = { email: 'Agent@Demo.test', verified: true };
});

async function start(open: OpenTestDatabase, changes: { clientSecret?: string; issuer?: string } = {}) {
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  const { issuer, clientId, clientSecret } = { ...provider, ...changes };
  const openId = createOpenId({
    config: { issuer, clientId, clientSecret },
    redirectUri: `${base}${LINK}/callback`,
    clock,
    // Long enough for a busy machine to answer; a test of silence shortens it.
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
    /** From the link until a page of the product is asked for; `query` of the link. */
    logIn(jar: Jar, query = '') {
      return follow(
        `${base}${LINK}${query}`,
        jar,
        ({ location }) => location?.startsWith(base) === true && /^\/(\?|$|admin)/.test(pathOf(location)),
      );
    },
    /** Until the provider sends the browser back: the address it shall open. */
    async answer(jar: Jar): Promise<string> {
      const one = await follow(`${base}${LINK}`, jar, ({ location }) => location?.startsWith(base) === true);
      return one.location ?? '';
    },
    async user(jar: Jar) {
      const cookie = (jar.get(base) ?? []).map(({ name, value }) => `${name}=${value}`).join('; ');
      const answer = await world.app.inject({ url: '/api/v1/user', headers: { cookie } });
      return answer.json<{ success: boolean; email?: string }>();
    },
  };
}

const pathOf = (url: string | null) => {
  const { pathname, search } = new URL(url ?? '', 'http://none');
  return pathname + search;
};

withDatabase('the login by Google', (open) => {
  it('signs in who has the email, in a session like that of a password, and ends the one before', async () => {
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

  it('leads on to the page of the console that was asked for, and to nowhere else', async () => {
    const { logIn, jar } = await start(open);
    const to = async (next: string) =>
      (await logIn(jar, `?${new URLSearchParams({ next })}`)).location?.replace(base, '');
    expect(await to('/admin/calls?search=Lima')).toBe('/admin/calls?search=Lima');
    expect(await to('https://elsewhere.example/admin')).toBe('/');
    expect(await to('//elsewhere.example/admin')).toBe('/');
    provider.person = null;
    expect(await to('/admin/calls')).toBe('/?login_error=googleCancelled&next=%2Fadmin%2Fcalls');
  });

  it('returns to the page of a configured origin that began it, and to no other origin', async () => {
    const { jar, user } = await start(open);
    const lead = async (query: object) => {
      const ends = ({ location }: Step) => location !== null && /\/(\?.*|admin)?$/.test(location);
      const isOurs = (one: Step) => !one.location?.startsWith(provider.issuer) && ends(one);
      return (await follow(`${base}${LINK}?${new URLSearchParams({ ...query })}`, jar, isOurs)).location;
    };
    expect(await lead({ page: PAGE_ELSEWHERE })).toBe(`${PAGE_ELSEWHERE}/`);
    expect((await user(jar)).success).toBe(true);
    expect(await lead({ page: PAGE_ELSEWHERE, next: '/admin' })).toBe(`${PAGE_ELSEWHERE}/admin`);
    expect(await lead({ page: 'https://evil.example' })).toBe(`${base}/`);
    expect(await lead({ page: `${PAGE_ELSEWHERE}.evil.example` })).toBe(`${base}/`);
    provider.person = null;
    expect(await lead({ page: PAGE_ELSEWHERE })).toBe(`${PAGE_ELSEWHERE}/?login_error=googleCancelled`);
  });

  const reasons: [string, () => void, string][] = [
    ['nobody has this email', () => said('stranger@demo.test'), 'badCredentials'],
    [
      'nobody has this email, though another letter looks like it',
      () => said('\u212Ailo@demo.test'),
      'badCredentials',
    ],
    ['Google has not verified the email', () => said('agent@demo.test', false), 'googleUnverified'],
    ['the user says no', () => nobody(), 'googleCancelled'],
    ['the token is for another login', () => lies({ nonce: 'another' }), 'googleRefused'],
    ['the token is for another client', () => lies({ aud: 'another' }), 'googleRefused'],
    ['the token is of another provider', () => lies({ iss: 'https://another.example' }), 'googleRefused'],
    ['the token is too old', () => lies({ exp: 1_000 }), 'googleRefused'],
  ];
  function said(email: string, verified = true) {
    provider.person = { email, verified };
  }
  function nobody() {
    provider.person = null;
  }
  function lies(changes: object) {
    provider.lie = (claims) => ({ ...claims, ...changes });
  }

  test.each(reasons)('opens nothing when %s, and says why', async (_sentence, arrange, code) => {
    const { logIn, user, jar, db } = await start(open);
    arrange();
    const { location } = await logIn(jar);
    expect(pathOf(location)).toBe(`/?login_error=${code}`);
    expect((await user(jar)).success).toBe(false);
    expect(await db.select().from(sessions)).toEqual([]);
    // The same browser can try again at once.
    provider.person = { email: 'agent@demo.test', verified: true };
    provider.lie = null;
    expect(pathOf((await logIn(jar)).location)).toBe('/');
  });

  it('opens nothing for a user who is switched off', async () => {
    const { logIn, jar, db } = await start(open);
    await db.update(users).set({ active: false }).where(eq(users.email, 'agent@demo.test'));
    expect(pathOf((await logIn(jar)).location)).toBe('/?login_error=badCredentials');
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it('takes an answer once, in the browser that asked, for ten minutes', async () => {
    const { answer, user, jar, db, later } = await start(open);
    const EXPIRED = '/?login_error=googleExpired';
    const returned = await answer(jar);
    const copy: Jar = new Map([...jar].map(([origin, cookies]) => [origin, [...cookies]]));
    const asks = provider.asked.filter((path) => path === '/token').length;
    // Somebody else is handed the address: their browser has not asked, or has asked something else.
    const victim: Jar = new Map();
    expect(pathOf((await step(returned, victim)).location)).toBe(EXPIRED);
    await answer(victim);
    expect(pathOf((await step(returned, victim)).location)).toBe(EXPIRED);
    expect(provider.asked.filter((path) => path === '/token')).toHaveLength(asks);
    // Twice by the one who asked: the browser has forgotten the question, and the code is used up.
    expect(pathOf((await step(returned, jar)).location)).toBe('/');
    expect(pathOf((await step(returned, jar)).location)).toBe(EXPIRED);
    expect((await user(jar)).success).toBe(true);
    expect(pathOf((await step(returned, copy)).location)).toBe(EXPIRED);
    expect(await db.select().from(sessions)).toHaveLength(1);
    const slow: Jar = new Map();
    const lateAnswer = await answer(slow);
    later(10 * 60_000);
    expect(pathOf((await step(lateAnswer, slow)).location)).toBe(EXPIRED);
  });

  it('says that Google cannot be reached, whichever way it fails, and works again when it does', async () => {
    for (const fault of ['error', 'garbage', 'hangs'] as const) {
      provider.fault = fault;
      const { logIn, jar } = await start(open);
      const { location } = await logIn(jar);
      expect([fault, pathOf(location)]).toEqual([fault, '/?login_error=googleUnavailable']);
      provider.fault = null;
    }
    const nowhere = await start(open, { issuer: 'http://127.0.0.1:2' });
    expect(pathOf((await nowhere.logIn(nowhere.jar)).location)).toBe('/?login_error=googleUnavailable');
    // It fails after the user has come back.
    const { answer, logIn, jar } = await start(open);
    const returned = await answer(jar);
    provider.fault = 'error';
    expect(pathOf((await step(returned, jar)).location)).toBe('/?login_error=googleUnavailable');
    provider.fault = null;
    expect(pathOf((await logIn(jar)).location)).toBe('/');
  });

  it('asks Google what it is once an hour, and goes on with the old answer when there is no new one', async () => {
    const discovered = () => provider.asked.filter((path) => path.startsWith('/.well-known')).length;
    const before = discovered();
    const { jar, later } = await start(open);
    expect(discovered()).toBe(before);
    const begin = async () => (await step(`${base}${LINK}`, jar)).location;
    await Promise.all([begin(), begin(), begin()]);
    expect(discovered()).toBe(before + 1);
    later(3_600_000);
    provider.fault = 'error';
    expect(await begin()).toContain(provider.issuer);
    expect(discovered()).toBe(before + 2);
  });

  it('says that it did not work when Google does not take this server’s secret', async () => {
    const { logIn, jar } = await start(open, { clientSecret: 'an old secret' });
    expect(pathOf((await logIn(jar)).location)).toBe('/?login_error=googleRefused');
  });

  it('is not begun again and again: at most 300 times a minute of one address, and 60 failures', async () => {
    const { db, clock } = await openTestApp(open);
    let now = clock.now();
    const stands = { now: () => now };
    const { issuer, clientId, clientSecret } = provider;
    const redirectUri = `${base}${LINK}/callback`;
    const google = createGoogleLogin({
      db,
      clock: stands,
      sessions: createSessions({ db, clock: stands, secret: 'a secret' }),
      log: pino({ level: 'silent' }),
      secret: 'a secret',
      pageOrigins: [],
      openId: createOpenId({
        config: { issuer, clientId, clientSecret },
        redirectUri,
        clock: stands,
        timeoutSeconds: 30,
      }),
    });
    const TOO_MANY = '/?login_error=tooManyLogins';
    const begin = (address: string) => google.begin({ next: '', page: '', address });
    for (let count = 0; count < 300; count += 1)
      expect((await begin('192.0.2.1')).location).toContain(issuer);
    expect((await begin('192.0.2.1')).location).toBe(TOO_MANY);
    expect((await begin('192.0.2.2')).location).toContain(issuer);
    const refuse = (address: string) => {
      const asked = { state: 'asked', nonce: 'n', verifier: 'v', next: null, page: '', until: now + 1 };
      const pending = sealPending(asked, 'a secret');
      const query = `?${new URLSearchParams({ state: 'asked', error: 'access_denied', iss: issuer })}`;
      return google.finish({ query, pending, address });
    };
    for (let count = 0; count < 60; count += 1)
      expect((await refuse('192.0.2.1')).location).toBe('/?login_error=googleCancelled');
    expect((await refuse('192.0.2.1')).location).toBe(TOO_MANY);
    expect((await refuse('192.0.2.2')).location).toBe('/?login_error=googleCancelled');
    now += 60_000;
    expect((await begin('192.0.2.1')).location).toContain(issuer);
    expect((await refuse('192.0.2.1')).location).toBe('/?login_error=googleCancelled');
  });
});
