import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { calls, leads, numbers, profiles } from '../../platform/database/schema.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { type Agent, pathOf } from '../../testing/world/edge.ts';
import { type TestWorldOptions, testWorlds } from '../../testing/world/world.ts';

const callRequest = (agent: Agent, changes: object = {}) => ({
  fname: 'Ada',
  lname: '',
  phone_number: '415 555 0100',
  agent_id: agent.id,
  interface: 'desktop',
  ...changes,
});

withDatabase('a placed call', (open) => {
  const start = testWorlds(open);

  async function placeCall(options: TestWorldOptions = {}) {
    const world = await start(options);
    const ann = await world.waiting('agent@demo.test');
    const response = await ann.post('/api/v1/calls/twilio/outbound', callRequest(ann));
    const { call_user_id, call } = response.body as { call_user_id: number; call: { id: number } };
    const form = {
      CallSid: 'CAdevice0001',
      From: ann.client(),
      To: '+14155550100',
      call_user_id: String(call_user_id),
      caller_id: '',
    };
    return { world, ann, response, callUserId: call_user_id, callId: call.id, form };
  }

  it('returns the call user and the call, without dialing yet', async () => {
    const { world, response } = await placeCall();
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      success: true,
      call: { type: 'outbound', direction: 'outbound', phone_number: '+14155550100', lead: { fname: 'Ada' } },
    });
    const { call } = response.body as { call: { profile_id: number; lead_id: number; lead: { id: number } } };
    expect(call.lead_id).toBe(call.lead.id);
    const [profile] = await world.db.select().from(profiles).where(eq(profiles.id, call.profile_id));
    expect(profile).toMatchObject({ account_id: 100 });
    expect(world.provider.requests('create')).toEqual([]);
    expect(world.provider.requests('participant')).toEqual([]);
  });

  it('dials the lead when the device connects; the agent hears ringback', async () => {
    const { world, callId, form } = await placeCall();
    const twiml = await world.webhook('/twilio/voice/client', form);
    expect(twiml.body).toContain(`>call-${callId}</Conference>`);
    expect(twiml.body).toContain('/twilio/wait/ringback');
    expect(twiml.body).toContain('record="record-from-start"');
    const dialed = world.provider.only('participant');
    expect(dialed.fields).toMatchObject({ To: '+14155550100', From: '+14155550199', Timeout: '45' });
    await world.webhook('/twilio/voice/client', form);
    await world.settle();
    expect(world.provider.requests('participant')).toHaveLength(1);
  });

  it('uses the caller ID chosen by the agent if it belongs to the account', async () => {
    const { world, callId, form } = await placeCall();
    const [support] = await world.db.select().from(numbers).where(eq(numbers.phone_number, '+14155550198'));
    await world.webhook('/twilio/voice/client', { ...form, caller_id: String(support?.id) });
    const dialed = world.provider.only('participant');
    expect(dialed.fields['From']).toBe('+14155550198');
    expect((await world.call(callId)).number_id).toBe(support?.id);
  });

  const wrongDevices: readonly [string, (other: Agent) => Record<string, string>][] = [
    ['an unknown user’s device', () => ({ From: 'client:user_999' })],
    ['another agent’s device', (other) => ({ From: other.client() })],
    ['another number', () => ({ To: '+14155550101' })],
    ['an unknown call user', () => ({ call_user_id: '999999' })],
  ];
  it('is not connected for another device, another number or an unknown call user', async () => {
    const { world, form, callId } = await placeCall();
    const other = await world.waiting('agent2@demo.test');
    for (const [label, changes] of wrongDevices) {
      const twiml = await world.webhook('/twilio/voice/client', { ...form, ...changes(other) });
      expect([label, twiml.body]).toEqual([label, expect.stringContaining('<Hangup/>')]);
    }
    expect(await world.call(callId)).toMatchObject({ status: 'ringing', claimed_by: null });
    expect(world.provider.requests('participant')).toEqual([]);
  });

  it('requested twice is created once', async () => {
    const { world, ann, response } = await placeCall();
    const again = await ann.post('/api/v1/calls/twilio/outbound', callRequest(ann));
    expect(again.body).toEqual(response.body);
    const other = await ann.post(
      '/api/v1/calls/twilio/outbound',
      callRequest(ann, { phone_number: '4155550101' }),
    );
    expect(other).toMatchObject({ status: 422, body: { error: 'You are already on a call.' } });
    expect(await world.db.select().from(leads).where(eq(leads.phone_number, '+14155550101'))).toEqual([]);
  });

  it('is canceled by Hang Up before the lead answers, and the lead’s phone stops ringing', async () => {
    const { world, ann, callId, form } = await placeCall();
    await world.webhook('/twilio/voice/client', form);
    const leg = await world.leadLegOf(callId);
    expect((await ann.post(`/api/v1/calls/${callId}/hangup`)).body).toEqual({ success: true });
    expect(await world.call(callId)).toMatchObject({ status: 'canceled', seconds: 0 });
    world.provider.only('update', leg.sid);
    expect((await ann.post(`/api/v1/calls/${callId}/hangup`)).body).toEqual({ success: true });
  });

  it('whose page reloads before the answer moves to the new page while the lead’s phone keeps ringing', async () => {
    const { world, ann, callId, callUserId, form } = await placeCall();
    await world.webhook('/twilio/voice/client', form);
    await ann.present({ state: 'oncall', leaving: true });
    const leg = await world.leadLegOf(callId);
    expect((await ann.present({ phone_id: 'reloaded', device: 'unregistered' })).body['resume']).toBe(callId);
    await ann.present({ phone_id: 'reloaded' });
    const ring = await world.waitForRing(ann.id);
    expect((await ann.get(`/api/v1/callusers/${callUserId}`)).body).toMatchObject({ autoaccept: true });
    const joined = await world.webhook(ring.offerPath, { CallSid: ring.sid, To: ann.client('reloaded') });
    expect(joined.body).toContain(`>call-${callId}</Conference>`);
    expect(world.provider.requests('update', leg.sid)).toEqual([]);
    expect(await world.call(callId)).toMatchObject({ ended_at: null });
  });

  it('that is hung up while the lead is being dialed leaves no phone ringing', async () => {
    const { world, ann, callId, form } = await placeCall({ settles: false });
    const release = world.provider.holdRequests('participant');
    const dialed = world.provider.next('participant');
    await world.webhook('/twilio/voice/client', form);
    await dialed;
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    release();
    await world.settle();
    const leads = [...world.provider.calls.values()].filter(({ to }) => to === '+14155550100');
    expect(leads).toMatchObject([{ endedAt: expect.any(Date) }]);
  });

  it('whose device never connects is canceled after 30 s', async () => {
    const { world, ann, callId } = await placeCall();
    await world.advance(30_000);
    expect(await world.call(callId)).toMatchObject({ status: 'canceled' });
    await ann.present();
    expect((await ann.post('/api/v1/calls/twilio/outbound', callRequest(ann))).status).toBe(200);
  });

  it('can be answered and ended by conference callbacks too', async () => {
    const { world, callId, form } = await placeCall();
    await world.webhook('/twilio/voice/client', form);
    const dialed = world.provider.only('participant');
    const leg = await world.leadLegOf(callId);
    const conference = pathOf(dialed.fields['ConferenceStatusCallback']);
    const joined = { ConferenceSid: 'CFconference1', StatusCallbackEvent: 'participant-join' };
    await world.webhook(conference, { ...joined, CallSid: leg.sid });
    expect(await world.call(callId)).toMatchObject({
      status: 'in-progress',
      conference_sid: 'CFconference1',
    });
    await world.webhook(conference, {
      ConferenceSid: 'CFconference1',
      StatusCallbackEvent: 'conference-end',
    });
    const lead = pathOf(dialed.fields['StatusCallback']);
    await world.webhook(lead, {
      CallSid: leg.sid,
      CallStatus: 'completed',
      CallDuration: '0',
    });
    expect(await world.call(callId)).toMatchObject({ status: 'completed' });
  });

  const rejected: readonly [string, object, number, string][] = [
    ['no number', { phone_number: ' ' }, 422, 'Enter a phone number.'],
    ['letters', { phone_number: 'abc' }, 422, 'This isn’t a phone number.'],
    ['too few digits', { phone_number: '12' }, 422, 'This phone number is too short.'],
    ['too many digits', { phone_number: '+14155550100123' }, 422, 'This phone number is too long.'],
    [
      'an invalid number',
      { phone_number: '+10005550100' },
      422,
      'This phone number isn’t valid in its country.',
    ],
    ['an unknown calling code', { phone_number: '+999 5550100' }, 422, 'This country code doesn’t exist.'],
    ['another agent’s ID', { agent_id: 999_999 }, 403, 'You do not have permission to do this.'],
    ['a non-desktop client', { interface: 'mobile' }, 422, 'Something went wrong. Please try again.'],
  ];
  it('is rejected with the reason for an invalid number, another agent or a non-desktop client', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const before = await world.db.$count(calls);
    for (const [label, changes, status, error] of rejected) {
      const response = await ann.post('/api/v1/calls/twilio/outbound', callRequest(ann, changes));
      expect([label, response]).toEqual([
        label,
        { status, body: { success: false, error, code: expect.any(String) } },
      ]);
    }
    expect(await world.db.$count(calls)).toBe(before);
  });

  it('is rejected for a lead that must not be called', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    await world.postLead({ phone_number: '+14155550100' });
    await world.db.update(leads).set({ do_not_call: true }).where(eq(leads.phone_number, '+14155550100'));
    const response = await ann.post('/api/v1/calls/twilio/outbound', callRequest(ann));
    expect(response).toMatchObject({ status: 422, body: { error: 'This lead must not be called.' } });
  });

  it('can’t be hung up, declined or read by another user', async () => {
    const { world, callId, callUserId } = await placeCall();
    const bob = await world.agent('agent2@demo.test');
    expect((await bob.post(`/api/v1/calls/${callId}/hangup`)).status).toBe(404);
    expect((await bob.post(`/apps/webrtc/${callId}/reject`)).status).toBe(404);
    expect((await bob.get(`/api/v1/callusers/${callUserId}`)).status).toBe(404);
    expect((await bob.post('/api/v1/calls/abc/hangup')).status).toBe(404);
  });
});
