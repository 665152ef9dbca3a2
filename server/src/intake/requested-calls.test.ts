import { and, eq, inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addCallUser } from '../platform/database/call-users.ts';
import { insert } from '../platform/database/database.ts';
import {
  accounts,
  calls,
  leads,
  numbers,
  profiles,
  scheduledCalls,
  teams,
} from '../platform/database/schema.ts';
import { addCall, callsWith, change, find, leadOf } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import { errorResponse } from '../testing/world/edge.ts';
import { testWorlds } from '../testing/world/world.ts';

const ADA = { fname: 'Ada', lname: 'Byron', phone_number: '(415) 555-0100' };

withDatabase('Retry', (open) => {
  const start = testWorlds(open);

  it('returns the lead, and rings the agent’s phone once it is available', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    await ann.present({ state: 'disposition' });
    const response = await ann.post('/api/v1/calls/twilio', ADA);
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, call: { lead: { fname: 'Ada', phone_number: '+14155550100' } } },
    });
    expect(world.provider.requests('create')).toEqual([]);
    await ann.present();
    await world.advance(1_000);
    const ring = await world.waitForRing(ann.id);
    const callUserId = new URL(`http://x/?${ring.target.split('?')[1]}`).searchParams.get('call_user_id');
    expect((await ann.get(`/api/v1/callusers/${callUserId}`)).body).toMatchObject({
      type: 'lead',
      autoaccept: false,
      call: { type: 'lead', direction: 'outbound', lead: { fname: 'Ada' } },
    });
    expect(await callsWith(world.db, '+14155550100')).toMatchObject([
      { type: 'lead', direction: 'outbound', status: 'ringing', lead_retry: 1, asked_by: ann.id },
    ]);
  });

  it('does not ring other agents if the agent ignores the ring', async () => {
    const [world, ann] = await start.waiting('agent@demo.test', 'agent2@demo.test');
    await ann.post('/api/v1/calls/twilio', ADA);
    await world.waitForRing(ann.id);
    const [call] = await callsWith(world.db, '+14155550100');
    await ann.post(`/apps/webrtc/${call?.id}/reject`);
    expect(await callsWith(world.db, '+14155550100')).toMatchObject([
      { status: 'missed', ended_at: expect.any(Date) },
    ]);
    expect(
      world.provider.requests('create').filter(({ target }) => !target.includes(`user_${ann.id}_`)),
    ).toEqual([]);
  });

  it('is canceled if the phone does not become available, and the agent is notified', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    await ann.present({ state: 'disposition' });
    await ann.post('/api/v1/calls/twilio', ADA);
    const startedAt = world.clock.now();
    for (let second = 1; second <= 9; second += 1) {
      await ann.present({ state: 'note' });
      await world.advance(1_000);
      expect(await callsWith(world.db, '+14155550100')).toMatchObject([{ ended_at: null }]);
    }
    await ann.present({ state: 'note' });
    await world.advance(1_000);
    expect(await callsWith(world.db, '+14155550100')).toMatchObject([
      { status: 'busy', ended_at: new Date(startedAt + 10_000) },
    ]);
    expect(world.provider.requests('create')).toEqual([]);
    const notifications = world.provider
      .requests('publish')
      .filter(({ target }) => target.includes('couldn’t ring your phone'));
    expect(notifications).toMatchObject([{ target: expect.stringContaining(`presence-user.${ann.id}`) }]);
  });

  it('requested twice creates one call, and a later request counts as the next attempt', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    await Promise.all([ann.post('/api/v1/calls/twilio', ADA), ann.post('/api/v1/calls/twilio', ADA)]);
    const [first, ...others] = await callsWith(world.db, '+14155550100');
    expect(others).toEqual([]);
    await world.waitForRing(ann.id);
    await ann.post(`/apps/webrtc/${first?.id}/reject`);
    await ann.post('/api/v1/calls/twilio', ADA);
    expect(await callsWith(world.db, '+14155550100')).toMatchObject([
      { id: first?.id, lead_retry: 1 },
      { lead_retry: 2, previous_call_id: first?.id },
    ]);
  });

  it('is rejected without permission, for an invalid number and for a removed lead', async () => {
    const [world, plain, ann] = await start.as('plain@demo.test', 'agent@demo.test');
    await plain.present();
    expect(await plain.post('/api/v1/calls/twilio', ADA)).toEqual(
      errorResponse('You do not have permission to do this.', 403),
    );
    expect(await ann.post('/api/v1/calls/twilio', { ...ADA, phone_number: '12' })).toEqual(
      errorResponse('This phone number is too short.'),
    );
    expect(await callsWith(world.db, '+14155550100')).toEqual([]);
    await change(world.db, leads, and(eq(leads.account_id, 100), eq(leads.phone_number, '+14155550152')), {
      removed_at: new Date(),
    });
    expect(await ann.post('/api/v1/calls/twilio', { ...ADA, phone_number: '+14155550152' })).toEqual(
      errorResponse('This lead must not be called.'),
    );
  });

  it('is rejected while a colleague is talking with the lead', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const [lead] = await world.db.select().from(leads).where(eq(leads.phone_number, '+14155550152'));
    const call = await addCall(world.db, {
      status: 'in-progress',
      lead_id: lead?.id ?? 0,
      agent_id: ben.id,
      claimed_by: 1,
      talk_started_at: new Date(),
    });
    const part = { user_id: ben.id, type: 'lead', status: 'accepted' } as const;
    await addCallUser(world.db, { call_id: call.id, ...part });
    expect(await ann.post('/api/v1/calls/twilio', { ...ADA, phone_number: '+14155550152' })).toEqual(
      errorResponse('Ben Okafor is on a call with this lead.'),
    );
  });
});

withDatabase('Check for lead', (open) => {
  const start = testWorlds(open);
  const MARTA = '+12125550141';

  /** Sets up a world whose only due lead has a missed call. */
  async function setUpMissedCall(changes: Partial<typeof calls.$inferInsert> = {}) {
    const world = await start();
    const { db } = world;
    const ann = await world.agent('agent@demo.test');
    const now = world.clock.now();
    await db.update(accounts).set({ calling_from_minute: 0, calling_to_minute: 1440 });
    await db.update(calls).set({ result: 'contacted', agent_id: ann.id });
    await db.update(profiles).set({ retry_minutes: [5], followup_minutes: [60] });
    const lead = await leadOf(db, MARTA);
    const [sales] = await db
      .select({ team: teams, profile: profiles, number: numbers })
      .from(teams)
      .innerJoin(profiles, eq(profiles.team_id, teams.id))
      .innerJoin(numbers, eq(numbers.team_id, teams.id))
      .where(and(eq(teams.account_id, 100), eq(teams.name, 'Sales')));
    if (!lead || !sales) throw new Error('the demo data is incomplete');
    const call = await addCall(db, {
      status: 'missed',
      lead_id: lead.id,
      team_id: sales.team.id,
      profile_id: sales.profile.id,
      number_id: sales.number.id,
      phone_number: lead.phone_number,
      started_at: new Date(now - 600_000),
      ended_at: new Date(now - 600_000),
      ...changes,
    });
    await ann.present();
    return { world, ann, lead, call, check: (agent = ann) => agent.post('/apps/webrtc/check') };
  }
  const NONE = { status: 200, body: { success: true, lead: null } };

  it('rings the agent for the due lead, as a retry', async () => {
    const { world, ann, lead, call, check } = await setUpMissedCall();
    expect(await check()).toMatchObject({ status: 200, body: { success: true, lead: { id: lead.id } } });
    await world.waitForRing(ann.id);
    expect((await callsWith(world.db, MARTA)).at(-1)).toMatchObject({
      type: 'lead',
      status: 'ringing',
      retry: 1,
      lead_retry: null,
      previous_call_id: call.id,
    });
  });

  it('rings a waiting lead before one without a scheduled call, whatever their attempts', async () => {
    const { world, call, check } = await setUpMissedCall();
    const waiting = await leadOf(world.db, '+13105550142');
    const at = new Date(world.clock.now());
    await insert(world.db, scheduledCalls, {
      account_id: 100,
      lead_id: waiting?.id ?? 0,
      team_id: call.team_id,
      due_at: at,
      requested_at: at,
      lead_retry: 1,
      retry: 1,
      reason: '',
    });
    expect(await check()).toMatchObject({ status: 200, body: { success: true, lead: { id: waiting?.id } } });
  });

  it('finds a lead that is due for a follow-up', async () => {
    const hour = new Date(Date.now() - 3_700_000);
    const { world, check } = await setUpMissedCall({
      status: 'completed',
      result: 'voicemail',
      agent_id: 1,
      ended_at: hour,
    });
    expect((await check()).body).toMatchObject({ lead: { phone_number: MARTA } });
    expect((await callsWith(world.db, MARTA)).at(-1)).toMatchObject({ retry: null, lead_retry: 1 });
  });

  it('skips leads that are not due, out of attempts, contacted or in a call', async () => {
    const { world, call, check } = await setUpMissedCall();
    const skippedCases: readonly [string, Partial<typeof calls.$inferInsert>][] = [
      ['not due', { ended_at: new Date(world.clock.now() - 60_000) }],
      ['out of attempts', { retry: 1 }],
      ['contacted', { result: 'contacted', agent_id: 1 }],
      ['on the phone', { ended_at: null }],
    ];
    for (const [title, changes] of skippedCases) {
      const { ended_at, retry, result, agent_id } = { ...call, ...changes };
      await world.db.update(calls).set({ ended_at, retry, result, agent_id }).where(eq(calls.id, call.id));
      expect([title, await check()]).toEqual([title, NONE]);
    }
    expect(world.provider.requests('create')).toEqual([]);
  });

  it('skips leads outside their hours and blocked leads', async () => {
    const { world, lead, check } = await setUpMissedCall();
    const minute = new Date(world.clock.now()).getUTCHours() * 60;
    const closed = { calling_from_minute: (minute + 120) % 1440, calling_to_minute: (minute + 180) % 1440 };
    await world.db.update(leads).set({ time_zone: 'UTC' }).where(eq(leads.id, lead.id));
    await world.db.update(accounts).set(closed);
    expect(await check()).toEqual(NONE);
    await world.db.update(accounts).set({ calling_from_minute: 0, calling_to_minute: 1440 });
    await world.db.update(leads).set({ do_not_call: true }).where(eq(leads.id, lead.id));
    expect(await check()).toEqual(NONE);
    await world.db.update(leads).set({ do_not_call: false }).where(eq(leads.id, lead.id));
    expect(await check()).not.toEqual(NONE);
  });

  it('skips leads of other teams, owners and accounts, and creates no call if the phone is unavailable', async () => {
    const { world, ann, lead, check } = await setUpMissedCall();
    const plain = await world.agent('plain@demo.test');
    const outsider = await world.agent('agent@200.test');
    const ben = await world.agent('agent2@demo.test');
    for (const agent of [plain, outsider, ben]) await agent.present();
    expect([await check(plain), await check(outsider)]).toEqual([NONE, NONE]);
    await world.db.update(leads).set({ owner_user_id: ann.id }).where(eq(leads.id, lead.id));
    expect(await check(ben)).toEqual(NONE);
    const before = (await callsWith(world.db, MARTA)).length;
    await ann.present({ state: 'note' });
    expect(await check()).toEqual(NONE);
    expect(await callsWith(world.db, MARTA)).toHaveLength(before);
  });

  it('gives the lead to only one of two concurrent requests', async () => {
    const { world, ann, check } = await setUpMissedCall();
    const ben = await world.waiting('agent2@demo.test');
    const found = (await Promise.all([check(ann), check(ben)])).filter(({ body }) => body['lead'] !== null);
    expect(found).toHaveLength(1);
    const open = await find(
      world.db,
      calls,
      and(eq(calls.status, 'ringing'), inArray(calls.asked_by, [ann.id, ben.id])),
    );
    expect(open).toHaveLength(1);
  });
});
