import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { presence, sessions, users } from '../../platform/database/schema.ts';
import { openTestApp, openTestAppAs } from '../../testing/app/app.ts';
import { userOf } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { errorResponse } from '../../testing/world/edge.ts';

const INVALID = { success: false, error: 'Your login credentials are invalid.', code: 'badCredentials' };

withDatabase('a session', (open) => {
  it('starts as a visitor session with only a CSRF token', async () => {
    const { browser } = await openTestApp(open);
    const visitor = browser();
    const { status, body, headers } = await visitor.get('/api/v1/user?time=1763700000000');
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: false, csrf_token: expect.stringMatching(/^.{20,}$/) },
    });
    expect(headers['set-cookie']).toMatch(
      /^offhook_session=[^;]+; (?=.*HttpOnly)(?=.*SameSite=Lax)(?!.*Secure)/,
    );
    const again = await visitor.get('/api/v1/user');
    expect(again.body).toEqual(body);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('uses a __Host- cookie over https', async () => {
    const { browser } = await openTestApp(open, 'https://phone.example.com');
    const { headers } = await browser().get('/api/v1/user');
    expect(headers['set-cookie']).toMatch(
      /^__Host-offhook_session=[^;]+; (?=.*Secure)(?=.*HttpOnly)(?=.*Path=\/(;|$))(?!.*Domain)/,
    );
    const agent = browser();
    await agent.login('agent@demo.test');
    expect((await agent.get('/api/v1/user')).body).toMatchObject({ success: true });
    const [, value = ''] = agent.cookie().split('=');
    const rejected = await browser().get('/api/v1/user', { cookie: `offhook_session=${value}` });
    expect(rejected.body).toMatchObject({ success: false });
  });

  it('starts with email and password, returns the user, and ends at logout', async () => {
    const { browser, db } = await openTestApp(open);
    const agent = browser();
    const visitorCookie = await agent.get('/api/v1/user').then(agent.cookie);
    const login = await agent.login('Agent@Demo.test');
    expect(login).toMatchObject({ status: 200, body: { success: true, csrf_token: expect.any(String) } });
    expect(agent.cookie()).not.toBe(visitorCookie);
    const { body } = await agent.get('/api/v1/user');
    const [row] = await db.select().from(users).where(eq(users.email, 'agent@demo.test'));
    const fields = {
      id: row?.id,
      account_id: 100,
      full_name: 'Ann Reyes',
      email: 'agent@demo.test',
      phone_number_formatted: '(415) 555-0121',
      profile_picture: '',
      permissions: ['app-sms', 'app-retry', 'app-autoaccept'],
      country_code: 'US',
      account_language: 'en',
    };
    expect(body).toMatchObject({ success: true, ...fields, user: fields, csrf_token: login.body.csrf_token });
    expect(body.user?.integrations).toEqual({
      hubspot_id: expect.any(String),
      salesforce_domain: expect.any(String),
      activecampaign_domain: expect.any(String),
      custom_crm_url: null,
    });
    const ended = agent.cookie();
    expect(await agent.post('/api/v1/user/logout')).toMatchObject({ status: 200, body: { success: true } });
    expect((await agent.get('/api/v1/mycalls', { cookie: ended })).status).toBe(401);
    expect((await agent.get('/api/v1/user')).body.success).toBe(false);
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it('can be started again by a page left open after logout', async () => {
    const [agent] = await openTestAppAs(open, 'agent@demo.test');
    await agent.post('/api/v1/user/logout');
    const login = { email: 'agent@demo.test', password: 'offhook-demo' };
    expect((await agent.post('/api/v1/user/login', login)).status).toBe(200);
    expect((await agent.get('/api/v1/user')).body.success).toBe(true);
  });

  it('is new at every login and replaces the previous one', async () => {
    const [agent] = await openTestAppAs(open, 'agent@demo.test');
    const before = agent.cookie();
    await agent.login('agent@demo.test');
    expect(agent.cookie()).not.toBe(before);
    expect((await agent.get('/api/v1/mycalls', { cookie: before })).status).toBe(401);
  });

  it('expires after two weeks without use', async () => {
    const { as, clock } = await openTestApp(open);
    const [regular, expired] = [await as('agent@demo.test'), await as('agent2@demo.test')];
    for (let week = 0; week < 3; week += 1) {
      clock.advance(8 * 86_400_000);
      expect((await regular.get('/api/v1/user')).body.success).toBe(true);
    }
    expect((await expired.get('/api/v1/user')).body.success).toBe(false);
  });

  it('ends when the user is deactivated', async () => {
    const [agent, { db, browser }] = await openTestAppAs(open, 'agent@demo.test');
    await db.update(users).set({ active: false }).where(eq(users.email, 'agent@demo.test'));
    expect((await agent.get('/api/v1/mycalls')).status).toBe(401);
    expect(await browser().login('agent@demo.test')).toMatchObject({ status: 422, body: INVALID });
  });

  it('has a secure cookie when the product uses https', async () => {
    const { browser } = await openTestApp(open, 'https://phone.example');
    const { headers } = await browser().get('/api/v1/user');
    expect(headers['set-cookie']).toMatch(/; Secure/);
    expect(headers['strict-transport-security']).toMatch(/max-age/);
  });
});

withDatabase('a login', (open) => {
  it('is rejected with the same error for every reason', async () => {
    const { browser, db } = await openTestApp(open);
    const attempts: [string, object][] = [
      ['a wrong password', { email: 'agent@demo.test', password: 'offhook-Demo' }],
      ['an unknown email', { email: 'nobody@demo.test', password: 'offhook-demo' }],
      ['no password', { email: 'agent@demo.test' }],
      ['no email', { password: 'offhook-demo' }],
      ['nothing', {}],
      ['values that aren’t strings', { email: 7, password: ['offhook-demo'] }],
      ['a very long password', { email: 'agent@demo.test', password: 'x'.repeat(1001) }],
    ];
    for (const [name, body] of attempts) {
      const visitor = browser();
      await visitor.get('/api/v1/user');
      const response = await visitor.post('/api/v1/user/login', body);
      expect([name, response.status, response.body]).toEqual([name, 422, INVALID]);
      expect([name, (await visitor.get('/api/v1/user')).body.success]).toEqual([name, false]);
    }
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it('accepts form-encoded data', async () => {
    const { browser } = await openTestApp(open);
    const visitor = browser();
    await visitor.get('/api/v1/user');
    const form = 'email=agent%40demo.test&password=offhook-demo';
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await visitor.post('/api/v1/user/login', form, type)).status).toBe(200);
  });

  it('is rejected after 5 failures a minute per email and address, even if they are concurrent', async () => {
    const { browser, clock } = await openTestApp(open);
    const visitor = browser();
    await visitor.get('/api/v1/user');
    const attempt = (email: string, password: string, address = '203.0.113.7') =>
      visitor
        .post('/api/v1/user/login', { email, password }, { 'x-forwarded-for': address })
        .then((response) => response.status);
    const statuses = await Promise.all(Array.from({ length: 8 }, () => attempt('agent@demo.test', 'guess')));
    expect(statuses.sort()).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
    expect(await attempt('agent@demo.test', 'offhook-demo')).toBe(429);
    expect(await attempt('agent2@demo.test', 'guess')).toBe(422);
    clock.advance(60_001);
    expect(await attempt('agent@demo.test', 'offhook-demo')).toBe(200);
  });

  it('is rejected after too many attempts, but still accepted from another address', async () => {
    const { browser } = await openTestApp(open);
    const visitor = browser();
    for (let count = 0; count < 5; count += 1) await visitor.login('agent@demo.test', 'guess');
    expect(await visitor.login('agent@demo.test')).toMatchObject(
      errorResponse('Too many attempts. Please try again later.', 429),
    );
    const elsewhere = { 'x-forwarded-for': '198.51.100.4' };
    expect((await browser().login('agent@demo.test', 'offhook-demo', elsewhere)).status).toBe(200);
  });
});

withDatabase('a logout', (open) => {
  it('ends the agent’s status, and is published after that', async () => {
    const [agent, { db, published }] = await openTestAppAs(open, 'agent@demo.test');
    const { id } = await userOf(db, 'agent@demo.test');
    await db.update(users).set({ status: 'lunch', status_since: new Date() }).where(eq(users.id, id));
    await agent.post('/api/v1/user/logout');
    expect(await userOf(db, 'agent@demo.test')).toMatchObject({ status: 'available', status_since: null });
    expect(published).toEqual([`status.updated ${id}`, `agent.updated ${id}`]);
  });

  it('ends only the presence of that browser’s phone', async () => {
    const [agent, { db }] = await openTestAppAs(open, 'agent@demo.test');
    const [session] = await db.select().from(sessions);
    const row = { state: 'waiting', device: 'registered', audio: 'ready', renewed_at: new Date() } as const;
    const [other] = await db.select().from(users).where(eq(users.email, 'agent2@demo.test'));
    await db.insert(presence).values([
      { ...row, user_id: session?.user_id ?? 0, phone_id: 'p', session_hash: session?.token_hash ?? '' },
      { ...row, user_id: other?.id ?? 0, phone_id: 'q', session_hash: 'another' },
    ]);
    await agent.post('/api/v1/user/logout');
    const rows = await db.select().from(presence);
    const isFresh = (phone: string) =>
      (rows.find(({ phone_id }) => phone_id === phone)?.renewed_at.getTime() ?? 0) > 0;
    expect([isFresh('p'), isFresh('q')]).toEqual([false, true]);
  });
});

withDatabase('Google login', (open) => {
  it('redirects to the login page with an error code', async () => {
    const { browser } = await openTestApp(open);
    const visitor = browser();
    for (const query of ['', '?next=https://elsewhere.example', '?login_error=//elsewhere.example']) {
      const { status, headers } = await visitor.get(`/apps/webrtc/login/google${query}`);
      expect([status, headers['location']]).toEqual([302, '/?login_error=googleNotSetUp']);
    }
    expect((await visitor.get('/api/v1/mycalls')).status).toBe(401);
  });
});
