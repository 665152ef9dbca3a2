import type { Disposition } from '@offhook/contract/calls/dispositions';
import type { Callback, CallbackOffer } from '@offhook/contract/leads/callbacks';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { setResult } from '../calls/results/disposition.ts';
import { dispatchDueEvents } from '../integrations/webhooks/webhook-events.ts';
import { CALLBACK_AGAIN_MS, CALLBACK_GRACE_MS } from '../leads/core/call-times/callback-times.ts';
import { addToDoNotCallList } from '../leads/do-not-call/do-not-call.ts';
import { cancelCallback, setCallback as saveCallback } from '../leads/scheduled-calls/callbacks.ts';
import { erasePerson, findPerson } from '../operations/person/person.ts';
import { addCallUser } from '../platform/database/call-users.ts';
import { type Database, insert, transaction } from '../platform/database/database.ts';
import {
  accounts,
  auditLog,
  calls,
  callUsers,
  leads,
  profiles,
  scheduledCalls,
  webhookEndpoints,
  webhookEvents,
} from '../platform/database/schema.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { addCall, change, find, firstRow, leadOf, userOf } from '../testing/app/rows.ts';
import { openWholeApp } from '../testing/app/whole-app.ts';
import { withDatabase } from '../testing/database/database.ts';
import type { Agent } from '../testing/world/edge.ts';
import { errorResponse } from '../testing/world/edge.ts';
import { MAIN_LINE } from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';
import { startNextDueCall } from './pacing/due-calls.ts';
import { createLeadQueues } from './pacing/lead-queues.ts';

const HOUR_MS = 3_600_000;

withDatabase('a callback', (open) => {
  const start = testWorlds(open);

  /** A call of the agent with the demo lead, just ended. */
  async function endedCall({ db, clock }: TestWorld, agent: Pick<Agent, 'id'>) {
    const lead = await leadOf(db, '+14155550152');
    if (!lead) throw new Error('the demo lead is missing');
    const at = new Date(clock.now() - 60_000);
    const call = await addCall(db, {
      lead_id: lead.id,
      phone_number: lead.phone_number,
      team_id: 1,
      agent_id: agent.id,
      status: 'completed',
      started_at: at,
      talk_started_at: at,
      ended_at: new Date(clock.now() - 1_000),
    });
    await addCallUser(db, {
      call_id: call.id,
      user_id: agent.id,
      type: 'lead',
      status: 'ended',
      accepted_at: at,
      ended_at: at,
    });
    return { lead, call };
  }

  const isoIn = ({ clock }: TestWorld, ms: number) => new Date(clock.now() + ms).toISOString();
  async function setCallback(world: TestWorld, agent: Agent, target: 'me' | 'team', ms = HOUR_MS) {
    const { call, lead } = await endedCall(world, agent);
    const response = await agent.put(`/api/v1/calls/${call.id}/callback`, { at: isoIn(world, ms), target });
    expect(response.status).toBe(200);
    return { call, lead, callback: (response.body as { callback: Callback }).callback };
  }
  const openOf = ({ db }: TestWorld, leadId: number) =>
    find(db, scheduledCalls, and(eq(scheduledCalls.lead_id, leadId), isNull(scheduledCalls.ended_at)));
  const newCall = async ({ db }: TestWorld, leadId: number) =>
    (await db.select().from(calls).where(eq(calls.lead_id, leadId)).orderBy(asc(calls.id))).at(-1);
  const rungBy = async ({ db }: TestWorld, callId = 0) =>
    (await find(db, callUsers, eq(callUsers.call_id, callId))).map(({ user_id }) => user_id);

  async function giveResult(
    { db, clock }: TestWorld,
    callId: number,
    result: Disposition,
    email = 'agent@demo.test',
  ) {
    const user = {
      ...(await userOf(db, email)),
      language: null,
      clock: null,
      date_order: null,
    } as unknown as SignedInUser;
    await setResult({ db, clock }, user, callId, result);
  }

  it('rings the agent who set it, and names them and the day', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const { lead, callback } = await setCallback(world, ann, 'me');
    expect(callback).toMatchObject({ target: 'me', moved: null, at: isoIn(world, HOUR_MS) });
    world.clock.advance(HOUR_MS);
    await ann.present();
    await ben.present();
    await world.settle();
    const call = await newCall(world, lead.id);
    expect(call).toMatchObject({ callback_by: ann.id, callback_for: ann.id, retry: null, lead_retry: null });
    expect(await rungBy(world, call?.id)).toEqual([ann.id]);
    const [ring] = await find(world.db, callUsers, eq(callUsers.call_id, call?.id ?? 0));
    expect((await ann.get(`/api/v1/callusers/${ring?.id}`)).body).toMatchObject({
      call: { callback: { set_by: 'Ann Reyes', set_at: callback.set_at } },
    });
    expect(await openOf(world, lead.id)).toEqual([]);
  });

  it('waits a while for its agent, and then rings the team', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const { lead, call: before } = await setCallback(world, ann, 'me');
    world.clock.advance(HOUR_MS);
    await ben.present();
    await world.settle();
    expect((await newCall(world, lead.id))?.id).toBe(before.id);
    world.clock.advance(CALLBACK_GRACE_MS);
    await ben.present();
    await world.settle();
    const call = await newCall(world, lead.id);
    expect(call?.callback_for).toBe(ann.id);
    expect(await rungBy(world, call?.id)).toEqual([ben.id]);
  });

  describe('that no agent accepted', () => {
    async function startMissed() {
      const [world, ann] = await start.as('agent@demo.test');
      const { lead, callback } = await setCallback(world, ann, 'me');
      const listed = async () =>
        ((await ann.get('/api/v1/callbacks')).body as { data: readonly Callback[] }).data;
      const pass = async (ms: number) => {
        world.clock.advance(ms);
        await ann.present();
        await world.settle();
      };
      const ignore = async () => {
        const call = await newCall(world, lead.id);
        await ann.post(`/apps/webrtc/${call?.id}/reject`);
        await world.settle();
        expect((await newCall(world, lead.id))?.status).toBe('missed');
      };
      await pass(HOUR_MS);
      await ignore();
      return { world, ann, lead, callback, listed, pass, ignore };
    }

    it('stays its agent’s, says when it was missed, and rings again', async () => {
      const { world, ann, lead, callback, listed, pass } = await startMissed();
      const at = isoIn(world, CALLBACK_AGAIN_MS);
      expect(callback.missed_at).toBeNull();
      expect(await listed()).toEqual([{ ...callback, at, missed_at: isoIn(world, 0) }]);
      expect(await openOf(world, lead.id)).toHaveLength(1);
      const missed = await newCall(world, lead.id);
      await pass(CALLBACK_AGAIN_MS);
      const call = await newCall(world, lead.id);
      expect(call?.id).not.toBe(missed?.id);
      expect(call).toMatchObject({ callback_for: ann.id, status: 'ringing', retry: null });
      expect(await rungBy(world, call?.id)).toEqual([ann.id]);
    });

    it('is the team’s plan after the wait: a retry', async () => {
      const { world, lead, listed, pass, ignore } = await startMissed();
      for (const _ of [1, 2]) {
        expect(await listed()).toHaveLength(1);
        await pass(CALLBACK_AGAIN_MS);
        await ignore();
      }
      expect(await listed()).toEqual([]);
      expect(await openOf(world, lead.id)).toMatchObject([{ retry: 1, callback_by: null }]);
    });

    it('leaves no retry when its agent cancels it, and counts as not missed when they change it', async () => {
      const { world, ann, lead, callback, listed } = await startMissed();
      const body = { at: isoIn(world, HOUR_MS), target: 'me' };
      const changed = await ann.put(`/api/v1/calls/${callback.call_id}/callback`, body);
      expect(changed.status).toBe(200);
      expect(await listed()).toMatchObject([{ id: callback.id, at: body.at, missed_at: null }]);
      expect((await ann.post(`/api/v1/callbacks/${callback.id}/cancel`)).status).toBe(200);
      expect(await openOf(world, lead.id)).toEqual([]);
    });
  });

  /** A scheduled call of the agent with another lead is in progress. */
  const occupy = async (world: TestWorld, agent: Agent) => {
    const lead = await firstRow(find(world.db, leads, ne(leads.phone_number, '+14155550152')));
    await change(world.db, leads, lead.id, { owner_user_id: agent.id });
    const at = new Date(world.clock.now());
    await addCall(world.db, { lead_id: lead.id, status: 'ringing', planned_for: at, started_at: at });
  };

  it('that waited long enough rings the team while its agent has other scheduled calls', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const { lead, call: before } = await setCallback(world, ann, 'me');
    await occupy(world, ann);
    world.clock.advance(HOUR_MS + CALLBACK_GRACE_MS - 1_000);
    await ben.present();
    await startNextDueCall(world.work.deps, { accountId: 100, teamId: 1 });
    expect((await newCall(world, lead.id))?.id).toBe(before.id);
    world.clock.advance(1_000);
    await ben.present();
    await startNextDueCall(world.work.deps, { accountId: 100, teamId: 1 });
    expect(await rungBy(world, (await newCall(world, lead.id))?.id)).toEqual([ben.id]);
  });

  it('stays the team’s when the lead is in another call after the wait', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const { lead, callback } = await setCallback(world, ann, 'me');
    await addCall(world.db, { lead_id: lead.id, status: 'in-progress', claimed_by: ann.id });
    const due = async (ms: number) => {
      world.clock.advance(ms);
      await ben.present();
      await startNextDueCall(world.work.deps, { accountId: 100, teamId: 1 });
      return (await openOf(world, lead.id))[0]?.due_at.toISOString();
    };
    expect(await due(HOUR_MS + CALLBACK_GRACE_MS)).toBe(callback.at);
  });

  const addLeads = ({ db }: TestWorld, count: number) =>
    db
      .insert(leads)
      .values(
        Array.from({ length: count }, (_, index) => ({
          account_id: 100,
          phone_number: `+1415555${3_000 + index}`,
          label: '',
        })),
      )
      .returning({ id: leads.id });

  it('of one agent doesn’t hide those of others, however many wait', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const { callback } = await setCallback(world, ann, 'me');
    const {
      lead_id: _,
      id: __,
      ...row
    } = await firstRow(find(world.db, scheduledCalls, eq(scheduledCalls.id, callback.id)));
    const others = await addLeads(world, 61);
    await world.db.insert(scheduledCalls).values(
      others.map(({ id }, index) => ({
        ...row,
        lead_id: id,
        // Ben's is the last one.
        ...(index === 60 && {
          callback_by: ben.id,
          callback_for: ben.id,
          due_at: new Date(row.due_at.getTime() + 1_000),
        }),
      })),
    );
    world.clock.advance(HOUR_MS + 1_000);
    await ben.present();
    await startNextDueCall(world.work.deps, { accountId: 100, teamId: 1 });
    expect(await rungBy(world, (await newCall(world, others.at(-1)?.id ?? 0))?.id)).toEqual([ben.id]);
  });

  it('counts as the team’s in the queue of waiting leads after the wait', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await world.db.delete(scheduledCalls);
    await setCallback(world, ann, 'me');
    const waiting = async ({ id }: Agent) =>
      (await createLeadQueues({ ...world, log: world.work.deps.log })({ id, account_id: 100 }))?.waiting;
    world.clock.advance(HOUR_MS);
    expect([await waiting(ann), await waiting(ben)]).toEqual([1, 0]);
    world.clock.advance(CALLBACK_GRACE_MS);
    expect([await waiting(ann), await waiting(ben)]).toEqual([1, 1]);
  });

  it('for the team rings its agents at once', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const { lead } = await setCallback(world, ann, 'team');
    world.clock.advance(HOUR_MS);
    await ben.present();
    await world.settle();
    expect(await rungBy(world, (await newCall(world, lead.id))?.id)).toContain(ben.id);
  });

  it('is listed for its agent, changed and canceled, but not by a colleague', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const { lead, call, callback } = await setCallback(world, ann, 'me');
    const list = async (agent: Agent) =>
      ((await agent.get('/api/v1/callbacks')).body as { data: Callback[] }).data;
    expect(await list(ann)).toEqual([callback]);
    expect(await list(ben)).toEqual([]);
    const change = { at: isoIn(world, 2 * HOUR_MS), target: 'team' };
    expect((await ann.put(`/api/v1/calls/${call.id}/callback`, change)).body).toMatchObject({
      callback: { ...change, id: callback.id },
    });
    expect(await ben.post(`/api/v1/callbacks/${callback.id}/cancel`)).toEqual(
      errorResponse('Not found. It may have been removed.', 404),
    );
    expect((await ann.post(`/api/v1/callbacks/${callback.id}/cancel`)).status).toBe(200);
    expect((await ann.post(`/api/v1/callbacks/${callback.id}/cancel`)).status).toBe(200);
    expect(await list(ann)).toEqual([]);
    const actions = (await find(world.db, auditLog, eq(auditLog.user_id, ann.id))).map(
      ({ action, subject }) => `${action}: ${subject}`,
    );
    expect(actions).toEqual([
      `callbacks set: lead ${lead.id}: callback`,
      `callbacks set: lead ${lead.id}: callback`,
      `callbacks cancel: lead ${lead.id}: callback`,
    ]);
  });

  describe('that is canceled', () => {
    const cancel = (agent: Agent, { id }: Callback) => agent.post(`/api/v1/callbacks/${id}/cancel`);
    async function plan({ db }: TestWorld, callId: number) {
      const profile = await firstRow(find(db, profiles, eq(profiles.team_id, 1)));
      const { id } = profile;
      await change(db, profiles, eq(profiles.id, id), { followup_minutes: [120] });
      await change(db, calls, eq(calls.id, callId), {
        type: 'lead',
        direction: 'outbound',
        profile_id: id,
        talk_started_at: null,
      });
    }

    it('gives back the attempt that it replaced', async () => {
      const [world, ann] = await start.as('agent@demo.test');
      const { lead, call } = await endedCall(world, ann);
      const waiting = await insert(world.db, scheduledCalls, {
        account_id: 100,
        lead_id: lead.id,
        team_id: 1,
        due_at: new Date(world.clock.now() + 3 * HOUR_MS),
        retry: 2,
        reason: 'Agents were busy',
        requested_at: new Date(world.clock.now()),
      });
      const set = (target: string) =>
        ann.put(`/api/v1/calls/${call.id}/callback`, { at: isoIn(world, HOUR_MS), target });
      world.clock.advance(60_000);
      await set('me');
      world.clock.advance(60_000);
      const { callback } = (await set('team')).body as { callback: Callback };
      await cancel(ann, callback);
      const { due_at, retry, reason, requested_at } = waiting;
      expect(await openOf(world, lead.id)).toMatchObject([
        { callback_by: null, due_at, retry, reason, requested_at },
      ]);
    });

    it('gives way to the follow-up that its call would have led to', async () => {
      const [world, ann] = await start.as('agent@demo.test');
      const { lead, call, callback } = await setCallback(world, ann, 'me');
      await plan(world, call.id);
      await giveResult(world, call.id, 'missed');
      await world.advance(20_000);
      await cancel(ann, callback);
      expect(await openOf(world, lead.id)).toMatchObject([
        { callback_by: null, lead_retry: 1, previous_call_id: call.id },
      ]);
    });

    it('leaves a contacted lead without another attempt', async () => {
      const [world, ann] = await start.as('agent@demo.test');
      const { lead, call, callback } = await setCallback(world, ann, 'me');
      await giveResult(world, call.id, 'contacted');
      await world.advance(20_000);
      await cancel(ann, callback);
      expect(await openOf(world, lead.id)).toEqual([]);
    });

    it('leaves a later attempt as it is', async () => {
      const [world, ann] = await start.as('agent@demo.test');
      const { lead, callback } = await setCallback(world, ann, 'me', 5 * HOUR_MS);
      await world.advance(HOUR_MS);
      const { call } = await endedCall(world, ann);
      await plan(world, call.id);
      await giveResult(world, call.id, 'missed');
      await world.advance(20_000);
      const attempts = (await openOf(world, lead.id)).filter(({ callback_by }) => callback_by === null);
      expect(attempts).toHaveLength(1);
      await cancel(ann, callback);
      expect(await openOf(world, lead.id)).toEqual(attempts);
    });
  });

  it('is set and canceled once the deadlock that PostgreSQL ended is over', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const { call, lead } = await endedCall(world, ann);
    const row = await userOf(world.db, 'agent@demo.test');
    const user = { ...row, language: null, clock: null, date_order: null } as unknown as SignedInUser;
    const deadlockedOnce = () => {
      const db: Database = Object.create(world.db);
      db.transaction = () => {
        db.transaction = world.db.transaction.bind(world.db);
        return Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }));
      };
      return { db, clock: world.clock };
    };
    const actor = { user, address: '127.0.0.1' };
    const request = { at: isoIn(world, HOUR_MS), target: 'me' } as const;
    const { id } = await saveCallback(deadlockedOnce(), actor, call.id, request);
    expect(await openOf(world, lead.id)).toMatchObject([{ id }]);
    await cancelCallback(deadlockedOnce(), actor, id);
    expect(await openOf(world, lead.id)).toEqual([]);
  });

  it('is canceled in the console, and leaves its agent’s phone at once', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const { call, lead } = await setCallback(world, ann, 'me');
    const { app, signIn, notifiedPhones } = await openWholeApp(world);
    const response = await app.inject({
      method: 'POST',
      url: `/api/v1/console/leads/${lead.id}/callback/cancel`,
      headers: await signIn('supervisor@demo.test'),
    });
    expect(response.statusCode).toBe(200);
    expect(await openOf(world, lead.id)).toEqual([]);
    expect(notifiedPhones).toEqual([{ callId: call.id, userIds: [ann.id] }]);
  });

  it('sends its events to webhooks that subscribed', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    await world.db.insert(webhookEndpoints).values({
      account_id: 100,
      kind: 'webhook',
      url: 'https://hooks.example.com/',
      secret: 'secret',
      events: ['callback_scheduled'],
      filters: {},
    });
    const { call, callback } = await setCallback(world, ann, 'me');
    await ann.put(`/api/v1/calls/${call.id}/callback`, { at: isoIn(world, 2 * HOUR_MS), target: 'me' });
    await ann.post(`/api/v1/callbacks/${callback.id}/cancel`);
    await dispatchDueEvents(world.db, world.clock.now());
    const events = await find(world.db, webhookEvents, eq(webhookEvents.lead_id, call.lead_id ?? 0));
    const bodies = events.flatMap(({ body }) => (body === null ? [] : [JSON.parse(body)]));
    expect(bodies.map(({ type }) => type)).toEqual([
      'callback_scheduled',
      'callback_changed',
      'callback_canceled',
    ]);
    expect(bodies.at(-1)?.data.callback).toMatchObject({
      id: callback.id,
      set_by: { id: ann.id },
      agent: { id: ann.id },
      canceled: 'The callback was canceled',
    });
  });

  it.each([
    [
      'do-not-call list',
      'This number is on the do-not-call list.',
      '+14155550152',
      async (tx: Database, now: number) => {
        const listing = { source: 'console', by: null } as const;
        await addToDoNotCallList(tx, 100, ['+14155550152'], listing, now);
      },
    ],
    [
      'erasure',
      'The person was erased',
      expect.stringMatching(/^erased-/),
      async (tx: Database, at: number) => {
        const person = await findPerson(tx, 100, { phoneNumber: '+14155550152' });
        if (person) await erasePerson({ tx, accountId: 100, by: null, at }, person);
      },
    ],
    [
      'erasure of a lead that was marked “do not call” since',
      'The person was erased',
      expect.stringMatching(/^erased-/),
      async (tx: Database, at: number) => {
        await change(tx, leads, eq(leads.phone_number, '+14155550152'), { do_not_call: true });
        const person = await findPerson(tx, 100, { phoneNumber: '+14155550152' });
        if (person) await erasePerson({ tx, accountId: 100, by: null, at }, person);
      },
    ],
  ])('that ends by the %s reaches webhooks as canceled', async (_, canceled, phone_number, end) => {
    const [world, ann] = await start.as('agent@demo.test');
    const { callback, lead } = await setCallback(world, ann, 'me');
    await world.db.insert(webhookEndpoints).values({
      account_id: 100,
      kind: 'webhook',
      url: 'https://hooks.example.com/',
      secret: 'secret',
      events: ['callback_scheduled'],
      filters: {},
    });
    await transaction(world.db, (tx) => end(tx, world.clock.now()));
    await dispatchDueEvents(world.db, world.clock.now());
    const events = await find(world.db, webhookEvents, eq(webhookEvents.lead_id, lead.id));
    const bodies = events.flatMap(({ body }) => (body === null ? [] : [JSON.parse(body)]));
    expect(bodies.filter(({ type }) => type === 'callback_canceled')).toMatchObject([
      { data: { callback: { id: callback.id, canceled, lead: { id: lead.id, phone_number } } } },
    ]);
    expect(await openOf(world, lead.id)).toEqual([]);
  });

  const cancelEntries = async ({ db }: TestWorld) =>
    (await find(db, auditLog, eq(auditLog.action, 'callbacks cancel'))).map(({ user_id, subject }) => ({
      user_id,
      subject,
    }));

  it('that ends by another change is in the audit log, with the user of that change', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const { lead } = await setCallback(world, ann, 'me');
    const list = (number: string) =>
      transaction(world.db, (tx) =>
        addToDoNotCallList(tx, 100, [number], { source: 'console', by: ben.id }, world.clock.now()),
      );
    await list('+14155550152');
    const entry = { user_id: ben.id, subject: `lead ${lead.id}: callback` };
    expect(await cancelEntries(world)).toEqual([entry]);
    await list('+14155550199');
    await list('+14155550152');
    expect(await cancelEntries(world)).toEqual([entry]);
  });

  it('that ends by the lead’s STOP is in the audit log without a user', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const { lead } = await setCallback(world, ann, 'me');
    const text = { MessageSid: `SM${'1'.repeat(32)}`, From: lead.phone_number, To: MAIN_LINE, Body: 'STOP' };
    await world.webhook('/twilio/messages/inbound', text);
    expect(await openOf(world, lead.id)).toEqual([]);
    expect(await cancelEntries(world)).toEqual([{ user_id: null, subject: `lead ${lead.id}: callback` }]);
  });

  it.each(['contacted', 'missed', 'voicemail'] as const)('stands beside the result %s', async (status) => {
    const [world, ann] = await start.as('agent@demo.test');
    const { lead, call, callback } = await setCallback(world, ann, 'me');
    await giveResult(world, call.id, status);
    await world.advance(20_000);
    expect(await openOf(world, lead.id)).toMatchObject([{ id: callback.id }]);
  });

  it('ends with the result Remove, and can’t be set after it', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const { lead, call } = await setCallback(world, ann, 'me');
    await giveResult(world, call.id, 'removed');
    await world.advance(20_000);
    expect(await openOf(world, lead.id)).toEqual([]);
    expect(await cancelEntries(world)).toEqual([{ user_id: ann.id, subject: `lead ${lead.id}: callback` }]);
    const body = { at: isoIn(world, HOUR_MS), target: 'me' };
    const refused = errorResponse('This lead must not be called.');
    expect(await ann.put(`/api/v1/calls/${call.id}/callback`, body)).toEqual(refused);
    expect(await ann.get(`/api/v1/calls/${call.id}/callback`)).toEqual(refused);
  });

  it('set before a call ends when that call contacts the lead, and stays when it doesn’t', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const { lead, callback } = await setCallback(world, ann, 'me', 5 * HOUR_MS);
    const later = async (status: Disposition) => {
      await world.advance(HOUR_MS);
      const { call } = await endedCall(world, ann);
      await giveResult(world, call.id, status);
      await world.advance(20_000);
    };
    await later('missed');
    expect((await openOf(world, lead.id)).map(({ id }) => id)).toContain(callback.id);
    await later('contacted');
    expect(await openOf(world, lead.id)).toEqual([]);
  });

  it('that a colleague’s call ends leaves its agent’s list at once', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const { lead } = await setCallback(world, ann, 'me', 5 * HOUR_MS);
    await world.advance(HOUR_MS);
    const { call } = await endedCall(world, ben);
    const publishedTo = ({ id }: Agent) =>
      world.provider
        .requests('publish')
        .map(({ target }) => JSON.parse(target) as { name: string; data: string; channels: string[] })
        .filter(({ channels }) => channels.includes(`presence-user.${id}`))
        .filter(({ data }) => data === `{"call_id":${call.id}}`).length;
    expect(publishedTo(ann)).toBe(0);
    await giveResult(world, call.id, 'contacted', 'agent2@demo.test');
    await world.advance(20_000);
    expect(await openOf(world, lead.id)).toEqual([]);
    expect(publishedTo(ann)).toBe(1);
  });

  it('moves to the lead’s calling hours, and says why', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const { call } = await endedCall(world, ann);
    await change(world.db, leads, eq(leads.id, call.lead_id ?? 0), { time_zone: 'America/New_York' });
    await change(world.db, accounts, eq(accounts.id, 100), {
      calling_from_minute: 480,
      calling_to_minute: 1_200,
    });
    const day = new Date(world.clock.now() + 3 * 24 * HOUR_MS).toISOString().slice(0, 10);
    const set = async (time: string) =>
      (
        (await ann.put(`/api/v1/calls/${call.id}/callback`, { at: `${day}T${time}`, target: 'me' })).body as {
          callback: Callback;
        }
      ).callback;
    const local = (at: string) =>
      new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'America/New_York',
        dateStyle: 'short',
        timeStyle: 'short',
      }).format(Date.parse(at));
    const allowed = await set('09:30');
    expect([local(allowed.at), allowed.moved]).toEqual([`${day} 09:30`, null]);
    const moved = await set('06:00');
    expect(local(moved.at)).toBe(`${day} 08:00`);
    expect(moved.moved).toMatch(/^It will be 6:00\sAM in New York\. /);
    const { offer } = (await ann.get(`/api/v1/calls/${call.id}/callback`)).body as { offer: CallbackOffer };
    expect(offer).toMatchObject({ time_zone: 'America/New_York', callback: { id: moved.id } });
    for (const { at } of offer.choices) expect(local(at).slice(11) >= '08:00').toBe(true);
  });

  it('is rejected for a time that is past or too far, and for a call of someone else', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const { call } = await endedCall(world, ann);
    const set = (agent: Agent, at: string) =>
      agent.put(`/api/v1/calls/${call.id}/callback`, { at, target: 'me' });
    const wrongTime = errorResponse('Choose a time within the next 90 days.');
    expect(await set(ann, isoIn(world, -1))).toEqual(wrongTime);
    expect(await set(ann, isoIn(world, 91 * 24 * HOUR_MS))).toEqual(wrongTime);
    expect(await set(ann, '2026-02-30T09:30')).toEqual(wrongTime);
    expect((await set(ben, isoIn(world, HOUR_MS))).status).toBe(403);
    expect((await set(ann, 'tomorrow')).status).toBe(422);
  });

  it('is offered by Check for lead before any other due call, however many there are', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const at = new Date(world.clock.now() - HOUR_MS);
    const attempt = { account_id: 100, team_id: 1, due_at: at, requested_at: at, created_at: at, reason: '' };
    const due = (await addLeads(world, 150)).map(({ id }) => ({ ...attempt, lead_id: id }));
    await world.db.insert(scheduledCalls).values(due);
    const { lead, callback } = await setCallback(world, ann, 'me');
    await change(world.db, scheduledCalls, callback.id, { due_at: new Date(world.clock.now()) });
    expect((await ann.post('/apps/webrtc/check')).body).toMatchObject({ lead: { id: lead.id } });
  });

  it('is offered by Check for lead to colleagues after the wait', async () => {
    const [world, ann, ben] = await start.waiting('agent@demo.test', 'agent2@demo.test');
    const { lead, callback } = await setCallback(world, ann, 'me');
    const due_at = new Date(world.clock.now() - CALLBACK_GRACE_MS);
    await change(world.db, scheduledCalls, callback.id, { due_at });
    expect((await ben.post('/apps/webrtc/check')).body).toMatchObject({ lead: { id: lead.id } });
  });

  it('is offered by Check for lead to its agent only', async () => {
    const [world, ann, ben] = await start.waiting('agent@demo.test', 'agent2@demo.test');
    const { lead } = await setCallback(world, ann, 'me', 5_000);
    world.clock.advance(5_000);
    expect((await ben.post('/apps/webrtc/check')).body).not.toMatchObject({ lead: { id: lead.id } });
    expect((await ann.post('/apps/webrtc/check')).body).toMatchObject({ lead: { id: lead.id } });
    const call = await newCall(world, lead.id);
    expect(call).toMatchObject({ callback_by: ann.id, asked_by: ann.id });
    expect(await rungBy(world, call?.id)).toEqual([ann.id]);
  });
});
