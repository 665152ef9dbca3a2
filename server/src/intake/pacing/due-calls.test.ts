import { REMOVE_UNDO_MS } from '@offhook/contract/limits';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { setResult } from '../../calls/results/disposition.ts';
import { queryRows, transaction } from '../../platform/database/database.ts';
import {
  accounts,
  calls,
  leads,
  messages,
  profiles,
  scheduledCalls,
  teamMembers,
  teams,
} from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { callsWith, change, find, firstRow, scheduledCallsWith } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import type { Agent } from '../../testing/world/edge.ts';
import { reportInboundCall } from '../../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';
import { type QueuePlace, startNextDueCall } from './due-calls.ts';
import { PRIORITY } from './due-rows.ts';

const MINUTE = 60_000;
const silent = pino({ level: 'silent' });
const E164 = '+14155552600';
const LEAD = { phone_number: E164, fname: 'Grace', lname: 'Hopper' };

const pendingCall = async ({ db }: TestWorld, phone = E164) =>
  (await scheduledCallsWith(db, phone))[0] ?? null;
const callsTo = ({ db }: TestWorld, phone = E164) => callsWith(db, phone);
const advanceMinutes = (world: TestWorld, minutes: number) => world.advance(minutes * MINUTE);
const advanceWith = async (world: TestWorld, agent: Agent, ms: number) => {
  world.clock.advance(ms);
  await agent.present();
  await world.settle();
};
const team = async ({ db }: TestWorld, name: string) => {
  const [row] = await find(db, teams, and(eq(teams.account_id, 100), eq(teams.name, name)));
  if (!row) throw new Error(`no team ${name}`);
  return row;
};
const changeProfile = async (
  world: TestWorld,
  name: string,
  changes: Partial<typeof profiles.$inferInsert>,
) => {
  const { id } = await team(world, name);
  await world.db.update(profiles).set(changes).where(eq(profiles.team_id, id));
};

const depsOf = ({ db, clock }: TestWorld) => ({
  db,
  clock,
  log: silent,
  realtime: { agentUpdated() {}, callUpdated() {}, ownCallUpdated() {} } as never,
  worker: { process: 'another', submit() {} },
  acceptsNewCalls: () => true,
});

withDatabase('a scheduled call', (open) => {
  const start = testWorlds(open);

  it('that reaches no agent starts a minute after the previous one, even if the clock is set back', async () => {
    const world = await start();
    await changeProfile(world, 'Sales', { retry_minutes: [1] });
    const second = '+14155552601';
    for (const phone_number of [E164, second]) {
      await world.postLead({ phone_number });
      await advanceMinutes(world, 0.5);
    }
    await advanceMinutes(world, 0.5);
    expect([...(await callsTo(world)), ...(await callsTo(world, second))]).toHaveLength(3);
    world.clock.setBack(60 * MINUTE);
    await world.db.update(scheduledCalls).set({ due_at: new Date(world.clock.now()) });
    await world.settle();
    expect(await callsTo(world, second)).toHaveLength(2);
  });

  it('is read in its turn by an index, however many are due', async () => {
    const { db } = await start();
    await transaction(db, async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_sort = off`);
      const plan = await queryRows<{ 'QUERY PLAN': string }>(
        tx,
        sql`explain select 1 from ${scheduledCalls} where ${scheduledCalls.team_id} = 1
          and ${scheduledCalls.ended_at} is null and ${scheduledCalls.callback_by} is null order by ${PRIORITY} limit 50`,
      );
      const text = plan.map((row) => row['QUERY PLAN']).join(' ');
      expect(text).toContain('planned_calls_turn');
      expect(text).not.toContain('Sort');
    });
  });

  it('is retried with the configured delays, then once by the fallback team', async () => {
    const world = await start();
    await changeProfile(world, 'Sales', { retry_minutes: [1, 5] });
    await changeProfile(world, 'Support', { retry_minutes: [7] });
    const support = await team(world, 'Support');
    await world.db.update(teams).set({ fallback_team_id: support.id }).where(eq(teams.name, 'Sales'));
    await world.postLead(LEAD);
    await advanceMinutes(world, 0.5);
    expect(await callsTo(world)).toHaveLength(1);
    await advanceMinutes(world, 0.5);
    await advanceMinutes(world, 5);
    await advanceMinutes(world, 1);
    expect(await pendingCall(world)).toBeNull();
    await advanceMinutes(world, 60);
    const attempts = await callsTo(world);
    expect(attempts).toMatchObject([
      { retry: null, status: 'missed', is_fallback: false },
      { retry: 1, status: 'missed', is_fallback: false, previous_call_id: attempts[0]?.id },
      { retry: 2, status: 'missed', is_fallback: false, previous_call_id: attempts[1]?.id },
      { retry: 3, status: 'missed', is_fallback: true, team_id: support.id },
    ]);
    expect(attempts).toHaveLength(4);
  });

  it('rings the agents who are available at that time', async () => {
    const world = await start();
    const posted = await world.postLead(LEAD);
    expect(posted.body['outcome']).toMatch(/^scheduled for /);
    const ann = await world.agent('agent@demo.test');
    await advanceWith(world, ann, 60 * MINUTE);
    await world.waitForRing(ann.id);
    expect((await callsTo(world)).at(-1)).toMatchObject({ status: 'ringing', retry: 1 });
    expect(await pendingCall(world)).toBeNull();
  });

  it('is a follow-up if the lead was not reached, and is canceled by a final result', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { body } = await world.postLead(LEAD);
    const callId = Number(body['call_id']);
    const ring = await world.waitForRing(ann.id);
    const from = { From: '+14155550199', To: ann.client() };
    await world.webhook(ring.offerPath, { CallSid: ring.sid, ...from });
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    expect((await world.call(callId)).ended_at).not.toBeNull();
    expect(await pendingCall(world)).toMatchObject({ lead_retry: 1, retry: null, previous_call_id: callId });
    const result = async (disposition: 'contacted' | 'voicemail' | 'removed') => {
      await setResult(world, { id: ann.id, account_id: 100 } as SignedInUser, callId, disposition);
      await world.advance(REMOVE_UNDO_MS + 1_000);
    };
    await result('contacted');
    expect(await pendingCall(world)).toBeNull();
    await result('voicemail');
    expect(await pendingCall(world)).toMatchObject({ lead_retry: 1 });
    await result('removed');
    expect(await pendingCall(world)).toBeNull();
    await advanceMinutes(world, 24 * 60);
    expect(await callsTo(world)).toHaveLength(1);
  });

  it('is canceled when the lead calls', async () => {
    const world = await start();
    await world.postLead(LEAD);
    expect(await pendingCall(world)).not.toBeNull();
    await reportInboundCall(world, { From: E164 });
    expect(await pendingCall(world)).toBeNull();
    await advanceMinutes(world, 24 * 60);
    expect((await callsTo(world)).map(({ type }) => type)).toEqual(['lead', 'inbound']);
  });

  it('that reaches no agent starts at least a minute after the previous one, in order of priority', async () => {
    const world = await start();
    const numbers = ['+14155552601', '+14155552602', '+14155552603'];
    for (const phone_number of numbers) {
      await world.postLead({ phone_number });
      world.clock.advance(1_000);
    }
    const set = async (phone: string, changes: Partial<typeof scheduledCalls.$inferInsert>) => {
      const scheduled = await pendingCall(world, phone);
      await change(world.db, scheduledCalls, scheduled?.id ?? 0, changes);
    };
    await set('+14155552601', { lead_retry: 1 });
    await set('+14155552602', { retry: 2 });
    const started = async () =>
      (await Promise.all(numbers.map((phone) => callsTo(world, phone)))).map(({ length }) => length - 1);
    await advanceMinutes(world, 61);
    expect(await started()).toEqual([0, 0, 1]);
    await world.settle();
    expect(await started()).toEqual([0, 0, 1]);
    await advanceMinutes(world, 1);
    expect(await started()).toEqual([0, 1, 1]);
    await advanceMinutes(world, 1);
    expect(await started()).toEqual([1, 1, 1]);
  });

  it('is started once by concurrent polls', async () => {
    const world = await start();
    const numbers = ['+14155552601', '+14155552602', '+14155552603'];
    for (const phone_number of numbers) await world.postLead({ phone_number });
    const deps = depsOf(world);
    world.clock.advance(60 * MINUTE);
    const sales = { accountId: 100, teamId: (await team(world, 'Sales')).id };
    await Promise.all([1, 2, 3, 4].map(() => startNextDueCall(deps, sales)));
    const started = await Promise.all(numbers.map((phone) => callsTo(world, phone)));
    expect(started.flat()).toHaveLength(numbers.length + 1);
  });

  it('is offered as soon as an agent is free, one per agent, and waits for the others unspent', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await changeProfile(world, 'Sales', { mode: 'round_robin' });
    const numbers = ['+14155552601', '+14155552602', '+14155552603', '+14155552604'];
    for (const phone_number of numbers) {
      await world.postLead({ phone_number });
      world.clock.advance(1_000);
    }
    world.clock.advance(60 * MINUTE);
    const started = async () =>
      (await Promise.all(numbers.map((phone) => callsTo(world, phone)))).map(({ length }) => length - 1);
    await ann.present();
    await ben.present();
    expect(await started()).toEqual([1, 1, 0, 0]);
    const first = await world.waitForRing(ann.id);
    await world.waitForRing(ben.id);
    await ann.post(`/apps/webrtc/${(await callsTo(world, numbers[0]))[1]?.id}/reject`);
    expect(first.sid).not.toBe('');
    expect(await started()).toEqual([1, 1, 1, 0]);
    await world.waitForRing(ann.id, 2);
    await world.settle();
    expect(await started()).toEqual([1, 1, 1, 0]);
    expect(await pendingCall(world, numbers[3])).toMatchObject({ retry: 1, ended_at: null });
  });

  it('waits for an agent in wrap-up, and is offered when their report says that they are ready', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    await world.postLead(LEAD);
    world.clock.advance(60 * MINUTE);
    await ann.present({ state: 'disposition' });
    await world.settle();
    expect(await callsTo(world)).toHaveLength(1);
    expect(await pendingCall(world)).not.toBeNull();
    await ann.present({ state: 'thankyou' });
    await world.waitForRing(ann.id);
    expect((await callsTo(world)).at(-1)).toMatchObject({ status: 'ringing', retry: 1 });
  });

  describe('for a new lead whose agents are all occupied', () => {
    it.each([
      ['in wrap-up', 'busy', { state: 'note' as const }, null],
      ['on a break', 'missed', {}, 'break'],
    ])('(%s) is due at once, and rings the first agent who is free', async (_title, status, report, away) => {
      const [world, ann] = await start.as('agent@demo.test');
      await ann.present(report);
      if (away !== null) await ann.put('/api/v1/user/status', { status: away });
      const { body } = await world.postLead(LEAD);
      const now = new Date(world.clock.now());
      expect(body['scheduled_for']).toBe(now.toISOString());
      expect(await pendingCall(world)).toMatchObject({ retry: 1, due_at: now });
      // It doesn't use up attempts as it waits.
      for (let second = 1; second <= 3; second += 1) {
        world.clock.advance(1_000);
        await ann.present(report);
        await world.settle();
      }
      expect(await callsTo(world)).toMatchObject([{ retry: null, status }]);
      if (away !== null) await ann.put('/api/v1/user/status', { status: 'available' });
      await ann.present();
      await world.settle();
      await world.waitForRing(ann.id);
      const [, retry, ...others] = await callsTo(world);
      expect(retry).toMatchObject({ retry: 1, status: 'ringing' });
      expect(others).toEqual([]);
      await ann.post(`/apps/webrtc/${retry?.id}/reject`);
      await world.settle();
      expect(await pendingCall(world)).toMatchObject({
        retry: 2,
        due_at: new Date(world.clock.now() + 120 * MINUTE),
      });
    });
  });

  it('waits for an agent on a break for a quarter of an hour, and then goes on without them', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    await world.postLead(LEAD);
    world.clock.advance(60 * MINUTE - 1_000);
    await ann.present();
    await ann.put('/api/v1/user/status', { status: 'break' });
    await advanceWith(world, ann, 14 * MINUTE);
    expect(await callsTo(world)).toHaveLength(1);
    await advanceWith(world, ann, MINUTE);
    expect(await callsTo(world)).toMatchObject([{ retry: null }, { retry: 1, status: 'missed' }]);
  });

  it('is offered to its own agent while those of fifty earlier ones are occupied', async () => {
    const [world, ann, sam] = await start.as('agent@demo.test', 'supervisor@demo.test');
    const sales = await team(world, 'Sales');
    await world.db.delete(teamMembers).where(ne(teamMembers.user_id, ann.id));
    const dueAt = new Date(world.clock.now() + MINUTE);
    const schedule = async (phone_number: string, owner_user_id: number | null) => {
      const values = { account_id: 100, phone_number, label: phone_number, owner_user_id };
      const lead = await firstRow(world.db.insert(leads).values(values).returning());
      const call = {
        account_id: 100,
        lead_id: lead.id,
        team_id: sales.id,
        due_at: dueAt,
        requested_at: dueAt,
      };
      await world.db.insert(scheduledCalls).values({ ...call, reason: 'due' });
    };
    for (let n = 10; n < 60; n += 1) await schedule(`+141555526${n}`, null);
    await schedule('+14155552700', sam.id);
    world.clock.advance(MINUTE);
    await ann.present({ state: 'disposition' });
    await sam.present();
    await world.waitForRing(sam.id);
    expect(await callsTo(world, '+14155552700')).toMatchObject([{ status: 'ringing' }]);
    expect(await callsTo(world, '+14155552610')).toEqual([]);
  });

  it('is reached behind thousands that wait for occupied agents, a part of the queue each second', async () => {
    const [world, ann, sam] = await start.as('agent@demo.test', 'supervisor@demo.test');
    const sales = await team(world, 'Sales');
    await world.db.delete(teamMembers).where(ne(teamMembers.user_id, ann.id));
    const at = new Date(world.clock.now()).toISOString();
    // All of them were scheduled at the same time.
    await world.db.execute(sql`with lead as (
        insert into ${leads} (account_id, phone_number, label, owner_user_id)
        select 100, '+1415560' || n, '', case when n = 5500 then ${sam.id}::bigint end
        from generate_series(1000, 6000) n order by n returning id, phone_number)
      insert into ${scheduledCalls} (account_id, lead_id, team_id, due_at, requested_at, created_at, reason)
      select 100, id, ${sales.id}, ${at}, ${at}, ${at}, 'due' from lead order by phone_number`);
    await ann.present({ state: 'disposition' });
    const place: QueuePlace = { after: null };
    const begins: boolean[] = [];
    for (let look = 1; look <= 3; look += 1) {
      expect(await startNextDueCall(depsOf(world), { accountId: 100, teamId: sales.id }, place)).toBe(false);
      begins.push(place.after === null);
    }
    expect(begins).toEqual([false, false, true]);
    await sam.present();
    const sams = '+14155605500';
    expect(await callsTo(world, sams)).toEqual([]);
    for (let look = 2; look <= 3; look += 1) await world.settle();
    expect(await callsTo(world, sams)).toMatchObject([{ status: 'ringing' }]);
  });

  it('is not started above the team’s calls per minute', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await changeProfile(world, 'Sales', { mode: 'round_robin', calls_per_minute: 1 });
    const numbers = ['+14155552601', '+14155552602'];
    for (const phone_number of numbers) await world.postLead({ phone_number });
    world.clock.advance(60 * MINUTE);
    const started = async () =>
      (await Promise.all(numbers.map((phone) => callsTo(world, phone)))).flat().length - numbers.length;
    await ann.present();
    await ben.present();
    expect(await started()).toBe(1);
    world.clock.advance(MINUTE);
    await ann.present();
    await ben.present();
    await world.settle();
    expect(await started()).toBe(2);
  });

  it('waits while the lead’s owner has another one in progress, even for another team', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const support = await team(world, 'Support');
    await world.db.insert(teamMembers).values({ team_id: support.id, user_id: ann.id });
    await world.postLead({ phone_number: '+14155552601', owner: 'agent@demo.test' });
    await world.postLead({ phone_number: '+14155552602', owner: 'agent@demo.test', team_id: support.id });
    await advanceWith(world, ann, 60 * MINUTE);
    await world.waitForRing(ann.id);
    const open = async () => world.db.select().from(calls).where(isNull(calls.ended_at));
    expect(await open()).toHaveLength(1);
    const waiting = [await pendingCall(world, '+14155552601'), await pendingCall(world, '+14155552602')];
    expect(waiting.filter((scheduled) => scheduled !== null)).toHaveLength(1);
  });

  it('for a lead that arrived at night is due when the team opens, 15 minutes after the previous one', async () => {
    const world = await start();
    // Opening hours far from the current time.
    const now = new Date(world.clock.now());
    const minute = now.getUTCHours() * 60 + Math.floor(now.getUTCMinutes() / 15) * 15;
    const opens = (minute + 600) % 1440;
    const pieces = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: opens, to: (opens + 120) % 1440 }));
    await change(world.db, teams, eq(teams.name, 'Sales'), { schedule: { time_zone: 'UTC', pieces } });
    const responses = [];
    for (const phone_number of ['+14155552601', '+14155552602', '+14155552603'])
      responses.push((await world.postLead({ phone_number })).body);
    const times = responses.map((body) => new Date(String(body['scheduled_for'])));
    expect(
      times.map((time) => (time.getUTCHours() * 60 + time.getUTCMinutes() - opens + 1440) % 1440),
    ).toEqual([0, 15, 30]);
    const clock = (at: number) =>
      `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
    expect(responses[0]).toMatchObject({
      outcome: `scheduled for ${clock(opens)}`,
      reason: 'It is outside the team’s hours.',
    });
    expect(await callsTo(world, '+14155552601')).toMatchObject([{ status: 'offline', retry: null }]);
    expect(await pendingCall(world, '+14155552601')).toMatchObject({ retry: null, lead_retry: null });
  });

  it('is postponed outside the lead’s hours', async () => {
    const world = await start();
    await world.postLead({ ...LEAD, time_zone: 'UTC' });
    const due = world.clock.now() + 60 * MINUTE;
    const minute = new Date(due).getUTCHours() * 60 + new Date(due).getUTCMinutes();
    await world.db.execute(
      `update accounts set calling_from_minute = ${(minute + 180) % 1440}, calling_to_minute = ${(minute + 300) % 1440}`,
    );
    await advanceMinutes(world, 60);
    expect(await callsTo(world)).toHaveLength(1);
    expect((await pendingCall(world))?.due_at.getTime()).toBeGreaterThanOrEqual(due + 178 * MINUTE);
    await advanceMinutes(world, 180);
    expect(await callsTo(world)).toHaveLength(2);
  });

  it('to a blocked lead is canceled', async () => {
    const world = await start();
    await world.postLead(LEAD);
    await world.db.update(leads).set({ do_not_call: true }).where(eq(leads.phone_number, E164));
    await advanceMinutes(world, 60);
    expect(await callsTo(world)).toHaveLength(1);
    expect(await pendingCall(world)).toBeNull();
    expect((await world.postLead(LEAD)).body).toMatchObject({
      outcome: 'blocked: do not call',
      call_id: null,
    });
  });

  it('starts after the team’s delay, once for repeated requests', async () => {
    const world = await start();
    await changeProfile(world, 'Sales', { delay_seconds: 30 });
    const ann = await world.agent('agent@demo.test');
    const key = { 'idempotency-key': 'form-1' };
    const first = await world.postLead(LEAD, key);
    expect(first.body).toMatchObject({
      call_id: null,
      reason: 'This team waits 30 seconds before it calls a new lead.',
      scheduled_for: new Date(world.clock.now() + 30_000).toISOString(),
    });
    expect((await world.postLead(LEAD, key)).body).toEqual(first.body);
    await advanceWith(world, ann, 30_000);
    await world.waitForRing(ann.id);
    expect((await world.postLead(LEAD, key)).body).toMatchObject({ outcome: 'ringing now' });
    expect(await callsTo(world)).toHaveLength(1);
  });
});

withDatabase('the text after a missed call', (open) => {
  const start = testWorlds(open);
  const sent = ({ db }: TestWorld) => db.select().from(messages).where(eq(messages.to_number, E164));

  it('is sent once, even after several missed calls', async () => {
    const world = await start();
    await changeProfile(world, 'Sales', { missed_text: 'We’ll call you soon.', retry_minutes: [1, 1] });
    await world.postLead(LEAD);
    expect(await sent(world)).toMatchObject([{ status: 'sent' }]);
    await advanceMinutes(world, 1);
    await advanceMinutes(world, 1);
    // After a minute, it's no longer a repeat of the same request.
    await advanceMinutes(world, 1);
    await world.postLead(LEAD);
    expect(await callsTo(world)).toHaveLength(4);
    expect(await sent(world)).toMatchObject([
      { body: 'We’ll call you soon.', from_number: '+14155550199', user_id: null, direction: 'outbound' },
    ]);
  });

  it('is not sent to a lead that called first or to a blocked lead', async () => {
    const world = await start();
    await changeProfile(world, 'Sales', { missed_text: 'We’ll call you soon.' });
    await world.postLead(LEAD);
    await world.db.update(leads).set({ origin: 'inbound', missed_text_at: null });
    await world.db.delete(messages).where(eq(messages.to_number, E164));
    await advanceMinutes(world, 1);
    await world.postLead(LEAD);
    expect(await callsTo(world)).toHaveLength(2);
    await world.db.update(leads).set({ origin: 'intake', do_not_call: true });
    await world.postLead(LEAD);
    expect(await sent(world)).toEqual([]);
  });

  it('waits until the lead can be texted', async () => {
    const world = await start();
    await changeProfile(world, 'Sales', { missed_text: 'We’ll call you soon.' });
    const now = new Date(world.clock.now());
    const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
    await world.db.execute(
      `update accounts set calling_from_minute = ${(minute + 120) % 1440}, calling_to_minute = ${(minute + 240) % 1440}`,
    );
    await world.postLead({ ...LEAD, time_zone: 'UTC' });
    expect(await sent(world)).toMatchObject([{ status: 'sending' }]);
    expect(world.provider.requests('createText')).toEqual([]);
    await advanceMinutes(world, 121);
    expect(await sent(world)).toMatchObject([{ status: 'sent' }]);
  });

  describe('that waits for the texting hours', () => {
    /** Calls are allowed at any time, but texts only between two and four hours from now. */
    async function createWaitingText() {
      const world = await start();
      await changeProfile(world, 'Sales', { missed_text: 'We’ll call you soon.' });
      await world.db.update(accounts).set(hoursFrom(world, 120));
      const response = await world.postLead({ ...LEAD, time_zone: 'UTC' });
      expect(await sent(world)).toMatchObject([{ status: 'sending' }]);
      return { world, callId: Number(response.body['call_id']) };
    }
    const hoursFrom = ({ clock }: TestWorld, minutes: number) => {
      const at = new Date(clock.now());
      const minute = (at.getUTCHours() * 60 + at.getUTCMinutes() + minutes) % 1440;
      return { texting_from_minute: minute, texting_to_minute: (minute + 120) % 1440 };
    };
    const textRequests = ({ provider }: TestWorld) => provider.requests('createText');

    it('is sent once in the first minute of those hours, even after a restart', async () => {
      const { world } = await createWaitingText();
      await advanceMinutes(world, 119);
      await world.restart();
      expect(textRequests(world)).toEqual([]);
      await advanceMinutes(world, 2);
      await advanceMinutes(world, 1);
      expect(textRequests(world)).toHaveLength(1);
      expect(await sent(world)).toMatchObject([{ status: 'sent', not_sent_reason: null }]);
    });

    it('waits longer if the hours are changed', async () => {
      const { world } = await createWaitingText();
      await world.db.update(accounts).set(hoursFrom(world, 240));
      await advanceMinutes(world, 121);
      expect(textRequests(world)).toEqual([]);
      expect(await sent(world)).toMatchObject([{ status: 'sending' }]);
      await advanceMinutes(world, 121);
      expect(textRequests(world)).toHaveLength(1);
    });

    it.each([
      [
        'opted out',
        { do_not_call: true, stopped_at: new Date(0) },
        'This number is on the do-not-call list.',
      ],
      ['was removed', { removed_at: new Date(0) }, 'This lead was removed and must not be called.'],
    ])('is never sent to a lead that %s', async (_what, change, not_sent_reason) => {
      const { world } = await createWaitingText();
      await world.db.update(leads).set(change).where(eq(leads.phone_number, E164));
      await advanceMinutes(world, 121);
      await advanceMinutes(world, 24 * 60);
      expect(textRequests(world)).toEqual([]);
      expect(await sent(world)).toMatchObject([{ status: 'failed', not_sent_reason }]);
    });

    it('is never sent to a lead that has since been reached', async () => {
      const { world, callId } = await createWaitingText();
      await advanceMinutes(world, 30);
      await change(world.db, calls, callId, { talk_started_at: new Date(world.clock.now()) });
      await advanceMinutes(world, 91);
      expect(textRequests(world)).toEqual([]);
      expect(await sent(world)).toMatchObject([
        { status: 'failed', not_sent_reason: 'The lead was reached before the text was due.' },
      ]);
    });
  });
});
