/** One lead, one agent: a second call to a lead is refused with the name of the agent who has it. */

import { and, eq, isNull, or, TransactionRollbackError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { insert } from '../platform/database/database.ts';
import { calls, leads, scheduledCalls } from '../platform/database/schema.ts';
import { change } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import type { Agent, TestResponse } from '../testing/world/edge.ts';
import { errorAnswer } from '../testing/world/edge.ts';
import { untilLockWaiters } from '../testing/world/locks.ts';
import { callNow, connectDevice, reportInboundCall, reportJoined } from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

const PHONE = '+14155552610';
const KNOWN = '+14155550152';
/** Each pair of requests is raced this often. */
const TIMES = process.env['OFFHOOK_RACES'] === undefined ? 1 : 20;

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

/** Ben is on a call with a lead, placed by Call Now. */
async function talking(world: TestWorld, ben: Agent, phone = PHONE) {
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

withDatabase('a lead who has an agent', (open) => {
  const start = testWorlds(open);

  it('is refused to New Call and to Retry, with the name of the agent who calls, and then talks', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ann.present();
    const placed = await callNow(ben, PHONE);
    const calling = errorAnswer('Ben Okafor is calling this lead.');
    expect([await callNow(ann, PHONE), await retry(ann)]).toEqual([calling, calling]);
    await connectDevice(world, ben, placed, PHONE);
    expect(await callNow(ann, PHONE)).toEqual(calling);
    expect(await callsWith(world)).toHaveLength(1);

    const other = await start();
    const they = await agents(other);
    await they.ann.present();
    await talking(other, they.ben);
    const talks = errorAnswer('Ben Okafor is on a call with this lead.');
    expect([await callNow(they.ann, PHONE), await retry(they.ann)]).toEqual([talks, talks]);
    expect(await callsWith(other)).toHaveLength(1);
  });

  it('is refused to Add Lead, and the call that asked for it has no lead as before', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ann.present();
    await reportInboundCall(world, { CallSid: 'CAcaller0002', From: '+14155552611' });
    await world.takes(ann);
    await talking(world, ben, KNOWN);
    const [own] = await callsWith(world, '+14155552611');
    const wish = { call_id: own?.id, fname: '', lname: '', phone_number: KNOWN };
    expect(await ann.post('/api/v1/calls/conferencelead', wish)).toEqual(
      errorAnswer('Ben Okafor is on a call with this lead.'),
    );
    expect(await callsWith(world, '+14155552611')).toMatchObject([
      { lead_id: null, phone_number: '+14155552611' },
    ]);
  });

  it('is refused with the names of all whose phones ring', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const cleo = await world.agent('plain@demo.test');
    await ben.present();
    await ann.present();
    await world.postLead({ phone_number: PHONE, fname: 'Ada' });
    const rung = await world.callUsersOf((await callsWith(world))[0]?.id ?? 0);
    expect(rung).toHaveLength(2);
    await cleo.present();
    expect(await callNow(cleo, PHONE)).toEqual(
      errorAnswer('This lead is ringing at the phones of Ann Reyes and Ben Okafor.'),
    );
  });

  it('is known by the number alone while an unknown caller waits, rings, talks and leaves a voicemail', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ben.present();
    await reportInboundCall(world, { From: PHONE });
    expect(await callsWith(world)).toMatchObject([{ lead_id: null }]);
    expect(await callNow(ann, PHONE)).toEqual(errorAnswer("This lead is ringing at Ben Okafor's phone."));
    await world.takes(ben);
    expect(await callNow(ann, PHONE)).toEqual(errorAnswer('Ben Okafor is on a call with this lead.'));

    const other = await start();
    const they = await agents(other);
    await reportInboundCall(other, { From: PHONE });
    const [call] = await callsWith(other);
    await change(other.db, calls, call?.id ?? 0, { voicemail_at: new Date() });
    expect(await callNow(they.ann, PHONE)).toEqual(errorAnswer('This lead is leaving a voicemail.'));
    expect(await callsWith(other)).toHaveLength(1);
  });

  it('is another account’s to call', async () => {
    const [world, ben] = await start.as('agent2@demo.test');
    await talking(world, ben);
    const stranger = await world.agent('agent@200.test');
    expect((await callNow(stranger, PHONE)).status).toBe(200);
  });

  it('can be called again by the agent whose own call is still ending', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    await ann.present();
    const callId = await talking(world, ann);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    expect((await callNow(ann, PHONE)).status).toBe(200);
  });

  it('is not offered again for a lead that comes, and a due call waits until the call is over', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ann.present();
    await talking(world, ben);
    const posted = await world.postLead({ phone_number: PHONE, fname: 'Ada' });
    expect(posted.body).toMatchObject({ outcome: 'not called', reason: 'This lead is on a call right now' });
    const [lead] = await world.db.select().from(leads).where(eq(leads.phone_number, PHONE));
    const ofLead = { account_id: 100, lead_id: lead?.id ?? 0, team_id: lead?.team_id ?? null, reason: '' };
    const due_at = new Date(world.clock.now());
    await insert(world.db, scheduledCalls, { ...ofLead, due_at, requested_at: new Date() });
    await world.settle();
    expect(await callsWith(world)).toHaveLength(1);
    const [plan] = await world.db.select().from(scheduledCalls).where(isNull(scheduledCalls.ended_at));
    expect(plan).toMatchObject({ reason: 'The lead is in another call' });
    expect(world.provider.asked('create')).toEqual([]);
  });

  it('is not offered for a lead that comes while its number is in a call as an unknown caller', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ben.present();
    await reportInboundCall(world, { From: PHONE });
    await world.takes(ben);
    await ann.present();
    const [call] = await callsWith(world);
    const posted = await world.postLead({ phone_number: PHONE, fname: 'Ada' });
    expect(posted.body).toMatchObject({ call_id: call?.id });
    expect(await callsWith(world)).toHaveLength(1);
    expect(world.provider.asked('create')).toHaveLength(1);
  });

  describe('when two agents ask at once', () => {
    type Ask = (agent: Agent, phone: string) => Promise<TestResponse>;
    const pairs: readonly [title: string, phone: string, first: Ask, second: Ask][] = [
      ['both press Call Now for a number that nobody knows', PHONE, callNow, callNow],
      ['both press Call Now for a lead', KNOWN, callNow, callNow],
      ['one presses Call Now and one Retry', KNOWN, callNow, retry],
      ['both press Retry for a number that nobody knows', PHONE, retry, retry],
    ];

    it.each(pairs)('and %s, exactly one call is made', async (_title, phone, first, second) => {
      for (let time = 0; time < TIMES; time += 1) {
        const world = await start({ settles: false });
        const { ann, ben } = await agents(world);
        let asked: Promise<TestResponse>[] = [];
        // Both stand before the lead's row when it is let go, as if it had never been touched.
        const held = world.db.transaction(async (tx) => {
          const lead = { account_id: 100, phone_number: phone, label: phone };
          const target = [leads.account_id, leads.phone_number];
          await tx
            .insert(leads)
            .values(lead)
            .onConflictDoUpdate({ target, set: { label: phone } });
          asked = [first(ann, phone), second(ben, phone)];
          await untilLockWaiters(world.db, 2);
          tx.rollback();
        });
        await expect(held).rejects.toThrow(TransactionRollbackError);
        const answers = await Promise.all(asked);
        const refusals = answers.filter(({ status }) => status !== 200);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
        expect(refusals[0]?.body['error']).toMatch(
          /^(Ann Reyes|Ben Okafor) is (calling|about to call) this lead\.$/,
        );
        expect(await callsWith(world, phone)).toHaveLength(1);
        const made = and(eq(leads.account_id, 100), eq(leads.phone_number, phone));
        expect(await world.db.select().from(leads).where(made)).toHaveLength(1);
        await world.settle();
      }
    });
  });
});
