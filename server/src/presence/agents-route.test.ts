import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addCallUser } from '../platform/database/call-users.ts';
import type { Database } from '../platform/database/database.ts';
import { callUsers, presence, users } from '../platform/database/schema.ts';
import { openTestApp, openTestAppAs } from '../testing/app/app.ts';
import { addCall, userOf } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';

async function userId(db: Database, email: string): Promise<number> {
  const user = await userOf(db, email);
  return user.id;
}

const HOUR_MS = 3_600_000;

async function reportPresence(
  db: Database,
  email: string,
  changes: Partial<typeof presence.$inferInsert> = {},
): Promise<void> {
  const row = { phone_id: 'p', state: 'waiting', device: 'registered', audio: 'ready' } as const;
  const values = {
    ...row,
    user_id: await userId(db, email),
    renewed_at: new Date(Date.now() + HOUR_MS),
    ...changes,
  };
  await db.insert(presence).values(values).onConflictDoUpdate({ target: presence.user_id, set: values });
}

async function putInCall(db: Database, email: string, status: 'accepted' | 'ringing'): Promise<number> {
  const call = await addCall(db, {
    status: 'in-progress',
  });
  await addCallUser(db, { call_id: call.id, user_id: await userId(db, email), type: 'lead', status });
  return call.id;
}

const PATH = '/api/v1/users/paginated';

withDatabase('the list of agents', (open) => {
  it('contains all other agents of the account, by name, ten per page', async () => {
    const [agent] = await openTestAppAs(open, 'agent@demo.test');
    const first = (await agent.get(`${PATH}?status=all`)).body;
    const second = (await agent.get(`${PATH}?status=all&page=2`)).body;
    expect(first).toMatchObject({ meta: { current_page: 1, last_page: 2 } });
    expect(second).toMatchObject({ meta: { current_page: 2, last_page: 2 } });
    const names = [...(first.data ?? []), ...(second.data ?? [])].map((row) => row['full_name']);
    expect(names).toHaveLength(14);
    expect(names).not.toContain('Ann Reyes');
    expect(names).not.toContain('Nora Strand');
    expect(names).toEqual([...names].sort());
    expect(first.data?.[0]).toEqual({
      id: expect.any(Number),
      full_name: 'Alex Romero',
      on_call_id: null,
      is_available: false,
      is_app_only: true,
      is_online_app: false,
      is_mobile: false,
      permissions: ['admin'],
      team_ids: [],
      integrations: expect.objectContaining({ hubspot_id: expect.any(String) }),
      country_code: 'US',
      status: null,
    });
  });

  it('shows available agents by default, or those on a call, or all', async () => {
    const { as, db } = await openTestApp(open);
    await reportPresence(db, 'agent2@demo.test');
    await reportPresence(db, 'agent3@demo.test');
    await reportPresence(db, 'agent4@demo.test');
    const callId = await putInCall(db, 'agent3@demo.test', 'accepted');
    await putInCall(db, 'agent4@demo.test', 'ringing');
    const agent = await as('agent@demo.test');
    const list = async (query: string) =>
      ((await agent.get(`${PATH}?${query}`)).body.data ?? []).map((row) => [
        row['full_name'],
        row['on_call_id'],
      ]);
    expect(await list('')).toEqual([['Ben Okafor', null]]);
    expect(await list('status=online')).toEqual([['Ben Okafor', null]]);
    expect(await list('status=nonsense')).toEqual([['Ben Okafor', null]]);
    expect(await list('status=oncall')).toEqual([['Chloe Lindqvist', callId]]);
    expect(await list('status=all&search=PETR')).toEqual([['Dana Petrova', null]]);
  });

  it('derives availability from the phone’s report', async () => {
    const [agent, { db, clock }] = await openTestAppAs(open, 'agent@demo.test');
    const ben = async () => (await agent.get(`${PATH}?status=all&search=okafor`)).body.data?.[0];
    const cases: [string, Partial<typeof presence.$inferInsert>, boolean, boolean][] = [
      ['waiting', {}, true, true],
      ['the thank-you view', { state: 'thankyou' }, true, true],
      ['a pending result', { state: 'disposition' }, true, false],
      ['a phone without a device', { device: 'unregistered' }, true, false],
      ['a page that cannot make a sound', { audio: 'locked' }, true, false],
      ['a ring that was not acknowledged', { unreachable_at: new Date() }, true, false],
      ['no report for ten seconds', { renewed_at: new Date(clock.now() - 10_000) }, false, false],
    ];
    for (const [name, changes, is_online_app, is_available] of cases) {
      await reportPresence(db, 'agent2@demo.test', { unreachable_at: null, ...changes });
      expect([name, await ben()]).toMatchObject([name, { is_online_app, is_available }]);
    }
  });

  it('shows agents at their daily limit as unavailable until their midnight', async () => {
    const [agent, { db, clock }] = await openTestAppAs(open, 'agent@demo.test');
    const ben = await userId(db, 'agent2@demo.test');
    const isAvailable = async () => {
      await reportPresence(db, 'agent2@demo.test', { renewed_at: new Date(clock.now()) });
      return (await agent.get(`${PATH}?status=all&search=okafor`)).body.data?.[0]?.['is_available'];
    };
    await db.update(callUsers).set({ accepted_at: null }).where(eq(callUsers.user_id, ben));
    const callId = await putInCall(db, 'agent2@demo.test', 'accepted');
    const at = new Date(clock.now());
    await db.update(callUsers).set({ accepted_at: at, ended_at: at }).where(eq(callUsers.call_id, callId));
    await db.update(users).set({ cap: 2 }).where(eq(users.id, ben));
    expect(await isAvailable()).toBe(true);
    await db.update(users).set({ cap: 1 }).where(eq(users.id, ben));
    expect(await isAvailable()).toBe(false);
    clock.advance(25 * 3_600_000);
    expect(await isAvailable()).toBe(true);
  });

  it('can be filtered by name, case-insensitively, and by team', async () => {
    const [agent, { as, db }] = await openTestAppAs(open, 'agent@demo.test');
    const names = async (query: string) =>
      ((await agent.get(`${PATH}?status=all&${query}`)).body.data ?? []).map((row) => row['full_name']);
    expect(await names('search=mar')).toEqual(['Hugo Martins']);
    expect(await names('search=%25')).toEqual([]);
    expect(await names('search=_')).toEqual([]);
    expect(await names(`search=${encodeURIComponent("'; drop table users; --")}`)).toEqual([]);
    const teams = (await agent.get('/api/v1/teams')).body.data ?? [];
    const [sales, support] = ['Sales', 'Support'].map(
      (name) => teams.find((team) => team['name'] === name)?.id,
    );
    expect(await names(`team_id=${sales}`)).toEqual(['Ben Okafor', 'Chloe Lindqvist']);
    expect(await names(`team_id=${support}&search=pat`)).toEqual(['Pat Moore']);
    expect(await names('team_id=')).toHaveLength(10);
    const strict = await as('agent@200.test');
    const foreign = (await strict.get('/api/v1/teams')).body.data?.[0]?.id;
    expect(await names(`team_id=${foreign}`)).toEqual([]);
    await db.update(users).set({ active: false }).where(eq(users.email, 'agent2@demo.test'));
    expect(await names('search=okafor')).toEqual([]);
    expect((await agent.get(`${PATH}?search=${'x'.repeat(101)}`)).status).toBe(422);
    expect((await agent.get(`${PATH}?team_id=x`)).status).toBe(422);
  });
});

withDatabase('the teams', (open) => {
  it('are only the account’s, and each is available if a member is', async () => {
    const [agent, { db }] = await openTestAppAs(open, 'agent@demo.test');
    const teams = async () =>
      ((await agent.get('/api/v1/teams')).body.data ?? []).map((team) => [
        team['name'],
        team['is_available'],
      ]);
    expect(await teams()).toEqual([
      ['Sales', false],
      ['Support', false],
    ]);
    await reportPresence(db, 'plain@demo.test');
    expect(await teams()).toEqual([
      ['Sales', false],
      ['Support', true],
    ]);
    await putInCall(db, 'plain@demo.test', 'ringing');
    expect(await teams()).toEqual([
      ['Sales', false],
      ['Support', false],
    ]);
  });
});

withDatabase('the caller IDs', (open) => {
  it('are the account’s numbers, with their full names', async () => {
    const { as } = await openTestApp(open);
    const { body } = await (await as('agent@demo.test')).get('/api/v1/callerids');
    expect(body).toEqual([
      { id: expect.any(Number), name: 'Main line', phone_number_formatted: '(415) 555-0199' },
      {
        id: expect.any(Number),
        name: 'Regional outreach line for the west coast',
        phone_number_formatted: '(415) 555-0197',
      },
      { id: expect.any(Number), name: 'Support line', phone_number_formatted: '(415) 555-0198' },
    ]);
    const special = await as('agent@9420.test');
    expect((await special.get('/api/v1/callerids')).body).toMatchObject([{ name: 'Main line' }]);
  });
});
