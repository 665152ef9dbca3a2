import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import {
  accounts,
  auditLog,
  loginAttempts,
  recoveryCodes,
  sessions,
  signInSteps,
  totpFactors,
  users,
} from '../../platform/database/schema.ts';
import {
  type Answer,
  type Browser,
  openTestApp,
  openTestAppAs,
  type TestApp,
} from '../../testing/app/app.ts';
import { createTestAuthenticator } from '../../testing/app/authenticator.ts';
import { dumpDatabase } from '../../testing/app/person-data.ts';
import { userOf } from '../../testing/app/rows.ts';
import { OTHER_SECRETS, TEST_SECRETS } from '../../testing/app/secrets.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { resetFactors } from './factors.ts';

const AGENT = 'agent@demo.test';
const COLLEAGUE = 'agent2@demo.test';
const FACTORS = '/api/v1/user/factors';
const STEP = '/api/v1/user/second-step';
const MINUTE_MS = 60_000;

const read = <T>(answer: Answer) => answer.body as unknown as T;
const codeOf = ({ body }: Answer) => (body as { code?: string }).code ?? null;

const codeAt = (secret: string, now: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });

/** @returns how to make codes, each used once, and the recovery codes */
async function addTotp(browser: Browser, { clock }: Pick<TestApp, 'clock'>) {
  const { secret } = read<{ secret: string }>(await browser.post(`${FACTORS}/totp/start`));
  const added = await browser.post(`${FACTORS}/totp`, { code: codeAt(secret, clock.now()) });
  expect(added.status).toBe(200);
  return {
    codes: read<{ recovery_codes: string[] }>(added).recovery_codes,
    next() {
      clock.advance(MINUTE_MS);
      return codeAt(secret, clock.now());
    },
  };
}

async function addPasskey(browser: Browser, name = 'Laptop') {
  const authenticator = createTestAuthenticator();
  const { options } = read<{ options: { challenge: string } }>(
    await browser.post(`${FACTORS}/passkeys/start`),
  );
  const added = await browser.post(`${FACTORS}/passkeys`, { name, response: authenticator.create(options) });
  expect([added.status, added.text]).toEqual([200, added.text]);
  return authenticator;
}

const setRule = ({ db }: TestApp, second_factor: 'none' | 'admins' | 'everyone') =>
  db.update(accounts).set({ second_factor });
const isSignedIn = async (browser: Browser) => (await browser.get('/api/v1/mycalls')).status === 200;

withDatabase('a login', (open) => {
  it('of a user without a second factor opens a session at once', async () => {
    const { browser } = await openTestApp(open);
    const page = browser();
    const answer = await page.login(AGENT);
    expect(answer.body).toEqual({ success: true, csrf_token: expect.any(String) });
    expect(await isSignedIn(page)).toBe(true);
  });

  it('with a password alone opens no session if the user has an authenticator app', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const totp = await addTotp(agent, app);
    const page = app.browser();
    expect((await page.login(AGENT)).body).toEqual({
      success: true,
      second_step: '/apps/webrtc/second-step',
    });
    expect(await isSignedIn(page)).toBe(false);
    expect((await page.get(STEP)).body).toMatchObject({
      step: 'verify',
      has: { passkey: false, totp: true, recovery_codes: true },
    });
    const code = totp.next();
    expect(codeOf(await page.post(`${STEP}/code`, { code: '000000' }))).toBe('badCode');
    expect((await page.post(`${STEP}/code`, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(
      200,
    );
    expect(await isSignedIn(page)).toBe(true);
  });

  it('keeps the secret of an authenticator app sealed, from its set-up on', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const { secret } = read<{ secret: string }>(await agent.post(`${FACTORS}/totp/start`));
    expect(await app.db.select().from(signInSteps)).toHaveLength(1);
    expect(await dumpDatabase(app.db)).not.toContain(secret);
    expect((await agent.post(`${FACTORS}/totp`, { code: codeAt(secret, app.clock.now()) })).status).toBe(200);
    const [factor] = await app.db.select().from(totpFactors);
    expect(TEST_SECRETS.open('authenticatorApps', factor?.user_id ?? 0, factor?.secret ?? '')).toBe(secret);
    expect(await dumpDatabase(app.db)).not.toContain(secret);
  });

  it('sets up no authenticator app whose secret was copied from another user’s', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const { secret } = read<{ secret: string }>(await agent.post(`${FACTORS}/totp/start`));
    const [copied] = await app.db.select().from(signInSteps);
    const other = await app.as(COLLEAGUE);
    await other.post(`${FACTORS}/totp/start`);
    const { id } = await userOf(app.db, COLLEAGUE);
    const ofOther = eq(signInSteps.user_id, id);
    await app.db
      .update(signInSteps)
      .set({ totp_secret: copied?.totp_secret ?? '' })
      .where(ofOther);
    const added = await other.post(`${FACTORS}/totp`, { code: codeAt(secret, app.clock.now()) });
    expect(codeOf(added)).toBe('stepExpired');
  });

  it('is never finished by a code if the server lost the key of its secret, but by a recovery code', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const totp = await addTotp(agent, app);
    const { id } = await userOf(app.db, AGENT);
    const foreign = OTHER_SECRETS.seal('authenticatorApps', id, 'JBSWY3DPEHPK3PXP');
    await app.db.update(totpFactors).set({ secret: foreign });
    const page = app.browser();
    expect((await page.login(AGENT)).body).toMatchObject({ second_step: '/apps/webrtc/second-step' });
    const refused = await page.post(`${STEP}/code`, { code: totp.next() });
    expect([refused.status, codeOf(refused), await isSignedIn(page)]).toEqual([422, 'totpUnreadable', false]);
    expect((await page.post(`${STEP}/code`, { code: totp.codes[0] ?? '' })).status).toBe(200);
    expect(await isSignedIn(page)).toBe(true);
  });

  it('rejects a code that was used, also by two requests at once', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const totp = await addTotp(agent, app);
    const code = totp.next();
    const pages = [app.browser(), app.browser()];
    for (const page of pages) await page.login(AGENT);
    const answers = await Promise.all(pages.map((page) => page.post(`${STEP}/code`, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const late = app.browser();
    await late.login(AGENT);
    expect(codeOf(await late.post(`${STEP}/code`, { code }))).toBe('badCode');
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const { codes } = await addTotp(agent, app);
    expect(codes).toHaveLength(10);
    const [code = ''] = codes;
    const [first, second] = [app.browser(), app.browser()];
    await first.login(AGENT);
    await second.login(AGENT);
    const typed = code.toUpperCase().replaceAll('-', ' ');
    expect((await first.post(`${STEP}/code`, { code: typed })).status).toBe(200);
    expect(codeOf(await second.post(`${STEP}/code`, { code }))).toBe('badCode');
    expect(JSON.stringify(await app.db.select().from(recoveryCodes))).not.toContain(code);
  });

  it('is finished with a passkey of the user, and only for its own challenge and site', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const passkey = await addPasskey(agent);
    const stranger = await addPasskey(await app.as(COLLEAGUE));
    const page = app.browser();
    await page.login(AGENT);
    const ask = async () =>
      read<{ options: { challenge: string; allowCredentials: { id: string }[] } }>(
        await page.post(`${STEP}/passkey/options`),
      ).options;
    const options = await ask();
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([passkey.id]);
    const verify = (response: object) => page.post(`${STEP}/passkey`, { response });
    const wrong = [
      stranger.get(options),
      passkey.get({ challenge: 'another' }),
      passkey.get(options, { origin: 'https://evil.example' }),
    ];
    for (const response of wrong) expect(codeOf(await verify(response))).toBe('badPasskey');
    const response = passkey.get(options, { verified: false });
    expect((await verify(response)).status).toBe(200);
    expect(await isSignedIn(page)).toBe(true);
    expect(codeOf(await verify(response))).toBe('stepExpired');
  });

  it('belongs to one browser, for 5 minutes and 5 attempts', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const totp = await addTotp(agent, app);
    const [page, other] = [app.browser(), app.browser()];
    await page.login(AGENT);
    await other.get('/api/v1/user?time=1');
    expect(codeOf(await other.post(`${STEP}/code`, { code: totp.next() }))).toBe('stepExpired');
    app.clock.advance(5 * MINUTE_MS);
    expect(codeOf(await page.post(`${STEP}/code`, { code: totp.next() }))).toBe('stepExpired');
    await page.login(AGENT);
    for (let n = 0; n < 5; n += 1) {
      app.clock.advance(20_000);
      expect(codeOf(await page.post(`${STEP}/code`, { code: '000000' }))).toBe('badCode');
    }
    expect(codeOf(await page.post(`${STEP}/code`, { code: totp.next() }))).toBe('stepExpired');
  });

  it('counts wrong codes as failed logins, and the password as failed until the second step', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const totp = await addTotp(agent, app);
    const page = app.browser();
    await page.login(AGENT);
    for (let n = 0; n < 4; n += 1) await page.post(`${STEP}/code`, { code: '000000' });
    expect(codeOf(await page.post(`${STEP}/code`, { code: '000000' }))).toBe('tooManyLogins');
    expect(codeOf(await app.browser().login(AGENT))).toBe('tooManyLogins');
    const succeeded = async () =>
      (await app.db.select().from(loginAttempts).where(eq(loginAttempts.succeeded, true))).length;
    expect(await succeeded()).toBe(0);
    const code = totp.next();
    expect((await page.post(`${STEP}/code`, { code })).status).toBe(200);
    expect(await succeeded()).toBe(2);
  });

  it('can’t be finished once its password is no longer valid', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const totp = await addTotp(agent, app);
    const page = app.browser();
    await page.login(AGENT);
    await agent.put('/api/v1/user/password', {
      current_password: 'offhook-demo',
      new_password: 'another one',
    });
    expect(codeOf(await page.post(`${STEP}/code`, { code: totp.next() }))).toBe('stepExpired');
  });

  it('of a deactivated user is rejected in the second step too', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const totp = await addTotp(agent, app);
    const page = app.browser();
    await page.login(AGENT);
    await app.db.update(users).set({ active: false }).where(eq(users.email, AGENT));
    expect(codeOf(await page.post(`${STEP}/code`, { code: totp.next() }))).toBe('stepExpired');
  });

  it('with a passkey alone needs one that verifies its user', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const passkey = await addPasskey(agent);
    const page = app.browser();
    await page.get('/api/v1/user?time=1');
    const ask = async () =>
      read<{ options: { challenge: string; userVerification: string; allowCredentials?: object[] } }>(
        await page.post('/api/v1/user/passkey-login/options'),
      ).options;
    const options = await ask();
    expect([options.userVerification, options.allowCredentials]).toEqual(['required', undefined]);
    const verify = (response: object) => page.post(`${STEP}/passkey`, { response });
    expect(codeOf(await verify(passkey.get(options, { verified: false })))).toBe('badPasskey');
    expect(codeOf(await verify(createTestAuthenticator().get(options)))).toBe('badPasskey');
    expect((await verify(passkey.get(options))).status).toBe(200);
    expect(((await page.get('/api/v1/user')).body as { email?: string }).email).toBe(AGENT);
  });
});

withDatabase('an account that requires a second factor', (open) => {
  it('makes a login set one up before the session opens', async () => {
    const app = await openTestApp(open);
    await setRule(app, 'everyone');
    const page = app.browser();
    expect((await page.login(AGENT)).body).toMatchObject({ second_step: '/apps/webrtc/second-step' });
    expect((await page.get(STEP)).body).toMatchObject({ step: 'setUp' });
    expect(codeOf(await page.post(`${STEP}/code`, { code: '123456' }))).toBe('stepExpired');
    expect(await isSignedIn(page)).toBe(false);
    const { secret } = read<{ secret: string }>(await page.post(`${FACTORS}/totp/start`));
    const added = await page.post(`${FACTORS}/totp`, { code: codeAt(secret, app.clock.now()) });
    expect(added.body).toMatchObject({ recovery_codes: expect.any(Array), signed_in: { page: '' } });
    // The browser continues with the token of the session that was opened.
    expect(await isSignedIn(page)).toBe(true);
  });

  it('lets only one of two logins set up the first factor', async () => {
    const app = await openTestApp(open);
    await setRule(app, 'everyone');
    const [first, second] = [app.browser(), app.browser()];
    for (const page of [first, second]) await page.login(AGENT);
    const { secret } = read<{ secret: string }>(await second.post(`${FACTORS}/totp/start`));
    await addTotp(first, app);
    const late = await second.post(`${FACTORS}/totp`, { code: codeAt(secret, app.clock.now()) });
    expect([late.status, codeOf(late)]).toEqual([422, 'stepExpired']);
    expect(await isSignedIn(second)).toBe(false);
  });

  it('requires it of administrators only, if set so, and of no open session', async () => {
    const app = await openTestApp(open);
    await setRule(app, 'admins');
    const hasSecondStep = async (email: string) => 'second_step' in (await app.browser().login(email)).body;
    expect([await hasSecondStep(AGENT), await hasSecondStep('admin@demo.test')]).toEqual([false, true]);
    expect(await isSignedIn(await app.as('admin@demo.test'))).toBe(true);
  });

  it('keeps the user’s last factor', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    await setRule(app, 'everyone');
    await addTotp(agent, app);
    expect(codeOf(await agent.post(`${FACTORS}/totp/remove`))).toBe('factorRequired');
    await addPasskey(agent);
    expect((await agent.post(`${FACTORS}/totp/remove`)).status).toBe(200);
  });
});

withDatabase('a user’s factors', (open) => {
  it('change only within 10 minutes of a login or a confirmation', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    app.clock.advance(10 * MINUTE_MS);
    expect(codeOf(await agent.post(`${FACTORS}/totp/start`))).toBe('confirmFirst');
    const confirm = (body: object) => agent.post('/api/v1/user/confirm', body);
    expect(codeOf(await confirm({ password: 'a guess' }))).toBe('wrongPassword');
    expect(codeOf(await confirm({}))).toBe('badInput');
    expect((await confirm({ password: 'offhook-demo' })).status).toBe(200);
    const totp = await addTotp(agent, app);
    const passkey = await addPasskey(agent);
    app.clock.advance(10 * MINUTE_MS);
    expect(codeOf(await agent.post(`${FACTORS}/totp/remove`))).toBe('confirmFirst');
    const code = totp.next();
    expect((await confirm({ code })).status).toBe(200);
    expect(codeOf(await confirm({ code }))).toBe('badCode');
    app.clock.advance(10 * MINUTE_MS);
    const { options } = read<{ options: { challenge: string } }>(
      await agent.post('/api/v1/user/confirm/passkey/options'),
    );
    expect((await confirm({ response: passkey.get(options) })).status).toBe(200);
    expect((await agent.post(`${FACTORS}/totp/remove`)).status).toBe(200);
  });

  it('are of that user alone', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    await addPasskey(agent);
    const colleague = await app.as(COLLEAGUE);
    const { passkeys } = read<{ passkeys: { id: number; name: string }[] }>(
      await agent.get('/api/v1/user/security'),
    );
    const [{ id } = { id: 0 }] = passkeys;
    expect(codeOf(await colleague.post(`${FACTORS}/passkeys/${id}/remove`))).toBe('notFound');
    expect(codeOf(await colleague.post(`${FACTORS}/passkeys/${id}/name`, { name: 'Mine' }))).toBe('notFound');
    expect((await agent.post(`${FACTORS}/passkeys/${id}/name`, { name: 'Office' })).status).toBe(200);
    expect((await agent.get('/api/v1/user/security')).body).toMatchObject({ passkeys: [{ name: 'Office' }] });
    expect((await colleague.get('/api/v1/user/security')).body).toMatchObject({ passkeys: [], totp: null });
  });

  it('end the other sessions when the first is added or one is removed, and write audit entries', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const open1 = await app.as(AGENT);
    await addTotp(agent, app);
    expect(await isSignedIn(open1)).toBe(false);
    const open2 = await app.as(AGENT);
    await addPasskey(agent);
    expect(await isSignedIn(open2)).toBe(true);
    expect((await agent.post(`${FACTORS}/totp/remove`)).body).toMatchObject({ ended: 1 });
    expect([await isSignedIn(agent), await isSignedIn(open2)]).toEqual([true, false]);
    const { id } = await userOf(app.db, AGENT);
    const entries = await app.db.select().from(auditLog).where(eq(auditLog.user_id, id)).orderBy(auditLog.id);
    expect(entries.slice(-3).map(({ action, subject }) => [action, subject])).toEqual([
      ['own totp add', `user ${id}`],
      ['own passkey add', `user ${id}`],
      ['own totp remove', `user ${id}`],
    ]);
  });

  it('lose their recovery codes with the last one, and get new ones on request', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const { codes } = await addTotp(agent, app);
    const replaced = read<{ recovery_codes: string[] }>(await agent.post(`${FACTORS}/recovery-codes`));
    expect(replaced.recovery_codes).toHaveLength(10);
    const page = app.browser();
    await page.login(AGENT);
    expect(codeOf(await page.post(`${STEP}/code`, { code: codes[0] ?? '' }))).toBe('badCode');
    await agent.post(`${FACTORS}/totp/remove`);
    expect(await app.db.select().from(recoveryCodes)).toEqual([]);
    expect(codeOf(await agent.post(`${FACTORS}/recovery-codes`))).toBe('notFound');
  });

  it('are removed by an administrator of the account, together with sessions and pending logins', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    await addTotp(agent, app);
    await app.browser().login(AGENT);
    const { id, account_id: accountId } = await userOf(app.db, AGENT);
    const reset = (account: number) =>
      app.db.transaction((tx) =>
        resetFactors({ tx, accountId: account, by: null, at: app.clock.now() }, { id }),
      );
    await expect(reset(accountId + 1)).rejects.toThrow('notFound');
    expect(await reset(accountId)).toMatchObject({ ended: 1 });
    expect(await isSignedIn(agent)).toBe(false);
    expect(await app.db.select().from(signInSteps)).toEqual([]);
    const page = app.browser();
    await page.login(AGENT);
    expect(await isSignedIn(page)).toBe(true);
  });
});

withDatabase('a user’s list of sessions', (open) => {
  it('names browser, system and address, and ends one or all others', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const firefox = app.browser();
    await firefox.login(AGENT, 'offhook-demo', {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
    });
    const stranger = await app.as(COLLEAGUE);
    const list = async (browser: Browser) =>
      read<{ sessions: { id: string; is_this: boolean; browser: string | null }[] }>(
        await browser.get('/api/v1/user/security'),
      ).sessions;
    const listed = await list(agent);
    expect(listed).toMatchObject([
      { browser: 'Firefox 143', system: 'Windows', address: '127.0.0.1', is_this: false },
      { browser: null, system: null, is_this: true },
    ]);
    const [{ id } = { id: '' }] = listed;
    const end = (browser: Browser, session: string) => browser.post('/api/v1/user/sessions/end', { session });
    expect(codeOf(await end(stranger, id))).toBe('notFound');
    expect(JSON.stringify(listed)).not.toContain((await app.db.select().from(sessions))[0]?.token_hash);
    expect((await end(agent, id)).body).toMatchObject({ ended: 1 });
    expect([await isSignedIn(firefox), await isSignedIn(agent)]).toEqual([false, true]);
    const others = [await app.as(AGENT), await app.as(AGENT)];
    expect((await end(agent, 'others')).body).toMatchObject({ ended: 2 });
    expect([
      await isSignedIn(others[0] ?? agent),
      await isSignedIn(agent),
      await isSignedIn(stranger),
    ]).toEqual([false, true, true]);
  });

  it('notes when a session was last used, to within 5 minutes', async () => {
    const [agent, app] = await openTestAppAs(open, AGENT);
    const seen = async () => Number((await app.db.select().from(sessions))[0]?.last_seen_at);
    const first = await seen();
    app.clock.advance(4 * MINUTE_MS);
    await isSignedIn(agent);
    expect(await seen()).toBe(first);
    app.clock.advance(2 * MINUTE_MS);
    await isSignedIn(agent);
    expect(await seen()).toBeGreaterThanOrEqual(first + 6 * MINUTE_MS);
  });
});
