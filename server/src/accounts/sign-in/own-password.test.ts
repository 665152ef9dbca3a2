import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog, effects, sessions, signInTokens, users } from '../../platform/database/schema.ts';
import { type Browser, openTestApp, openTestAppAs } from '../../testing/app/app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { errorResponse } from '../../testing/world/edge.ts';
import { untilLockWaiters } from '../../testing/world/locks.ts';
import { realtimeIdentity } from '../core/page-identity.ts';
import { sessionHash } from './sessions.ts';

const OLD = 'offhook-demo';
const NEW = 'a longer new password';
const change = (browser: Browser, current_password: string, new_password = NEW) =>
  browser.put('/api/v1/user/password', { current_password, new_password });
const sessionToken = (browser: Browser) => browser.cookie().split('=')[1] ?? '';
const isSignedIn = async (browser: Browser, headers = {}) =>
  (await browser.get('/api/v1/mycalls', headers)).status === 200;

withDatabase('a password change', (open) => {
  it('requires the current password and replaces it', async () => {
    const [agent, { browser }] = await openTestAppAs(open, 'agent@demo.test');
    expect(await change(agent, 'a guess')).toMatchObject(
      errorResponse('Your current password is incorrect.'),
    );
    expect(await change(agent, OLD)).toMatchObject({ status: 200, body: { success: true, ended: 0 } });
    expect((await browser().login('agent@demo.test', OLD)).status).toBe(422);
    expect((await browser().login('agent@demo.test', NEW)).status).toBe(200);
  });

  it('requires at least 8 characters, like a password set by an administrator', async () => {
    const [agent] = await openTestAppAs(open, 'agent@demo.test');
    expect(await change(agent, OLD, 'seven77')).toMatchObject({
      status: 422,
      body: { error: 'The password must have at least 8 characters.' },
    });
    expect((await change(agent, OLD, 'eight888')).status).toBe(200);
  });

  it('ends only the user’s other sessions', async () => {
    const { as, db } = await openTestApp(open);
    const [agent, other, colleague] = [
      await as('agent@demo.test'),
      await as('agent@demo.test'),
      await as('agent2@demo.test'),
    ];
    expect((await change(agent, OLD)).body).toMatchObject({ ended: 1 });
    expect([await isSignedIn(agent), await isSignedIn(other), await isSignedIn(colleague)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await db.select().from(sessions)).toHaveLength(2);
  });

  it('ends the links for a new password', async () => {
    const { as, db, clock } = await openTestApp(open);
    const agent = await as('agent@demo.test');
    const [user] = await db.select().from(users).where(eq(users.email, 'agent@demo.test'));
    const expires_at = new Date(clock.now() + 60_000);
    await db.insert(signInTokens).values({ token_hash: 'a hash', user_id: user?.id ?? 0, expires_at });
    expect((await change(agent, OLD)).status).toBe(200);
    expect(await db.select().from(signInTokens)).toEqual([]);
  });

  it('isn’t deadlocked with a presence report of a session that it ends', async () => {
    const { as, db } = await openTestApp(open);
    const [agent, other] = [await as('agent@demo.test'), await as('agent@demo.test')];
    let changed: ReturnType<typeof change> | null = null;
    // As a report does: the session first, then its user.
    await db.transaction(async (tx) => {
      const ofOther = eq(sessions.token_hash, sessionHash(sessionToken(other)));
      const [session] = await tx.select().from(sessions).where(ofOther).for('key share');
      changed = change(agent, OLD);
      await untilLockWaiters(db, 1);
      const user = eq(users.id, session?.user_id ?? 0);
      await tx.select().from(users).where(user).for('no key update', { noWait: true });
    });
    expect(await changed).toMatchObject({ status: 200, body: { ended: 1 } });
  });

  it('invalidates copies of the session cookie and closes realtime connections', async () => {
    const [agent, { db }] = await openTestAppAs(open, 'agent@demo.test');
    const before = agent.cookie();
    await change(agent, OLD);
    expect(agent.cookie()).not.toBe(before);
    expect([await isSignedIn(agent), await isSignedIn(agent, { cookie: before })]).toEqual([true, false]);
    const [name = ''] = [before.split('=')[1]];
    expect(sessionHash(sessionToken(agent))).toBe(sessionHash(name));
    const realtimeId = realtimeIdentity(sessionHash(name));
    const closed = await db.select().from(effects).where(eq(effects.kind, 'closeConnections'));
    expect(closed.map(({ payload }) => payload)).toEqual([
      { kind: 'closeConnections', realtimeId },
      { kind: 'closeConnections', realtimeId },
    ]);
    const again = agent.cookie();
    await change(agent, NEW, 'a third password');
    expect([await isSignedIn(agent), await isSignedIn(agent, { cookie: again })]).toEqual([true, false]);
  });

  it('keeps the pages’ identities and CSRF token, so that a call continues', async () => {
    const [agent] = await openTestAppAs(open, 'agent@demo.test');
    const token = agent.csrfToken();
    await change(agent, OLD);
    expect(agent.csrfToken()).toBe(token);
    expect((await agent.post('/api/v1/user/logout', undefined, { 'x-csrf-token': token })).status).toBe(200);
    expect(await isSignedIn(agent)).toBe(false);
  });

  it('is throttled like the login', async () => {
    const [agent, { browser }] = await openTestAppAs(open, 'agent@demo.test');
    const statuses = await Promise.all(Array.from({ length: 8 }, () => change(agent, 'a guess')));
    expect(statuses.map(({ status }) => status).sort()).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
    expect((await change(agent, OLD)).status).toBe(429);
    expect((await browser().login('agent@demo.test', OLD)).status).toBe(429);
  });

  it('succeeds once for two concurrent requests', async () => {
    const [agent] = await openTestAppAs(open, 'agent@demo.test');
    const responses = await Promise.all([
      change(agent, OLD, 'the first one'),
      change(agent, OLD, 'the second one'),
    ]);
    // The later request has an ended session or a wrong password.
    expect(responses.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([401, 422])]);
  });

  it('is recorded in the audit log without the passwords', async () => {
    const { as, db } = await openTestApp(open);
    await change(await as('agent@demo.test'), OLD);
    const [agent] = await db.select().from(users).where(eq(users.email, 'agent@demo.test'));
    const { subject, action, user_id } = (await db.select().from(auditLog)).at(-1) ?? {};
    expect({ subject, action, user_id }).toEqual({
      subject: `user ${agent?.id}: password`,
      action: 'own password',
      user_id: agent?.id,
    });
  });
});
