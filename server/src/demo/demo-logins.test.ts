import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { hashPassword } from '../accounts/sign-in/passwords.ts';
import { runAdmin } from '../command-line/run.ts';
import { auditLog, users } from '../platform/database/schema.ts';
import { createSafeHttp } from '../platform/telephony/safe-http.ts';
import { TEST_SECRETS } from '../testing/app/secrets.ts';
import { withDatabase } from '../testing/database/database.ts';
import { demoLoginProblem, findDemoLogins } from './demo-logins.ts';

const one = {
  users: [{ id: 1, accountId: 100, email: 'agent@demo.test' }],
  keys: [{ id: 1, accountId: 100 }],
};
const none = { users: [], keys: [] };
const here = { PUBLIC_URL: 'http://localhost:8080', HOST: '127.0.0.1' };

it.each([
  ['a local address is allowed', one, here, null],
  [
    'listening on all addresses is rejected',
    one,
    { ...here, HOST: '::' },
    /^HOST is ::, and the database has 1 user with/,
  ],
  [
    'a public host name is rejected',
    one,
    { ...here, PUBLIC_URL: 'https://a.example' },
    /^PUBLIC_URL is https:/,
  ],
  [
    'a demo key alone is rejected',
    { ...one, users: [] },
    { ...here, HOST: '0.0.0.0' },
    /has 1 demo API key, which/,
  ],
  ['a database without demo logins is allowed', none, { ...here, HOST: '::' }, null],
])('%s', (_, found, settings, problem) => {
  if (problem === null) expect(demoLoginProblem(found, settings)).toBeNull();
  else expect(demoLoginProblem(found, settings)).toMatch(problem);
});

withDatabase('demo logins', (open) => {
  it('are found by their password, whatever the email, and disabled by a command', async () => {
    const { db, recordingsFolder } = await open({ demo: true });
    await db.update(users).set({ email: 'ann@acme.example' }).where(eq(users.email, 'agent@demo.test'));
    const changedHash = await hashPassword('her own password');
    await db.update(users).set({ password_hash: changedHash }).where(eq(users.email, 'agent2@demo.test'));
    const { users: openUsers, keys } = await findDemoLogins(db);
    const emails = openUsers.map(({ email }) => email);
    expect(emails).toContain('ann@acme.example');
    expect(emails).not.toContain('agent2@demo.test');
    expect(keys.length).toBeGreaterThan(5);

    const deps = { db, now: Date.now, recordingsFolder, http: createSafeHttp(false), secrets: TEST_SECRETS };
    expect(await runAdmin(deps, ['demo', 'close'], 'ada')).toMatchObject({ code: 0, err: '' });
    expect(await findDemoLogins(db)).toEqual({ users: [], keys: [] });
    const auditEntries = await db.select().from(auditLog).where(eq(auditLog.action, 'admin demo close'));
    expect(auditEntries.length).toBe(openUsers.length + keys.length);
    const [unaffected] = await db.select().from(users).where(eq(users.email, 'agent2@demo.test'));
    expect(unaffected?.active).toBe(true);
  });
});
