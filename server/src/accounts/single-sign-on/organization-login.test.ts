/** Login by an account's issuer end to end: follows redirects as a browser would, from the link to the session. */
import { createServer } from 'node:http';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest';
import { transaction } from '../../platform/database/database.ts';
import { accounts, sessions, singleSignOn, totpFactors, users } from '../../platform/database/schema.ts';
import { createSafeHttp } from '../../platform/telephony/safe-http.ts';
import { openTestApp } from '../../testing/app/app.ts';
import { startTestOpenIdProvider, type TestOpenIdProvider } from '../../testing/app/openid-provider.ts';
import { follow, type Jar, step } from '../../testing/app/redirects.ts';
import { userOf } from '../../testing/app/rows.ts';
import { OTHER_SECRETS, TEST_SECRETS } from '../../testing/app/secrets.ts';
import { type OpenTestDatabase, withDatabase } from '../../testing/database/database.ts';
import { close, listen } from '../../testing/servers/local.ts';
import { createOpenId } from '../sign-in/providers/openid.ts';
import { createIssuers, testIssuer } from './issuers.ts';
import { changeSignOn, readSignOn } from './settings.ts';

const ACCOUNT = 100;
const PAGE = '/apps/webrtc/login/organization';
const START = `${PAGE}/start?domain=demo.test`;

let provider: TestOpenIdProvider;
let base: string;
/** The redirect URL is registered with the provider, so the port is fixed; each test plugs in its own server. */
let server: FastifyInstance;
const front = createServer((incoming, response) => server.routing(incoming, response));
beforeAll(async () => {
  base = await listen(front);
  provider = await startTestOpenIdProvider(`${base}${PAGE}/${ACCOUNT}/callback`);
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

const pathOf = (url: string | null) => {
  const { pathname, search } = new URL(url ?? '', 'http://none');
  return pathname + search;
};

async function start(open: OpenTestDatabase, settings: Partial<typeof singleSignOn.$inferInsert> = {}) {
  const { issuer, clientId, clientSecret } = provider;
  const google = createOpenId({
    config: { issuer, clientId, clientSecret },
    redirectUri: `${base}${PAGE}/${ACCOUNT}/callback`,
    clock: { now: Date.now },
  });
  const world = await openTestApp(open, base, google);
  server = world.app;
  await world.db.insert(singleSignOn).values({
    ...{ account_id: ACCOUNT, name: 'Demo', domains: ['demo.test', 'demo.example'] },
    ...{ issuer, client_id: clientId, client_secret: clientSecret },
    ...settings,
  });
  const isBack = (location: string | null) =>
    location?.startsWith(base) === true && !pathOf(location).includes('/callback');
  return {
    ...world,
    async logIn(jar: Jar, query = '') {
      const last = await follow(`${base}${START}${query}`, jar, ({ location }) => isBack(location));
      return pathOf(last.location);
    },
    async callbackUrl(jar: Jar) {
      const last = await follow(
        `${base}${START}`,
        jar,
        ({ location }) => location?.startsWith(base) === true,
      );
      return last.location ?? '';
    },
    async user(jar: Jar) {
      const cookie = (jar.get(base) ?? []).map(({ name, value }) => `${name}=${value}`).join('; ');
      const response = await world.app.inject({ url: '/api/v1/user', headers: { cookie } });
      return response.json<{ success: boolean; email?: string }>();
    },
  };
}

const backWith = (problem: string) => `${PAGE}?problem=${problem}&domain=demo.test`;

withDatabase('login with an organization', (open) => {
  it('logs in the user of the account with that email and remembers that the settings work', async () => {
    const { logIn, user, db } = await start(open);
    const jar: Jar = new Map();
    expect(await logIn(jar)).toBe('/');
    expect(await user(jar)).toMatchObject({ success: true, email: 'agent@demo.test' });
    expect((await readSignOn(db, ACCOUNT))?.last_login_at).not.toBeNull();
    expect(await logIn(new Map(), '&next=%2Fadmin%2Fcalls')).toBe('/admin/calls');
    expect(await logIn(new Map(), '&next=%2F%2Felsewhere.example')).toBe('/');
  });

  it('never logs in a user of another account, an unknown or an inactive one', async () => {
    const { logIn, user, db } = await start(open);
    const other = await db
      .insert(accounts)
      .values({ name: 'B', country_code: 'US', time_zone: 'UTC' })
      .returning();
    const agent = await userOf(db, 'agent@demo.test');
    const refused = async () => {
      const jar: Jar = new Map();
      expect(await logIn(jar)).toBe(backWith('unknownUser'));
      expect((await user(jar)).success).toBe(false);
      expect(await db.select().from(sessions)).toEqual([]);
    };
    provider.user = { email: 'stranger@demo.test', verified: true };
    await refused();
    provider.user = { email: 'agent@demo.test', verified: true };
    await db.update(users).set({ active: false }).where(eq(users.id, agent.id));
    await refused();
    await db
      .update(users)
      .set({ active: true, account_id: other[0]?.id ?? 0 })
      .where(eq(users.id, agent.id));
    await refused();
  });

  it('works with a sealed client secret, and says no more than that it failed if the key is lost', async () => {
    const { logIn, db } = await start(open);
    const set = (client_secret: string) => db.update(singleSignOn).set({ client_secret });
    await set(TEST_SECRETS.seal('singleSignOn', ACCOUNT, provider.clientSecret));
    expect(await logIn(new Map())).toBe('/');
    await db.delete(sessions);
    await set(OTHER_SECRETS.seal('singleSignOn', ACCOUNT, provider.clientSecret));
    expect(await logIn(new Map())).toBe(backWith('refused'));
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it('of another account’s domain neither catches nor blocks that account’s users', async () => {
    const { browser, db, logIn, user } = await start(open, { is_only: true });
    const [other] = await db
      .insert(accounts)
      .values({ name: 'B', country_code: 'US', time_zone: 'UTC' })
      .returning();
    const victim = await userOf(db, 'agent@demo.test');
    await db
      .update(users)
      .set({ account_id: other?.id ?? 0 })
      .where(eq(users.id, victim.id));
    // Their password works, though the other account has claimed the domain and allows its own login alone.
    expect((await browser().login('agent@demo.test')).status).toBe(200);
    await db.delete(sessions);
    // The other account's provider vouches for their email, in vain.
    const jar: Jar = new Map();
    expect(await logIn(jar)).toBe(backWith('unknownUser'));
    expect((await user(jar)).success).toBe(false);
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it('lets an administrator claim no domain of other accounts’ users, but the operator', async () => {
    const { db } = await start(open);
    const [other] = await db
      .insert(accounts)
      .values({ name: 'B', country_code: 'US', time_zone: 'UTC' })
      .returning();
    const agent = await userOf(db, 'agent@demo.test');
    const admin = await userOf(db, 'admin@demo.test');
    const ofAgent = eq(users.id, agent.id);
    const moveTo = (set: Partial<typeof users.$inferInsert>) => db.update(users).set(set).where(ofAgent);
    const claim = (domains: string[], by: number | null = admin.id) =>
      transaction(db, (tx) =>
        changeSignOn({ tx, accountId: ACCOUNT, by, at: Date.now(), secrets: TEST_SECRETS }, { domains }),
      );
    await moveTo({ account_id: other?.id ?? 0, email: 'ada@mail.example' });
    await expect(claim(['demo.test', 'mail.example'])).rejects.toThrow('domainTaken');
    // Part of a domain isn't the domain, and one's own domains may stay.
    await claim(['demo.test', 'ail.example', 'example']);
    await claim(['demo.test', 'mail.example'], null);
    await claim(['mail.example']);
    await claim(['demo.test']);
    await moveTo({ active: false });
    await claim(['demo.test', 'mail.example']);
  });

  const reasons: [string, () => void, string][] = [
    ['the email isn’t verified', () => person(false), 'unverified'],
    ['the user declines', () => decline(), 'cancelled'],
    ['the token is for another login', () => withClaims({ nonce: 'another' }), 'refused'],
    ['the token is for another client', () => withClaims({ aud: 'another' }), 'refused'],
    ['the token is from another issuer', () => withClaims({ iss: 'https://another.example' }), 'refused'],
    ['the token is too old', () => withClaims({ exp: 1_000 }), 'refused'],
    ['the issuer is down', () => breakDown(), 'unavailable'],
  ];
  const person = (verified: boolean) => {
    provider.user = { email: 'agent@demo.test', verified };
  };
  const decline = () => {
    provider.user = null;
  };
  const withClaims = (changes: object) => {
    provider.changeClaims = (claims) => ({ ...claims, ...changes });
  };
  const breakDown = () => {
    provider.fault = 'error';
  };

  test.each(reasons)('returns to its page when %s', async (_title, arrange, problem) => {
    const { logIn, db } = await start(open);
    arrange();
    expect(await logIn(new Map())).toBe(backWith(problem));
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it('accepts an email without a statement only if the account trusts its issuer', async () => {
    withClaims({ email_verified: undefined });
    const strict = await start(open);
    expect(await strict.logIn(new Map())).toBe(backWith('unverified'));
    const trusting = await start(open, { trusts_emails: true });
    expect(await trusting.logIn(new Map())).toBe('/');
    withClaims({ email_verified: false });
    expect(await trusting.logIn(new Map())).toBe(backWith('unverified'));
  });

  it('accepts the callback once, in the same browser and for the same account', async () => {
    const { callbackUrl, user, db, clock } = await start(open);
    const EXPIRED = `${PAGE}?problem=expired`;
    const jar: Jar = new Map();
    const returned = await callbackUrl(jar);
    expect(pathOf((await step(returned, new Map())).location)).toBe(EXPIRED);
    const otherAccount: Jar = new Map(jar);
    const elsewhere = returned.replace(`/${ACCOUNT}/callback`, `/${ACCOUNT + 1}/callback`);
    expect(pathOf((await step(elsewhere, otherAccount)).location)).toBe(backWith('expired'));
    expect(pathOf((await step(returned, jar)).location)).toBe('/');
    expect((await user(jar)).success).toBe(true);
    expect(pathOf((await step(returned, jar)).location)).toBe(EXPIRED);
    expect(await db.select().from(sessions)).toHaveLength(1);
    const slow: Jar = new Map();
    const late = await callbackUrl(slow);
    clock.advance(10 * 60_000);
    expect(pathOf((await step(late, slow)).location)).toBe(EXPIRED);
  });

  it('asks for the second factor', async () => {
    const { logIn, user, db } = await start(open);
    const { id } = await userOf(db, 'agent@demo.test');
    await db.insert(totpFactors).values({ user_id: id, secret: 'JBSWY3DPEHPK3PXP', last_period: 0 });
    const jar: Jar = new Map();
    expect(await logIn(jar)).toBe('/apps/webrtc/second-step');
    expect((await user(jar)).success).toBe(false);
  });

  it('can be the only login: a right password is refused, a wrong password looks as ever', async () => {
    const { browser, db, logIn } = await start(open, { is_only: true });
    const refused = await browser().login('agent@demo.test');
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'organizationOnly' }]);
    expect((await browser().login('agent@demo.test', 'not it')).body).toMatchObject({
      code: 'badCredentials',
    });
    expect(await db.select().from(sessions)).toEqual([]);
    expect(await logIn(new Map())).toBe('/');
    await db.update(singleSignOn).set({ is_only: false });
    expect((await browser().login('agent@demo.test')).status).toBe(200);
  });

  it('finds the organization by the domain alone', async () => {
    const { browser } = await start(open);
    const visitor = browser();
    await visitor.get('/api/v1/user');
    const find = async (domain: string) => (await visitor.post('/api/v1/user/organization', { domain })).body;
    expect(await find('Demo.Example')).toEqual({ success: true, organization: { name: 'Demo' } });
    expect(await find('elsewhere.example')).toEqual({ success: true, organization: null });
    expect(await find('agent@demo.test')).toMatchObject({ success: false });
    const unknown = await step(`${base}${PAGE}/start?domain=elsewhere.example`, new Map());
    expect(pathOf(unknown.location)).toBe(`${PAGE}?problem=notSetUp&domain=elsewhere.example`);
    expect(pathOf((await step(`${base}${PAGE}/start`, new Map())).location)).toBe(`${PAGE}?problem=notSetUp`);
  });

  it('tests the client, and never asks an issuer in a private network', async () => {
    const { db } = await start(open);
    const row = await readSignOn(db, ACCOUNT);
    if (!row) throw new Error('no settings');
    const ask = (changes: Partial<typeof row>, allowsPrivate = true) => {
      const deps = {
        publicUrl: base,
        clock: { now: Date.now },
        http: createSafeHttp(allowsPrivate),
        secrets: TEST_SECRETS,
      };
      return testIssuer(createIssuers(deps)({ ...row, ...changes }));
    };
    expect(await ask({})).toEqual({ result: 'works', reason: '' });
    const lost = OTHER_SECRETS.seal('singleSignOn', ACCOUNT, row.client_secret);
    expect(await ask({ client_secret: lost })).toEqual({ result: 'unreadable', reason: '' });
    expect(await ask({ client_secret: 'an old one' })).toEqual({ result: 'rejected', reason: '' });
    const asked = provider.requestedPaths.length;
    expect(await ask({}, false)).toEqual({
      result: 'unreachable',
      reason: 'The URL is on a private network. Use a public URL.',
    });
    expect(provider.requestedPaths).toHaveLength(asked);
    provider.fault = 'garbage';
    expect(await ask({})).toMatchObject({ result: 'unreachable' });
  });
});
