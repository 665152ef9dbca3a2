import { expect, it } from 'vitest';
import { loginAttempts } from '../../platform/database/schema.ts';
import { type OpenTestDatabase, withDatabase } from '../../testing/database/database.ts';
import { createLoginThrottle } from './login-throttle.ts';

const EMAIL = 'agent@demo.test';
const HOME = '198.51.100.4';

async function start(open: OpenTestDatabase) {
  const { db } = await open();
  let now = Date.now();
  const clock = { now: () => now };
  const [one, other] = [createLoginThrottle({ db, clock }), createLoginThrottle({ db, clock })];
  const fail = async (address: string, email = EMAIL) => (await one.start(email, address)) !== null;
  return {
    db,
    fail,
    other,
    async failures(times: number, addressOf: (n: number) => string, email?: string) {
      const allowed = [];
      for (let n = 0; n < times; n += 1) allowed.push(await fail(addressOf(n), email));
      return allowed.filter(Boolean).length;
    },
    async logIn(address: string) {
      const attempt = await one.start(EMAIL, address);
      await attempt?.recordSuccess();
      return attempt !== null;
    },
    advance(ms: number) {
      now += ms;
    },
  };
}

withDatabase('the login throttle', (open) => {
  it('allows 5 attempts a minute per email and address, across servers and restarts', async () => {
    const { failures, fail, other, advance } = await start(open);
    expect(await failures(8, () => HOME)).toBe(5);
    expect(await other.start(EMAIL, HOME)).toBeNull();
    expect(await fail(HOME, 'other@demo.test')).toBe(true);
    advance(59_999);
    expect(await fail(HOME)).toBe(false);
    advance(1);
    expect(await fail(HOME)).toBe(true);
  });

  it('allows 60 attempts a minute per IPv6 /64 network, regardless of the addresses', async () => {
    const { failures } = await start(open);
    const inside = (n: number) => `2001:db8:1:2::${n.toString(16)}`;
    let passed = 0;
    for (let user = 0; user < 7; user += 1)
      passed += await failures(10, (n) => inside(user * 10 + n), `user${user}@demo.test`);
    expect(passed).toBe(60);
    expect(await failures(1, () => '2001:db8:1:3::1', 'user0@demo.test')).toBe(1);
  });

  it('allows 30 attempts an hour per account from new networks', async () => {
    const { failures, advance } = await start(open);
    expect(await failures(40, (n) => `203.0.113.${n}`)).toBe(30);
    advance(3_600_000);
    expect(await failures(1, () => '203.0.113.200')).toBe(1);
  });

  it('lets the owner in from a known network during an attack from other networks', async () => {
    const { failures, logIn, fail } = await start(open);
    expect(await logIn(HOME)).toBe(true);
    expect(await failures(40, (n) => `203.0.113.${n}`)).toBe(30);
    expect(await fail(HOME)).toBe(true);
    expect(await logIn(HOME)).toBe(true);
  });

  it('allows 100 attempts an hour per account from a known network', async () => {
    const { failures, logIn, advance } = await start(open);
    await logIn(HOME);
    let passed = 0;
    for (let minute = 0; minute < 25; minute += 1) {
      passed += await failures(5, () => HOME);
      advance(60_000);
    }
    expect(passed).toBe(100);
  });

  it('deletes failures after an hour and stores no address in plain text', async () => {
    const { db, failures, advance, logIn } = await start(open);
    await failures(3, () => HOME);
    advance(3_600_001);
    await logIn(HOME);
    const rows = await db.select().from(loginAttempts);
    expect(rows).toMatchObject([{ succeeded: true }]);
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|demo/);
  });
});
