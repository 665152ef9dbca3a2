import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addCallUser } from '../platform/database/call-users.ts';
import { accounts, calls, leads, teams } from '../platform/database/schema.ts';
import { openTestApp, type TestApp } from '../testing/app/app.ts';
import { ACCOUNT, addCall, change, find, firstRow, userOf } from '../testing/app/rows.ts';
import { type OpenTestDatabase, withDatabase } from '../testing/database/database.ts';

const PATH = '/api/v1/callable?phone_number=';
const DAY_MS = 86_400_000;
const LEAD = '+14155550152';
const ofAccount = (phone: string) => and(eq(leads.account_id, ACCOUNT), eq(leads.phone_number, phone));
const no = (reason: string, busy = false) => ({ success: true, allowed: false, reason, next: null, busy });

/** Advances the clock to half past the given hour in the account's time zone. */
function goTo(world: TestApp, hour: number, timeZone: string): void {
  const local = (at: number) =>
    new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' })
      .format(at)
      .split(':')
      .map(Number);
  const nextMinute = Math.ceil(world.clock.now() / 60_000) * 60_000;
  for (let minutes = 0; minutes < 3_000; minutes++) {
    const at = nextMinute + minutes * 60_000;
    const [found, minute] = local(at);
    if (found !== hour || minute !== 30) continue;
    world.clock.advance(at - world.clock.now());
    return;
  }
  throw new Error('the hour was not found');
}

async function start(open: OpenTestDatabase, hour = 12) {
  const world = await openTestApp(open);
  const { time_zone } = await firstRow(find(world.db, accounts, eq(accounts.id, ACCOUNT)));
  await world.db.update(teams).set({ schedule: null });
  // The demo has no calling hours.
  await world.db.update(accounts).set({ calling_from_minute: 480, calling_to_minute: 1260 });
  goTo(world, hour, time_zone);
  const agent = await world.as('agent@demo.test');
  const lead = await firstRow(find(world.db, leads, ofAccount(LEAD)));
  const getCallable = async (number: string) => (await agent.get(PATH + encodeURIComponent(number))).body;
  return { ...world, agent, lead, getCallable };
}

withDatabase('the callable check', (open) => {
  it('allows leads and unknown numbers during the day', async () => {
    const { getCallable } = await start(open);
    const yes = { success: true, allowed: true, reason: null, next: null, busy: false };
    expect([await getCallable('+14155550152'), await getCallable('(415) 555-0171')]).toEqual([yes, yes]);
  });

  it('denies a call at night and returns the next allowed time', async () => {
    const { getCallable, clock } = await start(open, 23);
    const response = (await getCallable('+14155550152')) as Record<string, unknown>;
    expect(response).toMatchObject({ success: true, allowed: false });
    expect(response['reason']).toMatch(/^It is 11:30 PM in .+\. Leads are called from 8:00 AM to 9:00 PM\.$/);
    const wait = Date.parse(String(response['next'])) - clock.now();
    // 8.5 hours later, plus or minus one for a clock change.
    expect(Math.abs(wait / 3_600_000 - 8.5)).toBeLessThan(1.02);
  });

  it('uses the lead’s own time zone if known', async () => {
    const { getCallable, db, lead } = await start(open);
    await db.update(leads).set({ time_zone: 'Asia/Kolkata' }).where(eq(leads.id, lead.id));
    expect(await getCallable('+14155550152')).toMatchObject({ allowed: false });
    expect(await getCallable('+14155550153')).toMatchObject({ allowed: true });
  });

  it('uses the account’s hours and daily limit', async () => {
    const { getCallable, db, lead, clock } = await start(open);
    await db.update(accounts).set({ attempts_per_day: 2 }).where(eq(accounts.id, 100));
    const dial = (hoursAgo: number) => {
      const times = {
        started_at: new Date(clock.now() - hoursAgo * 3_600_000),
        ended_at: new Date(clock.now()),
      };
      return addCall(db, { status: 'no-answer', lead_id: lead.id, claimed_by: 1, ...times });
    };
    await dial(3);
    expect(await getCallable('+14155550152')).toMatchObject({ allowed: true });
    await dial(2);
    expect(await getCallable('+14155550152')).toMatchObject({
      allowed: false,
      reason: 'This lead has reached the limit of 2 calls in 24 hours.',
    });
    clock.advance(DAY_MS);
    expect(await getCallable('+14155550152')).toMatchObject({ allowed: true });
    await db.update(accounts).set({ calling_to_minute: 600 }).where(eq(accounts.id, 100));
    expect(await getCallable('+14155550153')).toMatchObject({ allowed: false });
  });

  it('denies calls to removed and listed leads, but only in their own account', async () => {
    const { getCallable, db, lead, as } = await start(open);
    await db.update(leads).set({ removed_at: new Date() }).where(eq(leads.id, lead.id));
    const removed = await getCallable('+14155550152');
    await db.update(leads).set({ removed_at: null, do_not_call: true }).where(eq(leads.id, lead.id));
    const listed = await getCallable('+14155550152');
    expect([removed, listed]).toEqual([
      no('This lead was removed and must not be called.'),
      no('This number is on the do-not-call list.'),
    ]);
    const outsider = await as('agent@200.test');
    expect((await outsider.get(`${PATH}%2B14155550152`)).body).toMatchObject({ allowed: true });
  });

  it('denies a call to a busy lead and names the colleague, even outside calling hours', async () => {
    const { getCallable, db, lead, as } = await start(open);
    const { id: ben } = await userOf(db, 'agent2@demo.test');
    const kind = { type: 'inbound', direction: 'inbound', phone_number: '+14155550171' } as const;
    const call = await addCall(db, { ...kind, status: 'in-progress', agent_id: ben });
    await addCallUser(db, { call_id: call.id, user_id: ben, type: 'inbound', status: 'accepted' });
    const busy = no('Ben Okafor is on a call with this lead.', true);
    expect(await getCallable('(415) 555-0171')).toEqual(busy);
    expect(await getCallable('+14155550152')).toMatchObject({ allowed: true });
    await change(db, calls, call.id, { lead_id: lead.id });
    await db.update(accounts).set({ calling_to_minute: 481 }).where(eq(accounts.id, 100));
    expect(await getCallable('+14155550152')).toEqual(busy);
    const outsider = await as('agent@200.test');
    expect((await outsider.get(`${PATH}%2B14155550171`)).body).toMatchObject({ busy: false });
    await db.update(leads).set({ do_not_call: true }).where(eq(leads.id, lead.id));
    expect(await getCallable('+14155550152')).toMatchObject({
      busy: false,
      reason: expect.stringContaining('list'),
    });
  });

  it.each([
    ['es-MX,es;q=0.9,en;q=0.8', 'es', 'Este prospecto fue dado de baja y no se le debe llamar.'],
    ['en-GB', 'en', 'This lead was removed and must not be called.'],
  ])('gives the reason in the reader’s language: %s', async (accepted, language, reason) => {
    const { app, agent, db, lead } = await start(open);
    await db.update(leads).set({ removed_at: new Date() }).where(eq(leads.id, lead.id));
    const cookie = agent.cookie();
    const headers = { cookie, 'accept-language': accepted };
    const response = await app.inject({ url: `${PATH}%2B14155550152`, headers });
    expect(response.json()).toMatchObject({ success: true, allowed: false, reason });
    expect(response.headers).toMatchObject({
      'content-language': language,
      vary: expect.stringMatching(/Accept-Language/),
    });
  });

  it('denies calls to premium-rate numbers and countries that the account doesn’t call', async () => {
    const { getCallable, db } = await start(open);
    expect(await getCallable('+19005550100')).toEqual(
      no('Your account doesn’t allow calls to premium-rate numbers.'),
    );
    await db
      .update(accounts)
      .set({ calling_countries: ['US'] })
      .where(eq(accounts.id, ACCOUNT));
    expect(await getCallable('+4930123456')).toEqual(no('Your account doesn’t allow calls to this country.'));
  });

  it('rejects unauthenticated requests and invalid numbers', async () => {
    const { agent, browser } = await start(open);
    expect(await agent.get(`${PATH}12`)).toMatchObject({
      status: 422,
      body: { success: false, error: 'This phone number is too short.', code: 'invalidPhoneNumber' },
    });
    expect((await agent.get('/api/v1/callable')).status).toBe(422);
    expect((await browser().get(`${PATH}%2B14155550152`)).status).toBe(401);
  });
});
