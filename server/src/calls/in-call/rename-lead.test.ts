import { and, desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  auditLog,
  calls,
  leads,
  users,
  webhookEndpoints,
  webhookEvents,
} from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { readCall, readCalls } from '../../reports/calls.ts';
import { readHistory } from '../../reports/history.ts';
import { firstRow } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import type { Agent } from '../../testing/world/edge.ts';
import { callNow, connectCaller, connectDevice } from '../../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';
import { readMissingResults } from '../results/missing-results.ts';

const PHONE = '+14155552620';
const LINE = { fname: 'Olga', lname: 'Line', label: 'Olga Line' };
const LIND = { fname: 'Olga', lname: 'Lind', label: 'Olga Lind' };
const NAME_REQUEST = { fname: 'Olga', lname: 'Lind' };

const rename = (agent: Agent, callId: number, name: object = NAME_REQUEST) =>
  agent.put(`/api/v1/calls/${callId}/lead-name`, name);

const leadOf = ({ db }: TestWorld) => firstRow(db.select().from(leads).where(eq(leads.phone_number, PHONE)));

async function place(world: TestWorld, ann: Agent, name: object = LINE) {
  const response = await callNow(ann, PHONE, name);
  const { call } = response.body as { call: { id: number; lead: object } };
  await connectDevice(world, ann, response, PHONE, `CAdevice${call.id}`);
  return { callId: call.id, lead: call.lead };
}

async function listedNames(world: TestWorld, agent: Agent) {
  const [row] = await world.db.select().from(users).where(eq(users.id, agent.id));
  const user = { ...row, country_code: 'US', permissions: ['admin'] } as unknown as SignedInUser;
  const { id } = await leadOf(world);
  const history = await readHistory(world, user, { limit: 50, page: 1 });
  const console = await readCalls(world.db, user, eq(calls.lead_id, id), 50);
  const missing = await readMissingResults(world, user);
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

  it('stays when the number is called under another name, and the response has the stored name', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    await world.postLead({ phone_number: PHONE, fname: 'Olga', lname: 'Line' });
    await ann.post(
      `/apps/webrtc/${(await world.db.select().from(calls).orderBy(desc(calls.id)))[0]?.id}/reject`,
    );
    const { lead } = await place(world, ann, { fname: 'Olga', lname: 'Lind' });
    expect(lead).toMatchObject(LINE);
    expect(await leadOf(world)).toMatchObject(LINE);
  });

  it('is set to the typed name for a lead without one', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    await world.db.insert(leads).values({ account_id: 100, phone_number: PHONE, label: '(415) 555-2620' });
    const { lead } = await place(world, ann, LIND);
    expect(lead).toMatchObject(LIND);
    expect(await leadOf(world)).toMatchObject(LIND);
  });

  it('isn’t changed by a Retry or an Add Lead under another name', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    await world.db.insert(leads).values({ account_id: 100, phone_number: PHONE, ...LINE });
    const retried = await ann.post('/api/v1/calls/twilio', { ...LIND, phone_number: PHONE });
    expect(retried.body).toMatchObject({ call: { lead: LINE } });
    const [otherWorld, otherAnn] = await start.waiting('agent@demo.test');
    await otherWorld.db.insert(leads).values({ account_id: 100, phone_number: PHONE, ...LINE });
    const { callId: call_id } = await connectCaller(otherWorld, otherAnn);
    const request = { call_id, ...NAME_REQUEST, phone_number: PHONE };
    const added = await otherAnn.post('/api/v1/calls/conferencelead', request);
    expect(added.body).toMatchObject({ lead: LINE, call: { lead: LINE } });
    expect(await listedNames(otherWorld, otherAnn)).toMatchObject({ history: ['Olga Line, Olga Line'] });
  });

  it('is changed by a form, and earlier calls keep the old name in every list', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { callId } = await place(world, ann);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    await world.advance(1_000);
    await world.postLead({ phone_number: PHONE, fname: 'Olga', lname: 'Lind' });
    expect(await leadOf(world)).toMatchObject(LIND);
    const shown = await listedNames(world, ann);
    expect(shown).toEqual({
      history: ['Olga Lind, Olga Lind', 'Olga Line, Olga Line'],
      console: ['Olga Lind', 'Olga Line'],
      pages: ['Olga Lind', 'Olga Line'],
      missing: ['Olga Line'],
      today: ['Olga Lind'],
    });
  });

  it('is shown in every list for a call without a stored name', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { callId } = await place(world, ann);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    await world.settle();
    await world.db.update(calls).set({ lead_fname: null, lead_lname: null, lead_label: null });
    await world.db.update(leads).set(LIND).where(eq(leads.phone_number, PHONE));
    expect(await listedNames(world, ann)).toEqual({
      history: ['Olga Lind, Olga Lind'],
      console: ['Olga Lind'],
      pages: ['Olga Lind'],
      missing: ['Olga Lind'],
      today: ['Olga Lind'],
    });
  });

  it('can be changed by the agent during a call; that call shows the new name and earlier calls keep the old one', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const first = await place(world, ann);
    await ann.post(`/api/v1/calls/${first.callId}/hangup`);
    await ann.present();
    const { callId } = await place(world, ann, LIND);
    const endpoint = { account_id: 100, url: 'https://crm.example', secret: 's', events: ['lead_updated'] };
    await world.db.insert(webhookEndpoints).values(endpoint);
    const { version } = await leadOf(world);
    const renamed = await rename(ann, callId, { fname: ' Olga ', lname: 'Lind' });
    expect(renamed).toMatchObject({
      status: 200,
      body: { success: true, lead: LIND, call: { id: callId, lead: LIND } },
    });
    const lead = await leadOf(world);
    expect(lead).toMatchObject({ ...LIND, version: version + 1 });
    expect(await listedNames(world, ann)).toMatchObject({
      history: ['Olga Lind, Olga Lind', 'Olga Line, Olga Line'],
      console: ['Olga Lind', 'Olga Line'],
    });
    const [entry] = await world.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      account_id: 100,
      user_id: ann.id,
      action: 'leads set',
      subject: `lead ${lead.id}: fname, lname`,
      address: '127.0.0.1',
    });
    const updateEvents = and(eq(webhookEvents.lead_id, lead.id), eq(webhookEvents.type, 'lead_updated'));
    expect(await world.db.select().from(webhookEvents).where(updateEvents)).toHaveLength(1);
    const published = world.provider.requests('publish').map(({ target }) => target);
    expect(published.some((target) => target.includes('call.updated'))).toBe(true);

    const before = await world.db.$count(auditLog);
    expect((await rename(ann, callId)).status).toBe(200);
    expect(await world.db.$count(auditLog)).toBe(before);
  });

  it('can be changed before the agent’s device has connected', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const response = await callNow(ann, PHONE, LINE);
    const { call } = response.body as { call: { id: number } };
    expect((await rename(ann, call.id)).body).toMatchObject({ lead: LIND });
    expect(await leadOf(world)).toMatchObject(LIND);
  });

  it('keeps a label that was set separately', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    await world.db
      .insert(leads)
      .values({ account_id: 100, phone_number: PHONE, ...LINE, label: 'Roof quote' });
    const { callId } = await place(world, ann);
    expect((await rename(ann, callId)).body).toMatchObject({ lead: { ...LIND, label: 'Roof quote' } });
  });

  it('can’t be changed by users outside the call, after the call, or to an empty name', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const ben = await world.agent('agent2@demo.test');
    const outsider = await world.agent('agent@200.test');
    const { callId } = await place(world, ann);
    expect((await rename(ben, callId)).status).toBe(403);
    expect((await rename(outsider, callId)).status).toBe(404);
    const blank = await rename(ann, callId, { fname: ' ', lname: '' });
    expect(blank).toEqual({
      status: 422,
      body: { success: false, error: 'Enter a name.', code: 'emptyName' },
    });
    expect((await rename(ann, callId, { fname: 'x'.repeat(101), lname: '' })).status).toBe(422);
    expect((await rename(ann, callId, { fname: 'Olga' })).status).toBe(422);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    await world.settle();
    expect(await rename(ann, callId)).toMatchObject({ status: 422, body: { error: 'This call has ended.' } });
    expect(await leadOf(world)).toMatchObject(LINE);
  });
});
