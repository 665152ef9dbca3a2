import { ROLE_PERMISSIONS } from '@offhook/contract/accounts/roles';
import type { InvitationResult } from '@offhook/contract/console/people/invitation-entities';
import { MAX_OPEN_INVITATIONS } from '@offhook/contract/limits';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import {
  auditLog,
  effects,
  sessions,
  signInTokens,
  teamMembers,
  userInvitations,
  users,
} from '../../platform/database/schema.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { openWholeApp } from '../../testing/app/whole-app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { startSmtpServer } from '../../testing/servers/smtp.ts';
import { testWorlds } from '../../testing/world/world.ts';

const CONSOLE = '/api/v1/console';
const PASSWORD = 'long enough';
const DAY_MS = 86_400_000;

withDatabase('invitations and forgotten passwords', (open) => {
  const openWorld = testWorlds(open);

  async function openInstallation({ sendsMail = true } = {}) {
    const smtp = await startSmtpServer();
    const mailer = createMailer(smtp.config);
    onTestFinished(async () => {
      mailer.stop();
      await smtp.stop();
    });
    const world = await openWorld({ mailer: sendsMail ? mailer : null });
    const { app, signIn, notifiedAccounts } = await openWholeApp(world, [], { sendsMail });
    const admin = await signIn('admin@demo.test');
    const visitor = await signIn('no one');
    const request =
      (method: 'GET' | 'POST' | 'DELETE') =>
      async (url: string, payload?: object, headers = visitor, remoteAddress = '192.0.2.1') => {
        const response = await app.inject({
          method,
          url,
          headers,
          remoteAddress,
          ...(payload && { payload }),
        });
        return { status: response.statusCode, body: response.json(), cookies: cookiesOf(response) };
      };
    const [get, post, remove] = [request('GET'), request('POST'), request('DELETE')];
    const invite = async (body: object, headers = admin) => {
      const answer = await post(`${CONSOLE}/invitations`, { permissions: [], ...body }, headers);
      return { ...answer, results: (answer.body.results ?? []) as InvitationResult[] };
    };
    const list = async (headers = admin) =>
      (await get(`${CONSOLE}/invitations`, undefined, headers)).body.data;
    const audit = async () =>
      (await world.db.select().from(auditLog).orderBy(auditLog.id)).map(
        ({ action, subject, user_id }) => [action, subject, user_id] as const,
      );
    return {
      ...world,
      smtp,
      signIn,
      admin,
      visitor,
      get,
      post,
      remove,
      invite,
      list,
      audit,
      notifiedAccounts,
    };
  }
  type Installation = Awaited<ReturnType<typeof openInstallation>>;

  const cookiesOf = ({ cookies }: LightMyRequestResponse) =>
    cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const tokenIn = (text: string) => /#([\w-]{43})/.exec(text)?.[1] ?? '';
  const accept = ({ post }: Installation, token: string, changes = {}, address = '192.0.2.1') =>
    post(
      '/api/v1/user/invitation/accept',
      { token, full_name: 'Ada Form', password: PASSWORD, language: 'es', ...changes },
      undefined,
      address,
    );
  const logIn = async ({ post }: Installation, email: string, password: string) =>
    (await post('/api/v1/user/login', { email, password }, undefined, '192.0.2.200')).status;

  it('many people are invited at once, each with a mail, and each line has its own outcome', async () => {
    const it = await openInstallation();
    const [team] = (await it.get(`${CONSOLE}/teams`, undefined, it.admin)).body.data;
    const permissions = [...ROLE_PERMISSIONS.supervisor];
    const { results } = await it.invite({
      people: [
        { email: ' Ada@Example.com ', full_name: 'Ada Form' },
        { email: 'ben@example.com' },
        { email: 'ADA@example.com' },
        { email: 'agent@demo.test' },
        { email: 'agent@200.test' },
        { email: 'not an email' },
      ],
      permissions,
      team_ids: [team.id],
    });
    // agent@200.test has a login in another account, which the answer doesn't reveal.
    expect(results).toEqual([
      { email: 'ada@example.com', outcome: 'invited', link: null },
      { email: 'ben@example.com', outcome: 'invited', link: null },
      { email: 'ada@example.com', outcome: 'invited', link: null },
      { email: 'agent@demo.test', outcome: 'member', link: null },
      { email: 'agent@200.test', outcome: 'invited', link: null },
      { email: 'not an email', outcome: 'invalid', link: null },
    ]);
    await it.settle();
    expect(it.smtp.received.map(({ to }) => to[0]).sort()).toEqual([
      'ada@example.com',
      'agent@200.test',
      'ben@example.com',
    ]);
    expect(it.smtp.received[0]?.text).toMatch(/Alex Romero invites you/);
    expect(await it.list()).toMatchObject([
      { email: 'agent@200.test', mail_status: 'sent' },
      { email: 'ben@example.com', full_name: '', mail_status: 'sent' },
      {
        email: 'ada@example.com',
        full_name: 'Ada Form',
        permissions,
        teams: [{ team_id: team.id, name: team.name }],
        invited_by: 'Alex Romero',
      },
    ]);
    // Neither the queue nor the tokens' table holds a working link.
    const stored = JSON.stringify([
      await it.db.select().from(effects),
      await it.db.select().from(signInTokens),
    ]);
    for (const { text } of it.smtp.received) expect(stored).not.toContain(tokenIn(text));
    expect(await it.audit()).toEqual([['invitations add', 'invitations: 1, 2, 3', expect.any(Number)]]);
  });

  it('the invited person chooses name and password once, and is signed in with role and team', async () => {
    const it = await openInstallation();
    const [team] = (await it.get(`${CONSOLE}/teams`, undefined, it.admin)).body.data;
    const permissions = [...ROLE_PERMISSIONS.agent];
    await it.invite({ people: [{ email: 'ada@example.com' }], permissions, team_ids: [team.id] });
    await it.settle();
    const token = tokenIn(it.smtp.received[0]?.text ?? '');
    expect((await it.post('/api/v1/user/invitation', { token })).body).toMatchObject({
      success: true,
      email: 'ada@example.com',
      full_name: '',
    });
    for (const [changes, code] of [
      [{ password: 'short' }, 'badPassword'],
      [{ full_name: ' ' }, 'badName'],
    ] as const)
      expect((await accept(it, token, changes)).body).toMatchObject({ code });

    const accepted = await accept(it, token);
    expect(accepted.status).toBe(200);
    const { body } = await it.get('/api/v1/user', undefined, { cookie: accepted.cookies });
    expect(body.user).toMatchObject({ email: 'ada@example.com', full_name: 'Ada Form', permissions });
    const [user] = await it.db.select().from(users).where(eq(users.email, 'ada@example.com'));
    expect(user).toMatchObject({ language: 'es', active: true });
    expect(
      await it.db
        .select()
        .from(teamMembers)
        .where(eq(teamMembers.user_id, user?.id ?? 0)),
    ).toMatchObject([{ team_id: team.id }]);
    expect(await logIn(it, 'ada@example.com', PASSWORD)).toBe(200);
    expect(await it.list()).toEqual([]);
    expect(it.notifiedAccounts.length).toBeGreaterThan(0);
    expect((await it.audit()).at(-1)).toEqual(['invitations accept', 'invitation 1: accepted', user?.id]);

    expect((await accept(it, token)).body).toMatchObject({ code: 'linkInvalid' });
    expect((await it.post('/api/v1/user/invitation', { token })).body).toMatchObject({ code: 'linkInvalid' });
  });

  it('of two people with the same link, one becomes the user', async () => {
    const it = await openInstallation({ sendsMail: false });
    const { results } = await it.invite({ people: [{ email: 'ada@example.com' }] });
    const token = tokenIn(results[0]?.link ?? '');
    const answers = await Promise.all([accept(it, token), accept(it, token), accept(it, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await it.db.select().from(users).where(eq(users.email, 'ada@example.com'))).toHaveLength(1);
  });

  it('a link doesn’t work after a week, a revocation, or in place of a link for a password', async () => {
    const it = await openInstallation({ sendsMail: false });
    const { results } = await it.invite({
      people: [{ email: 'ada@example.com' }, { email: 'ben@example.com' }],
    });
    const [ada = '', ben = ''] = results.map(({ link }) => tokenIn(link ?? ''));
    expect((await it.post('/api/v1/user/new-password', { token: ada })).body).toMatchObject({
      code: 'linkInvalid',
    });
    const [invited] = (await it.list()).filter(({ email }: { email: string }) => email === 'ben@example.com');
    expect((await it.remove(`${CONSOLE}/invitations/${invited.id}`, undefined, it.admin)).status).toBe(200);
    expect((await accept(it, ben)).body).toMatchObject({ code: 'linkInvalid' });
    it.clock.advance(7 * DAY_MS + 1);
    expect((await accept(it, ada)).body).toMatchObject({ code: 'linkInvalid' });

    const admin = await it.signIn('admin@demo.test');
    const [open] = await it.list(admin);
    const renewed = await it.post(`${CONSOLE}/invitations/${open.id}/link`, {}, admin);
    expect(renewed.body.link).toContain('/apps/webrtc/invitation#');
    expect((await accept(it, tokenIn(renewed.body.link))).status).toBe(200);
    expect((await it.audit()).map(([action]) => action)).toEqual([
      'invitations add',
      'invitations revoke',
      'invitations link',
      'invitations accept',
    ]);
  });

  it('an email with a login in another account can’t accept, and the invitation stays', async () => {
    const it = await openInstallation({ sendsMail: false });
    const { results } = await it.invite({ people: [{ email: 'agent@200.test' }] });
    expect((await accept(it, tokenIn(results[0]?.link ?? ''))).body).toMatchObject({ code: 'emailHasLogin' });
    expect(await it.list()).toHaveLength(1);
  });

  it('another account’s administrator and teams are out of reach', async () => {
    const it = await openInstallation({ sendsMail: false });
    const { results } = await it.invite({ people: [{ email: 'ada@example.com' }] });
    await it.db
      .update(users)
      .set({ permissions: ['admin'] })
      .where(eq(users.email, 'agent@200.test'));
    const other = await it.signIn('agent@200.test');
    expect(await it.list(other)).toEqual([]);
    const [{ id }] = await it.list();
    const [agent] = await it.db.select().from(users).where(eq(users.email, 'agent@demo.test'));
    for (const path of [`invitations/${id}/link`, `agents/${agent?.id}/reset-link`])
      expect((await it.post(`${CONSOLE}/${path}`, {}, other)).status).toBe(404);
    expect((await it.remove(`${CONSOLE}/invitations/${id}`, undefined, other)).status).toBe(404);
    const [team] = (await it.get(`${CONSOLE}/teams`, undefined, it.admin)).body.data;
    const rejected = await it.invite({ people: [{ email: 'x@example.com' }], team_ids: [team.id] }, other);
    expect(rejected.body).toMatchObject({ code: 'badTeam' });
    // The same email may be invited by both accounts.
    expect((await it.invite({ people: [{ email: 'ada@example.com' }] }, other)).results).toMatchObject([
      { outcome: 'invited' },
    ]);
    expect((await accept(it, tokenIn(results[0]?.link ?? ''))).status).toBe(200);
    for (const role of ['agent@demo.test', 'supervisor@demo.test'])
      expect((await it.invite({ people: [{ email: 'x@example.com' }] }, await it.signIn(role))).status).toBe(
        403,
      );
  });

  it('an account has a limit of open invitations, and a person with one can be invited again', async () => {
    const it = await openInstallation({ sendsMail: false });
    const at = new Date(it.clock.now());
    await it.db.insert(userInvitations).values(
      Array.from({ length: MAX_OPEN_INVITATIONS - 1 }, (_, n) => ({
        account_id: 100,
        email: `${n}@example.com`,
        full_name: '',
        permissions: [],
        team_ids: [],
        expires_at: at,
        mail_status: 'none' as const,
        mail_at: at,
      })),
    );
    const people = ['ada@example.com', 'ben@example.com', '7@example.com'].map((email) => ({ email }));
    const { results } = await it.invite({ people });
    expect(results.map(({ outcome }) => outcome)).toEqual(['invited', 'full', 'invited']);
    const tooMany = Array.from({ length: 101 }, (_, n) => ({ email: `${n}@example.org` }));
    expect((await it.invite({ people: tooMany })).body).toMatchObject({ code: 'badInput' });
  });

  it('a mail is retried until the server takes it, and a rejected one is shown as failed', async () => {
    const it = await openInstallation();
    it.smtp.rejectNext('recipient', 451, 'Try again later', 2);
    await it.invite({ people: [{ email: 'ada@example.com' }] });
    await it.settle();
    expect(await it.list()).toMatchObject([
      { mail_status: 'queued', mail_error: expect.stringContaining('Try again later') },
    ]);
    await it.restart();
    await it.advance(60_000);
    await it.advance(60_000);
    expect(await it.list()).toMatchObject([{ mail_status: 'sent', mail_error: null }]);
    expect(it.smtp.received).toHaveLength(1);
    expect(await it.db.select().from(signInTokens)).toHaveLength(1);

    it.smtp.rejectNext('recipient', 550, 'No such user');
    await it.invite({ people: [{ email: 'ben@example.com' }] });
    await it.settle();
    const [failed] = await it.list();
    expect(failed).toMatchObject({
      mail_status: 'failed',
      mail_error: expect.stringContaining('No such user'),
    });
    const resend = () => it.post(`${CONSOLE}/invitations/${failed.id}/resend`, {}, it.admin);
    expect((await resend()).status).toBe(200);
    await it.settle();
    expect(it.smtp.received.at(-1)?.to).toEqual(['ben@example.com']);
    expect((await resend()).body).toMatchObject({ code: 'mailedJustNow' });
    expect(it.smtp.received).toHaveLength(2);
  });

  it('a mail is given up after a day', async () => {
    const it = await openInstallation();
    it.smtp.rejectNext('recipient', 451, 'Try again later', 200);
    await it.invite({ people: [{ email: 'ada@example.com' }] });
    await it.settle();
    await it.advance(DAY_MS + 1);
    expect(await it.list()).toMatchObject([{ mail_status: 'failed' }]);
  });

  it('a forgotten password is answered the same for unknown emails, and a link changes it once', async () => {
    const it = await openInstallation();
    const agent = await it.signIn('agent@demo.test');
    const forget = (email: string, address: string) =>
      it.post('/api/v1/user/forgotten-password', { email }, undefined, address);
    expect((await it.get('/api/v1/user/forgotten-password')).body).toEqual({
      success: true,
      sends_mail: true,
    });
    const known = await forget('Agent@Demo.test', '192.0.2.1');
    const unknown = await forget('no-one@example.com', '192.0.2.2');
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await it.settle();
    expect(it.smtp.received.map(({ to }) => to)).toEqual([['agent@demo.test']]);
    const token = tokenIn(it.smtp.received[0]?.text ?? '');

    expect((await it.post('/api/v1/user/new-password', { token })).body).toMatchObject({
      email: 'agent@demo.test',
    });
    const choose = (password: string) => it.post('/api/v1/user/new-password/choose', { token, password });
    expect((await choose('short')).body).toMatchObject({ code: 'badPassword' });
    const chosen = await choose(PASSWORD);
    // A session would get around a second factor.
    expect([chosen.status, chosen.cookies]).toEqual([200, '']);
    expect((await it.get('/api/v1/user', undefined, agent)).body.success).toBe(false);
    expect(await it.db.select().from(sessions)).toHaveLength(1);
    expect(await logIn(it, 'agent@demo.test', PASSWORD)).toBe(200);
    expect((await choose('another password')).body).toMatchObject({ code: 'linkInvalid' });
    expect((await it.audit()).at(-1)).toEqual([
      'password reset',
      expect.stringMatching(/^user \d+: password$/),
      expect.any(Number),
    ]);
  });

  it('a link for a password expires after an hour, and with another new password', async () => {
    const it = await openInstallation();
    const forget = async () => {
      await it.post('/api/v1/user/forgotten-password', { email: 'agent@demo.test' });
      await it.settle();
      return tokenIn(it.smtp.received.at(-1)?.text ?? '');
    };
    const choose = (token: string) =>
      it.post('/api/v1/user/new-password/choose', { token, password: PASSWORD });
    const first = await forget();
    it.clock.advance(3_600_001);
    expect((await choose(first)).body).toMatchObject({ code: 'linkInvalid' });
    const second = await forget();
    const [agent] = await it.db.select().from(users).where(eq(users.email, 'agent@demo.test'));
    const admin = await it.signIn('admin@demo.test');
    await it.post(`${CONSOLE}/agents/${agent?.id}/password`, { password: 'by an administrator' }, admin);
    expect((await choose(second)).body).toMatchObject({ code: 'linkInvalid' });
    const third = await forget();
    await it.db.update(users).set({ active: false }).where(eq(users.email, 'agent@demo.test'));
    expect((await choose(third)).body).toMatchObject({ code: 'linkInvalid' });
  });

  it('requests for a forgotten password are limited per email and per network', async () => {
    const it = await openInstallation();
    const forget = async (email: string, address: string) =>
      (await it.post('/api/v1/user/forgotten-password', { email }, undefined, address)).status;
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n += 1) statuses.push(await forget('agent@demo.test', `198.51.100.${n}`));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const unknown: number[] = [];
    for (let n = 1; n <= 6; n += 1) unknown.push(await forget('no-one@example.com', `198.51.100.${n}`));
    expect(unknown).toEqual(statuses);
    const fromOne: number[] = [];
    for (let n = 1; n <= 21; n += 1) fromOne.push(await forget(`${n}@example.com`, '203.0.113.5'));
    expect(fromOne.slice(-2)).toEqual([200, 429]);
    // Logins have limits of their own.
    expect(await logIn(it, 'agent@demo.test', 'offhook-demo')).toBe(200);
  });

  it('guesses of links are limited per network', async () => {
    const it = await openInstallation();
    const statuses: number[] = [];
    for (let n = 0; n <= 60; n += 1)
      statuses.push((await it.post('/api/v1/user/invitation', { token: `guess ${n}` })).status);
    expect(statuses.slice(-2)).toEqual([422, 429]);
  });

  it('without mail, only an administrator’s link changes a forgotten password', async () => {
    const it = await openInstallation({ sendsMail: false });
    expect((await it.get('/api/v1/user/forgotten-password')).body.sends_mail).toBe(false);
    await it.post('/api/v1/user/forgotten-password', { email: 'agent@demo.test' });
    expect(await it.db.select().from(effects).where(eq(effects.kind, 'sendPasswordReset'))).toEqual([]);
    const [agent] = await it.db.select().from(users).where(eq(users.email, 'agent@demo.test'));
    const { body } = await it.post(`${CONSOLE}/agents/${agent?.id}/reset-link`, {}, it.admin);
    const token = tokenIn(body.link);
    it.clock.advance(23 * 3_600_000);
    expect((await it.post('/api/v1/user/new-password/choose', { token, password: PASSWORD })).status).toBe(
      200,
    );
    expect(await logIn(it, 'agent@demo.test', PASSWORD)).toBe(200);
    expect((await it.audit()).map(([action]) => action)).toEqual(['users reset-link', 'password reset']);
  });
});
