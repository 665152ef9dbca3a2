import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { accounts, leads, users } from '../../platform/database/schema.ts';
import { findAgent } from '../../presence/agents.ts';
import { change } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { watchEvents } from '../../testing/database/event-rows.ts';
import { type Agent, pathOf } from '../../testing/world/edge.ts';
import { connectCaller, reportInboundCall } from '../../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';

const LEAD = { phone_number: '+14155550100', fname: 'Ada', lname: 'Lovelace', company: 'Analytical' };
const EXTERNAL_NUMBER = '+14155550131';

async function agentWithExternalPhone(world: TestWorld): Promise<Agent> {
  const agent = await world.agent('agent@demo.test');
  await change(world.db, users, agent.id, {
    is_app_only: false,
    mobile_enabled: true,
    phone_number: EXTERNAL_NUMBER,
  });
  return agent;
}

function ringingPhone(world: TestWorld, number = EXTERNAL_NUMBER) {
  const request = world.provider.requests('create', number).at(-1);
  const created = [...world.provider.calls.values()].filter(({ to }) => to === number).at(-1);
  if (!request || !created) throw new Error(`${number} is not ringing`);
  const form = { CallSid: created.sid };
  return {
    fields: request.fields,
    sid: created.sid,
    reportStatus: (status: string) =>
      world.webhook(pathOf(request.fields['StatusCallback']), { ...form, CallStatus: status }),
    async pickUp() {
      await this.reportStatus('in-progress');
      created.status = 'in-progress';
      return (await world.webhook(pathOf(request.fields['Url']), form)).body;
    },
    async press(Digits: string) {
      const path = pathOf(request.fields['Url']).replace('/own-phone?', '/own-phone-key?');
      return (await world.webhook(path, { ...form, Digits })).body;
    },
  };
}

const callUserOf = async (world: TestWorld, callId: number, agent: Agent) =>
  (await world.callUsersOf(callId)).find(({ user_id }) => user_id === agent.id);

withDatabase('an agent without the app', (open) => {
  const start = testWorlds(open);

  async function startWithoutApp() {
    const world = await start();
    return { world, ann: await agentWithExternalPhone(world) };
  }

  it('hears on their external phone who the lead is and accepts with 1; only then is the lead dialed', async () => {
    const { world, ann } = await startWithoutApp();
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    const phone = ringingPhone(world);
    expect(phone.fields).toMatchObject({ To: EXTERNAL_NUMBER, From: '+14155550199', Timeout: '30' });
    const promptTwiml = await phone.pickUp();
    expect(promptTwiml).toContain('Incoming lead. Ada Lovelace from Analytical. Press 1 to accept');
    expect(promptTwiml).toContain('/twilio/voice/own-phone-key?call_user_id=');
    expect(world.provider.requests('participant')).toEqual([]);
    const joined = await phone.press('1');
    expect(joined).toContain(`>call-${callId}</Conference>`);
    expect(world.provider.requests('participant')).toHaveLength(1);
    expect(await callUserOf(world, callId, ann)).toMatchObject({ status: 'accepted', phone_id: null });
    // The provider repeats the request if it lost our response.
    expect(await phone.press('1')).toBe(joined);
    await phone.reportStatus('completed');
    expect(await world.call(callId)).toMatchObject({ status: 'canceled', agent_id: ann.id });
  });

  it('is on a call, according to the app, until the external phone hangs up', async () => {
    const { world, ann } = await startWithoutApp();
    await world.postLead(LEAD);
    const phone = ringingPhone(world);
    const report = async () => (await ann.present()).body;
    expect(await report()).toMatchObject({ phone: true, on_external_phone: false });
    await phone.pickUp();
    expect(await report()).toMatchObject({ on_external_phone: false });
    await phone.press('1');
    expect(await report()).toMatchObject({ on_external_phone: true, resume: null });
    expect(await ann.present({ state: 'thankyou' })).toMatchObject({ body: { on_external_phone: true } });
    await phone.reportStatus('completed');
    expect(await report()).toMatchObject({ on_external_phone: false });
  });

  it('starts the status that was chosen during a call when the call ends', async () => {
    const { world, ann: agent } = await startWithoutApp();
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    const phone = ringingPhone(world);
    await phone.pickUp();
    await phone.press('1');
    await agent.put('/api/v1/user/status', { status: 'lunch' });
    const status = async () =>
      (await world.db.select().from(users).where(eq(users.id, agent.id)))[0] ?? { status: 'none' };
    expect(await status()).toMatchObject({ status: 'available', next_status: 'lunch' });
    await phone.reportStatus('completed');
    expect(await callUserOf(world, callId, agent)).toMatchObject({ ended_at: expect.any(Date) });
    expect(await status()).toMatchObject({ status: 'lunch', next_status: null });
  });

  it('is not rung after being deactivated', async () => {
    const { world, ann } = await startWithoutApp();
    await world.db.update(users).set({ active: false }).where(eq(users.id, ann.id));
    await world.postLead(LEAD);
    expect(world.provider.requests('create', EXTERNAL_NUMBER)).toEqual([]);
  });

  it('is rung for a caller and connected to them', async () => {
    const { world, ann } = await startWithoutApp();
    await reportInboundCall(world);
    const phone = ringingPhone(world);
    expect(await phone.pickUp()).toContain('Incoming call. ');
    const callId = Number(/call_id=(\d+)/.exec(phone.fields['Url'] ?? '')?.[1]);
    expect(await phone.press('1')).toContain(`>call-${callId}</Conference>`);
    expect(await world.call(callId)).toMatchObject({ status: 'in-progress', agent_id: ann.id });
    await phone.reportStatus('completed');
    expect(await world.call(callId)).toMatchObject({ status: 'completed', vanished_at: null });
  });

  it('can accept a transfer', async () => {
    const [world, ben] = await start.waiting('agent2@demo.test');
    const { callId } = await connectCaller(world, ben);
    const ann = await agentWithExternalPhone(world);
    const [callUser] = await world.callUsersOf(callId);
    const transferRequest = { user_id: ann.id, call_user_id: callUser?.id };
    const transferred = await ben.post(`/api/v1/calls/${callId}/transfer`, transferRequest);
    expect(transferred.body).toEqual({ success: true });
    const phone = ringingPhone(world);
    expect(await phone.pickUp()).toContain('Incoming transfer. ');
    expect(await phone.press('1')).toContain('</Conference>');
    expect(await world.call(callId)).toMatchObject({ agent_id: ann.id });
  });

  it('removes a lead with 9: all rings for it end, and it’s never called again', async () => {
    const { world, ann } = await startWithoutApp();
    const ben = await world.waiting('agent2@demo.test');
    const events = await watchEvents(world.db);
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    const phone = ringingPhone(world);
    await phone.pickUp();
    expect(await phone.press('9')).toContain('<Say>The lead has been removed. Goodbye.</Say><Hangup/>');
    expect(await phone.press('9')).toContain('The lead has been removed.');
    expect(await world.call(callId)).toMatchObject({ status: 'canceled', result: 'removed' });
    expect(await callUserOf(world, callId, ann)).toMatchObject({ status: 'ignored', result: 'removed' });
    expect(await callUserOf(world, callId, ben)).toMatchObject({ status: 'withdrawn' });
    const [lead] = await world.db.select().from(leads).where(eq(leads.phone_number, LEAD.phone_number));
    expect(lead).toMatchObject({ do_not_call: true, removed_at: expect.any(Date) });
    expect(await events()).toEqual(['lead_created', 'lead_updated', 'call_completed']);
    expect(String((await world.postLead(LEAD)).body['outcome'])).toContain('blocked');
    expect(world.provider.requests('participant')).toEqual([]);
  });

  it('hears the prompts in Spanish in an account whose language is Spanish', async () => {
    const { world } = await startWithoutApp();
    await world.db.update(accounts).set({ language: 'es' });
    const ben = await world.waiting('agent2@demo.test');
    await world.postLead(LEAD);
    const phone = ringingPhone(world);
    expect(await phone.pickUp()).toContain('<Say language="es-US">Prospecto entrante. ');
    await world.acceptRing(ben);
    const goodbye = '<Say language="es-US">Ben Okafor aceptó esta llamada. Adiós.</Say><Hangup/>';
    expect(world.provider.only('update', phone.sid).fields['Twiml']).toContain(goodbye);
    expect(await phone.press('1')).toContain(goodbye);
  });

  it.each([
    ['another key', '5', 'ignored'],
    ['no key', '', 'missed'],
  ])('who presses %s doesn’t accept the call', async (_label, digits, status) => {
    const { world, ann } = await startWithoutApp();
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    const phone = ringingPhone(world);
    await phone.pickUp();
    expect(await phone.press(digits)).toContain('<Say>You did not accept this call. Goodbye.</Say><Hangup/>');
    expect(await callUserOf(world, callId, ann)).toMatchObject({ status, result: null });
    expect(await world.call(callId)).toMatchObject({ status: 'missed' });
  });

  it('who answers late hears who accepted the call, before or after pressing a key', async () => {
    const { world, ann } = await startWithoutApp();
    const ben = await world.waiting('agent2@demo.test');
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    const phone = ringingPhone(world);
    await phone.pickUp();
    await world.acceptRing(ben);
    const goodbye = '<Say>Ben Okafor accepted this call. Goodbye.</Say><Hangup/>';
    const update = world.provider.only('update', phone.sid);
    expect(update.fields['Twiml']).toContain(goodbye);
    expect(await phone.press('1')).toContain(goodbye);
    expect(await phone.press('9')).toContain(goodbye);
    expect(await callUserOf(world, callId, ann)).toMatchObject({ status: 'withdrawn', taken_by: ben.id });
  });

  it('whose phone still rings when another agent accepts stops being rung', async () => {
    const world = await start();
    await agentWithExternalPhone(world);
    const ben = await world.waiting('agent2@demo.test');
    await world.postLead(LEAD);
    const phone = ringingPhone(world);
    await world.acceptRing(ben);
    const ended = world.provider.only('update', phone.sid);
    expect(ended.fields).toMatchObject({ Status: 'completed' });
  });

  it('competes with a colleague in the app, and the first to accept wins', async () => {
    const world = await start();
    await agentWithExternalPhone(world);
    const ben = await world.agent('agent2@demo.test');
    for (let run = 1; run <= 6; run += 1) {
      await ben.present();
      const posted = await world.postLead({ phone_number: `+1415555${String(3000 + run)}` });
      const ring = await world.waitForRing(ben.id, run);
      expect(world.provider.requests('create', EXTERNAL_NUMBER)).toHaveLength(run);
      const phone = ringingPhone(world);
      await phone.pickUp();
      const claims = [
        () => world.webhook(ring.offerPath, { CallSid: ring.sid }).then(({ body }) => body),
        () => phone.press('1'),
      ];
      if (run % 2 === 0) claims.reverse();
      const answers = await Promise.all(claims.map((claim) => claim()));
      expect(answers.filter((body) => body.includes('</Conference>'))).toHaveLength(1);
      const callId = Number(posted.body['call_id']);
      const rows = await world.callUsersOf(callId);
      expect(rows.map(({ status }) => status).sort()).toEqual(['accepted', 'withdrawn']);
      const winner = rows.find(({ status }) => status === 'accepted');
      if (winner?.user_id === ben.id) await ben.post(`/api/v1/calls/${callId}/hangup`);
      else await phone.reportStatus('completed');
    }
  });

  it('is rung in the app once it’s open, and only there', async () => {
    const { world, ann } = await startWithoutApp();
    await ann.present();
    await world.postLead(LEAD);
    await world.waitForRing(ann.id);
    expect(world.provider.requests('create', EXTERNAL_NUMBER)).toEqual([]);
  });

  it('who opens the app during the call isn’t rung there for it', async () => {
    const { world, ann } = await startWithoutApp();
    await reportInboundCall(world);
    const phone = ringingPhone(world);
    await phone.pickUp();
    await phone.press('1');
    expect((await ann.present()).body).toMatchObject({ success: true, phone: true, resume: null });
    expect(world.provider.requests('create').filter(({ target }) => target.startsWith('client:'))).toEqual(
      [],
    );
  });

  it('is listed as available, but not as online in the app', async () => {
    const { world, ann } = await startWithoutApp();
    expect(await findAgent(world, 100, ann.id)).toEqual(
      expect.objectContaining({
        is_available: true,
        is_online_app: false,
        is_mobile: true,
        is_app_only: false,
      }),
    );
  });

  it('is not rung when the number is disabled or the agent is app-only', async () => {
    const { world, ann } = await startWithoutApp();
    for (const change of [{ mobile_enabled: false }, { mobile_enabled: true, is_app_only: true }]) {
      await world.db.update(users).set(change).where(eq(users.id, ann.id));
      const { body } = await world.postLead(LEAD);
      expect(body['outcome']).not.toBe('ringing now');
    }
    expect(world.provider.requests('create')).toEqual([]);
  });
});
