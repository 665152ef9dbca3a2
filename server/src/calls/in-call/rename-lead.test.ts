/** Which name a lead and each of its calls have: typed by an agent, sent by a form, or changed in a call. */

import { and, desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  auditLog,
  calls,
  leads,
  outwardDestinations,
  outwardEvents,
  users,
} from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { readCall, readCalls } from '../../reports/calls.ts';
import { historyPage } from '../../reports/history.ts';
import { withDatabase } from '../../testing/database/database.ts';
import type { Agent } from '../../testing/world/edge.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';
import { missingResults } from '../results/missing-results.ts';

const PHONE = '+14155552620';
const LINE = { fname: 'Olga', lname: 'Line', label: 'Olga Line' };
const LIND = { fname: 'Olga', lname: 'Lind', label: 'Olga Lind' };
const NAME_REQUEST = { fname: 'Olga', lname: 'Lind' };

const callNow = (agent: Agent, name: object) =>
  agent.post('/api/v1/calls/twilio/outbound', {
    ...name,
    phone_number: PHONE,
    agent_id: agent.id,
    interface: 'desktop',
  });
const rename = (agent: Agent, callId: number, name: object = NAME_REQUEST) =>
  agent.put(`/api/v1/calls/${callId}/lead-name`, name);

async function leadOf({ db }: TestWorld) {
  const [lead] = await db.select().from(leads).where(eq(leads.phone_number, PHONE));
  if (!lead) throw new Error('no lead');
  return lead;
}

/** Ann places a call, and her device connects. */
async function place(world: TestWorld, ann: Agent, name: object = LINE) {
  const answer = await callNow(ann, name);
  const { call_user_id, call } = answer.body as { call_user_id: number; call: { id: number; lead: object } };
  const sid = `CAdevice${call.id}`;
  await world.webhook('/twilio/voice/client', {
    CallSid: sid,
    From: ann.client(),
    To: PHONE,
    call_user_id: String(call_user_id),
    caller_id: '',
  });
  return { callId: call.id, lead: call.lead };
}

/** The names in History and in the console's list, newest call first. */
async function listed(world: TestWorld, agent: Agent) {
  const [row] = await world.db.select().from(users).where(eq(users.id, agent.id));
  const user = { ...row, country_code: 'US', permissions: ['admin'] } as unknown as SignedInUser;
  const { id } = await leadOf(world);
  const history = await historyPage(world, user, { limit: 50, page: 1 });
  const console = await readCalls(world.db, user, [eq(calls.lead_id, id)], 50);
  const missing = await missingResults(world, user);
  return {
    history: history.data.flatMap(({ lead }) =>
      lead?.phone_number === PHONE ? [`${lead.fname} ${lead.lname}, ${lead.label}`] : [],
    ),
    today: [
      ...new Set(
        history.data.flatMap(({ lead }) =>
          lead?.phone_number === PHONE ? [`${lead.present_name?.fname} ${lead.present_name?.lname}`] : [],
        ),
      ),
    ],
    console: console.map(({ label }) => label),
    pages: await Promise.all(console.map(async (one) => (await readCall(world.db, user, one.id)).label)),
    missing: missing.data.map(({ lead }) => lead.label),
  };
}

withDatabase('the name of a lead', (open) => {
  const start = testWorlds(open);

  async function world() {
    const [world, ann] = await start.waiting('agent@demo.test');
    return { world, ann };
  }

  it('stays when the number is called under another name, and the answer has the stored one', async () => {
    const { world: one, ann } = await world();
    await one.postLead({ phone_number: PHONE, fname: 'Olga', lname: 'Line' });
    await ann.post(
      `/apps/webrtc/${(await one.db.select().from(calls).orderBy(desc(calls.id)))[0]?.id}/reject`,
    );
    const { lead } = await place(one, ann, { fname: 'Olga', lname: 'Lind' });
    expect(lead).toMatchObject(LINE);
    expect(await leadOf(one)).toMatchObject(LINE);
  });

  it('is the typed one for a lead without a name', async () => {
    const { world: one, ann } = await world();
    await one.db.insert(leads).values({ account_id: 100, phone_number: PHONE, label: '(415) 555-2620' });
    const { lead } = await place(one, ann, LIND);
    expect(lead).toMatchObject(LIND);
    expect(await leadOf(one)).toMatchObject(LIND);
  });

  it('stays in a Retry and an Add Lead under another name', async () => {
    const { world: one, ann } = await world();
    await one.db.insert(leads).values({ account_id: 100, phone_number: PHONE, ...LINE });
    const retried = await ann.post('/api/v1/calls/twilio', { ...LIND, phone_number: PHONE });
    expect(retried.body).toMatchObject({ call: { lead: LINE } });
    const other = await world();
    await other.world.db.insert(leads).values({ account_id: 100, phone_number: PHONE, ...LINE });
    await other.world.webhook('/twilio/voice/inbound', {
      CallSid: 'CAcaller0001',
      From: '+14155552621',
      To: '+14155550199',
      CallStatus: 'ringing',
    });
    const ring = await other.world.rung(other.ann.id);
    await other.world.webhook(ring.offer, { CallSid: ring.sid });
    const [call] = await other.world.db.select().from(calls).where(eq(calls.phone_number, '+14155552621'));
    const added = await other.ann.post('/api/v1/calls/conferencelead', {
      call_id: call?.id,
      ...NAME_REQUEST,
      phone_number: PHONE,
    });
    expect(added.body).toMatchObject({ lead: LINE, call: { lead: LINE } });
    expect(await listed(other.world, other.ann)).toMatchObject({ history: ['Olga Line, Olga Line'] });
  });

  it('changes by a form, and calls of before keep theirs in every list', async () => {
    const { world: one, ann } = await world();
    const { callId } = await place(one, ann);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    await one.advance(1_000);
    await one.postLead({ phone_number: PHONE, fname: 'Olga', lname: 'Lind' });
    expect(await leadOf(one)).toMatchObject(LIND);
    const shown = await listed(one, ann);
    expect(shown).toEqual({
      history: ['Olga Lind, Olga Lind', 'Olga Line, Olga Line'],
      console: ['Olga Lind', 'Olga Line'],
      pages: ['Olga Lind', 'Olga Line'],
      missing: ['Olga Line'],
      today: ['Olga Lind'],
    });
  });

  it('of today stands in every list for a call that kept none', async () => {
    const { world: one, ann } = await world();
    const { callId } = await place(one, ann);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    await one.settle();
    await one.db.update(calls).set({ lead_fname: null, lead_lname: null, lead_label: null });
    await one.db.update(leads).set(LIND).where(eq(leads.phone_number, PHONE));
    expect(await listed(one, ann)).toEqual({
      history: ['Olga Lind, Olga Lind'],
      console: ['Olga Lind'],
      pages: ['Olga Lind'],
      missing: ['Olga Lind'],
      today: ['Olga Lind'],
    });
  });

  it('changes in a call by its agent, with this call, and earlier calls keep theirs', async () => {
    const { world: one, ann } = await world();
    const first = await place(one, ann);
    await ann.post(`/api/v1/calls/${first.callId}/hangup`);
    await ann.present();
    const { callId } = await place(one, ann, LIND);
    const to = { account_id: 100, url: 'https://crm.example', secret: 's', events: ['lead_updated'] };
    await one.db.insert(outwardDestinations).values(to);
    const { version } = await leadOf(one);
    const renamed = await rename(ann, callId, { fname: ' Olga ', lname: 'Lind' });
    expect(renamed).toMatchObject({
      status: 200,
      body: { success: true, lead: LIND, call: { id: callId, lead: LIND } },
    });
    const lead = await leadOf(one);
    expect(lead).toMatchObject({ ...LIND, version: version + 1 });
    expect(await listed(one, ann)).toMatchObject({
      history: ['Olga Lind, Olga Lind', 'Olga Line, Olga Line'],
      console: ['Olga Lind', 'Olga Line'],
    });
    const [line] = await one.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(line).toMatchObject({
      account_id: 100,
      user_id: ann.id,
      action: 'leads set',
      subject: `lead ${lead.id}: fname, lname`,
      address: '127.0.0.1',
    });
    const news = and(eq(outwardEvents.lead_id, lead.id), eq(outwardEvents.type, 'lead_updated'));
    expect(await one.db.select().from(outwardEvents).where(news)).toHaveLength(1);
    const told = one.provider.asked('publish').map(({ about }) => about);
    expect(told.some((about) => about.includes('call.updated'))).toBe(true);

    const before = await one.db.$count(auditLog);
    expect((await rename(ann, callId)).status).toBe(200);
    expect(await one.db.$count(auditLog)).toBe(before);
  });

  it('can be changed before the agent’s device has connected', async () => {
    const { world: one, ann } = await world();
    const answer = await callNow(ann, LINE);
    const { call } = answer.body as { call: { id: number } };
    expect((await rename(ann, call.id)).body).toMatchObject({ lead: LIND });
    expect(await leadOf(one)).toMatchObject(LIND);
  });

  it('keeps a label that was chosen apart from it', async () => {
    const { world: one, ann } = await world();
    await one.db.insert(leads).values({ account_id: 100, phone_number: PHONE, ...LINE, label: 'Roof quote' });
    const { callId } = await place(one, ann);
    expect((await rename(ann, callId)).body).toMatchObject({ lead: { ...LIND, label: 'Roof quote' } });
  });

  it('is changed by no one outside of the call, nor after it, nor to nothing', async () => {
    const { world: one, ann } = await world();
    const ben = await one.agent('agent2@demo.test');
    const stranger = await one.agent('agent@200.test');
    const { callId } = await place(one, ann);
    expect((await rename(ben, callId)).status).toBe(403);
    expect((await rename(stranger, callId)).status).toBe(404);
    const blank = await rename(ann, callId, { fname: ' ', lname: '' });
    expect(blank).toEqual({ status: 422, body: { success: false, error: 'Please enter a name.' } });
    expect((await rename(ann, callId, { fname: 'x'.repeat(101), lname: '' })).status).toBe(422);
    expect((await rename(ann, callId, { fname: 'Olga' })).status).toBe(422);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    await one.settle();
    expect(await rename(ann, callId)).toMatchObject({ status: 422, body: { error: 'This call has ended.' } });
    expect(await leadOf(one)).toMatchObject(LINE);
  });
});
