/** One lead, one agent: a second call to a lead is rejected with the name of the agent who has it. */

import { and, eq, isNull, or, TransactionRollbackError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { insert } from '../platform/database/database.ts';
import { calls, leads, scheduledCalls } from '../platform/database/schema.ts';
import { change } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import type { Agent, TestResponse } from '../testing/world/edge.ts';
import { errorResponse } from '../testing/world/edge.ts';
import { untilLockWaiters } from '../testing/world/locks.ts';
import { callNow, connectDevice, reportInboundCall, reportJoined } from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

const PHONE = '+14155552610';
const KNOWN = '+14155550152';
const REPETITIONS = process.env['OFFHOOK_RACES'] === undefined ? 1 : 20;

const retry = (agent: Agent, phone_number = PHONE) =>
  agent.post('/api/v1/calls/twilio', { fname: 'Ada', lname: 'Form', phone_number });

async function callsWith({ db }: TestWorld, phone = PHONE) {
  const rows = await db
    .select({ call: calls })
    .from(calls)
    .leftJoin(leads, eq(leads.id, calls.lead_id))
    .where(and(isNull(calls.ended_at), or(eq(calls.phone_number, phone), eq(leads.phone_number, phone))));
  return rows.map(({ call }) => call);
}

async function agents(world: TestWorld) {
  const ann = await world.agent('agent@demo.test');
  const ben = await world.agent('agent2@demo.test');
  return { ann, ben };
}

async function startConversation(world: TestWorld, ben: Agent, phone = PHONE) {
  await ben.present();
  const { callId } = await connectDevice(world, ben, await callNow(ben, phone), phone);
  await ben.present({ state: 'oncall' });
  const { id, sid } = await world.leadLegOf(callId);
  await world.webhook(`/twilio/status/leg?call_id=${callId}&leg_id=${id}`, {
    CallSid: sid,
    CallStatus: 'in-progress',
  });
  await reportJoined(world, callId, sid);
  return callId;
}

withDatabase('a lead that has an agent', (open) => {
  const start = testWorlds(open);

  it('cannot be called with New Call or Retry by another agent', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ann.present();
    const placed = await callNow(ben, PHONE);
    const calling = errorResponse('Ben Okafor is calling this lead.');
    expect([await callNow(ann, PHONE), await retry(ann)]).toEqual([calling, calling]);
    await connectDevice(world, ben, placed, PHONE);
    expect(await callNow(ann, PHONE)).toEqual(calling);
    expect(await callsWith(world)).toHaveLength(1);

    const other = await start();
    const others = await agents(other);
    await others.ann.present();
    await startConversation(other, others.ben);
    const onCall = errorResponse('Ben Okafor is on a call with this lead.');
    expect([await callNow(others.ann, PHONE), await retry(others.ann)]).toEqual([onCall, onCall]);
    expect(await callsWith(other)).toHaveLength(1);
  });

  it('cannot be added to another call with Add Lead', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ann.present();
    await reportInboundCall(world, { CallSid: 'CAcaller0002', From: '+14155552611' });
    await world.acceptRing(ann);
    await startConversation(world, ben, KNOWN);
    const [own] = await callsWith(world, '+14155552611');
    const request = { call_id: own?.id, fname: '', lname: '', phone_number: KNOWN };
    expect(await ann.post('/api/v1/calls/conferencelead', request)).toEqual(
      errorResponse('Ben Okafor is on a call with this lead.'),
    );
    expect(await callsWith(world, '+14155552611')).toMatchObject([
      { lead_id: null, phone_number: '+14155552611' },
    ]);
  });

  it('is reported with the names of all agents whose phones are ringing', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const cleo = await world.agent('plain@demo.test');
    await ben.present();
    await ann.present();
    await world.postLead({ phone_number: PHONE, fname: 'Ada' });
    const rung = await world.callUsersOf((await callsWith(world))[0]?.id ?? 0);
    expect(rung).toHaveLength(2);
    await cleo.present();
    expect(await callNow(cleo, PHONE)).toEqual(
      errorResponse('This lead is ringing on the phones of Ann Reyes and Ben Okafor.'),
    );
  });

  it('is recognized by number while it is an unknown caller', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ben.present();
    await reportInboundCall(world, { From: PHONE });
    expect(await callsWith(world)).toMatchObject([{ lead_id: null }]);
    expect(await callNow(ann, PHONE)).toEqual(errorResponse('This lead is ringing on Ben Okafor’s phone.'));
    await world.acceptRing(ben);
    expect(await callNow(ann, PHONE)).toEqual(errorResponse('Ben Okafor is on a call with this lead.'));

    const other = await start();
    const others = await agents(other);
    await reportInboundCall(other, { From: PHONE });
    const [call] = await callsWith(other);
    await change(other.db, calls, call?.id ?? 0, { voicemail_at: new Date() });
    expect(await callNow(others.ann, PHONE)).toEqual(errorResponse('This lead is leaving a voicemail.'));
    expect(await callsWith(other)).toHaveLength(1);
  });

  it('can be called by another account', async () => {
    const [world, ben] = await start.as('agent2@demo.test');
    await startConversation(world, ben);
    const outsider = await world.agent('agent@200.test');
    expect((await callNow(outsider, PHONE)).status).toBe(200);
  });

  it('can be called again by its agent while the last call is ending', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    await ann.present();
    const callId = await startConversation(world, ann);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    expect((await callNow(ann, PHONE)).status).toBe(200);
  });

  it('rings no other agent for a new request, and its due call waits until the current one ends', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ann.present();
    await startConversation(world, ben);
    const posted = await world.postLead({ phone_number: PHONE, fname: 'Ada' });
    expect(posted.body).toMatchObject({ outcome: 'not called', reason: 'This lead is on a call right now' });
    const [lead] = await world.db.select().from(leads).where(eq(leads.phone_number, PHONE));
    const fields = { account_id: 100, lead_id: lead?.id ?? 0, team_id: lead?.team_id ?? null, reason: '' };
    const due_at = new Date(world.clock.now());
    await insert(world.db, scheduledCalls, { ...fields, due_at, requested_at: new Date() });
    await world.settle();
    expect(await callsWith(world)).toHaveLength(1);
    const [scheduled] = await world.db.select().from(scheduledCalls).where(isNull(scheduledCalls.ended_at));
    expect(scheduled).toMatchObject({ reason: 'The lead is on another call' });
    expect(world.provider.requests('create')).toEqual([]);
  });

  it('rings no other agent for a new request while it is an unknown caller in a call', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ben.present();
    await reportInboundCall(world, { From: PHONE });
    await world.acceptRing(ben);
    await ann.present();
    const [call] = await callsWith(world);
    const posted = await world.postLead({ phone_number: PHONE, fname: 'Ada' });
    expect(posted.body).toMatchObject({ call_id: call?.id });
    expect(await callsWith(world)).toHaveLength(1);
    expect(world.provider.requests('create')).toHaveLength(1);
  });

  describe('with two concurrent requests', () => {
    type SendRequest = (agent: Agent, phone: string) => Promise<TestResponse>;
    const pairs: readonly [title: string, phone: string, first: SendRequest, second: SendRequest][] = [
      ['Call Now twice for an unknown number', PHONE, callNow, callNow],
      ['Call Now twice for a lead', KNOWN, callNow, callNow],
      ['Call Now and Retry', KNOWN, callNow, retry],
      ['Retry twice for an unknown number', PHONE, retry, retry],
    ];

    it.each(pairs)('%s: exactly one call is created', async (_title, phone, first, second) => {
      for (let time = 0; time < REPETITIONS; time += 1) {
        const world = await start({ settles: false });
        const { ann, ben } = await agents(world);
        let requests: Promise<TestResponse>[] = [];
        // Both requests wait for the lock on the lead's row, then it's rolled back.
        const held = world.db.transaction(async (tx) => {
          const lead = { account_id: 100, phone_number: phone, label: phone };
          const target = [leads.account_id, leads.phone_number];
          await tx
            .insert(leads)
            .values(lead)
            .onConflictDoUpdate({ target, set: { label: phone } });
          requests = [first(ann, phone), second(ben, phone)];
          await untilLockWaiters(world.db, 2);
          tx.rollback();
        });
        await expect(held).rejects.toThrow(TransactionRollbackError);
        const responses = await Promise.all(requests);
        const rejected = responses.filter(({ status }) => status !== 200);
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
        expect(rejected[0]?.body['error']).toMatch(
          /^(Ann Reyes|Ben Okafor) is (calling|about to call) this lead\.$/,
        );
        expect(await callsWith(world, phone)).toHaveLength(1);
        const created = and(eq(leads.account_id, 100), eq(leads.phone_number, phone));
        expect(await world.db.select().from(leads).where(created)).toHaveLength(1);
        await world.settle();
      }
    });
  });
});
