import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { accounts, presence, profiles, scheduledCalls } from '../../platform/database/schema.ts';
import { find } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { type Agent, pathOf } from '../../testing/world/edge.ts';
import { callUserIdOf } from '../../testing/world/provider-events.ts';
import { testWorlds } from '../../testing/world/world.ts';

const LEAD = { phone_number: '(415) 555-0100', fname: 'Grace', lname: 'Hopper', company: 'Navy' };
const E164 = '+14155550100';

const clientForm = (agent: Agent) => ({ From: '+14155550199', To: agent.client() });

async function ringAgents(start: ReturnType<typeof testWorlds>) {
  const [world, ann, bob] = await start.waiting('agent@demo.test', 'agent2@demo.test');
  const posted = await world.postLead(LEAD);
  const callId = Number(posted.body['call_id']);
  const [ring, other] = [await world.waitForRing(ann.id), await world.waitForRing(bob.id)];
  return { world, ann, bob, posted, callId, ring, other };
}

withDatabase('a lead', (open) => {
  const start = testWorlds(open);

  it('rings every available agent of the team, and the response says so', async () => {
    const { world, posted, ring, callId } = await ringAgents(start);
    expect(posted.status).toBe(200);
    expect(posted.body).toMatchObject({ success: true, outcome: 'ringing now', reason: 'Ringing 2 agents' });
    expect(posted.body['lead']).toMatchObject({
      phone_number: E164,
      phone_number_formatted: '(415) 555-0100',
    });
    expect(ring.fields).toMatchObject({ Timeout: '30', Method: 'POST', From: '+14155550199' });
    expect(ring.fields['Url']).toMatch(/^https:\/\/offhook\.test\/twilio\/voice\/offer\?.*#rc=5&rp=all$/);
    expect(await world.call(callId)).toMatchObject({
      status: 'ringing',
      type: 'lead',
      direction: 'outbound',
    });
    expect(world.provider.requests('participant')).toEqual([]);
  });

  it('is dialed once an agent accepts; an agent who loses the claim is notified before their leg ends', async () => {
    const { world, ann, bob, callId, ring, other } = await ringAgents(start);
    const callUser = await ann.get(`/api/v1/callusers/${callUserIdOf(ring)}`);
    expect(callUser.body).toMatchObject({
      type: 'lead',
      status: 'ringing',
      autoaccept: false,
      call: { id: callId, lead: { label: 'Grace Hopper' }, phone_number: E164, account_id: 100 },
    });
    expect((await ann.get(`/api/v1/callusers/${callUserIdOf(other)}`)).status).toBe(404);

    const won = await world.webhook(ring.offerPath, { CallSid: ring.sid, ...clientForm(ann) });
    expect(won.body).toContain(`>call-${callId}</Conference>`);
    const lost = await world.webhook(other.offerPath, { CallSid: other.sid, ...clientForm(bob) });
    expect(lost.body).toContain('<Hangup/>');

    const dialed = world.provider.only('participant');
    expect(dialed).toMatchObject({ target: `call-${callId}`, fields: { To: E164, From: '+14155550199' } });
    expect(dialed.fields['EndConferenceOnExit']).toBe('false');
    const ended = world.provider.only('update', other.sid);
    const published = world.provider.requests('publish').filter(({ target }) => target.includes('withdrawn'));
    // Once when the other agent won, and again when this phone answered anyway.
    const toBob = { target: expect.stringContaining(`presence-user.${bob.id}`) };
    expect(published).toMatchObject([toBob, toBob]);
    expect(published[0]?.at).toBeLessThan(ended.at);
    const loser = await bob.get(`/api/v1/callusers/${callUserIdOf(other)}`);
    expect(loser.body['status']).toBe('withdrawn');
    expect(loser.body['taken_by']).toBeTruthy();
    expect(world.provider.requests('participant')).toHaveLength(1);
  });

  it('ends the call by hanging up: the agent’s leg is ended, and seconds count from the answer', async () => {
    const { world, ann, callId, ring } = await ringAgents(start);
    await world.webhook(ring.offerPath, { CallSid: ring.sid, ...clientForm(ann) });
    const status = pathOf(world.provider.only('participant').fields['StatusCallback']);
    const { sid: leadSid } = await world.leadLegOf(callId);
    await world.webhook(status, { CallSid: leadSid, CallStatus: 'ringing' });
    await world.webhook(status, { CallSid: leadSid, CallStatus: 'in-progress' });
    expect(await world.call(callId)).toMatchObject({ status: 'in-progress' });
    world.clock.advance(61_500);
    await world.webhook(status, { CallSid: leadSid, CallStatus: 'completed', CallDuration: '61' });
    expect(await world.call(callId)).toMatchObject({ status: 'completed', seconds: 61 });
    world.provider.only('update', ring.sid);
    const [annsCall] = (await world.callUsersOf(callId)).filter(({ user_id }) => user_id === ann.id);
    expect(annsCall).toMatchObject({ status: 'ended' });

    const before = await world.legsOf(callId);
    await world.webhook(status, { CallSid: leadSid, CallStatus: 'completed', CallDuration: '61' });
    await world.webhook(status, { CallSid: leadSid, CallStatus: 'ringing' });
    expect(await world.legsOf(callId)).toEqual(before);
    expect(await world.call(callId)).toMatchObject({ status: 'completed', seconds: 61 });
  });

  it('is shown to the agent as voicemail once the provider detects a machine', async () => {
    const { world, ann, callId, ring } = await ringAgents(start);
    await world.webhook(ring.offerPath, { CallSid: ring.sid, ...clientForm(ann) });
    const { fields } = world.provider.only('participant');
    expect(fields).toMatchObject({ MachineDetection: 'Enable', AmdStatusCallbackMethod: 'POST' });
    const { sid: CallSid } = await world.leadLegOf(callId);
    await world.webhook(pathOf(fields['StatusCallback']), { CallSid, CallStatus: 'in-progress' });
    const farEnd = async () => {
      const { body } = await ann.get(`/api/v1/callusers/${callUserIdOf(ring)}`);
      return (body['call'] as { far_end: { state: string } }).far_end.state;
    };
    const identify = (AnsweredBy: string) =>
      world.webhook(pathOf(fields['AmdStatusCallback']), { CallSid, AnsweredBy });
    expect((await identify('unknown')).status).toBe(204);
    expect(await farEnd()).toBe('answered');
    await identify('machine_start');
    expect(await farEnd()).toBe('voicemail');
    await identify('human');
    expect(await farEnd()).toBe('voicemail');
  });

  it('that is busy plays a tone to the agent and ends the call', async () => {
    const { world, ann, callId, ring } = await ringAgents(start);
    await world.webhook(ring.offerPath, { CallSid: ring.sid, ...clientForm(ann) });
    const leadLeg = await world.leadLegOf(callId);
    await world.webhook(`/twilio/status/leg?call_id=${callId}&leg_id=${leadLeg.id}`, {
      CallSid: leadLeg.sid,
      CallStatus: 'busy',
    });
    expect(await world.call(callId)).toMatchObject({ status: 'no-answer', seconds: 0 });
    const redirected = world.provider.only('update', ring.sid);
    expect(redirected.fields['Twiml']).toContain('sounds/failed.wav</Play><Hangup/>');
  });

  it('that no agent accepts within 30 s is missed, with a row in the history of each agent who was rung', async () => {
    const { world, ann, bob, callId, ring, other } = await ringAgents(start);
    await ann.get(`/api/v1/callusers/${callUserIdOf(ring)}`);
    await bob.get(`/api/v1/callusers/${callUserIdOf(other)}`);
    await world.advance(30_000);
    expect(await world.call(callId)).toMatchObject({ status: 'missed', seconds: 0, claimed_by: null });
    const rows = await world.callUsersOf(callId);
    expect(rows.map(({ status, n }) => [status, n])).toEqual([
      ['missed', 16],
      ['missed', 16],
    ]);
    const late = await world.webhook(ring.offerPath, { CallSid: ring.sid, ...clientForm(ann) });
    expect(late.body).toContain('<Hangup/>');
  });

  it('is missed when all agents decline, and keeps ringing when only one does', async () => {
    const { world, ann, bob, callId } = await ringAgents(start);
    expect((await ann.post(`/apps/webrtc/${callId}/reject`)).status).toBe(200);
    expect(await world.call(callId)).toMatchObject({ status: 'ringing' });
    expect((await ann.post(`/apps/webrtc/${callId}/reject`)).status).toBe(200);
    await bob.post(`/apps/webrtc/${callId}/reject`);
    expect(await world.call(callId)).toMatchObject({ status: 'missed' });
    expect((await world.callUsersOf(callId)).map(({ status }) => status)).toEqual(['ignored', 'ignored']);
  });

  it('skips an agent whose phone doesn’t acknowledge within 1.5 s, and records the reason', async () => {
    const { world, ann, bob, callId, ring, other } = await ringAgents(start);
    await ann.get(`/api/v1/callusers/${callUserIdOf(ring)}`);
    await world.webhook(other.statusPath, { CallSid: other.sid, CallStatus: 'ringing' });
    await world.advance(1_500);
    const rows = await world.callUsersOf(callId);
    expect(rows.find(({ user_id }) => user_id === bob.id)).toMatchObject({
      status: 'missed',
      reason: 'The agent’s phone did not answer in time',
    });
    expect(rows.find(({ user_id }) => user_id === ann.id)?.status).toBe('ringing');
    const [lease] = await world.db.select().from(presence).where(eq(presence.user_id, bob.id));
    expect(lease?.unreachable_reason).toBe('The agent’s phone did not answer in time');
  });

  it('rings one agent at a time, in rotating order, in round-robin mode', async () => {
    const [world, two, plain] = await start.waiting('agent2@demo.test', 'plain@demo.test');
    const teams = (await two.get('/api/v1/callusers/1')).status;
    expect(teams).toBe(404);
    const supportTeam = 2;
    const post = (n: number) =>
      world.postLead({ ...LEAD, phone_number: `+1415555011${n}`, team_id: supportTeam });
    const first = await post(0);
    expect(first.body['reason']).toBe('Ringing 1 agent');
    const callId = Number(first.body['call_id']);
    const [firstRung] = await world.callUsersOf(callId);
    const [a, b] = firstRung?.user_id === two.id ? [two, plain] : [plain, two];
    await a.post(`/apps/webrtc/${callId}/reject`);
    expect((await world.callUsersOf(callId)).map(({ user_id }) => user_id)).toEqual([a.id, b.id]);
    await b.post(`/apps/webrtc/${callId}/reject`);
    expect(await world.call(callId)).toMatchObject({ status: 'missed' });
    const next = Number((await post(1)).body['call_id']);
    expect((await world.callUsersOf(next)).map(({ user_id }) => user_id)).toEqual([a.id]);
  });

  it('rings no further agent once the lead’s calling hours are about to end', async () => {
    const [world, ann, bob] = await start.as('agent@demo.test', 'agent2@demo.test');
    await world.db.update(profiles).set({ mode: 'round_robin' }).where(eq(profiles.account_id, 100));
    const minute = Math.floor(world.clock.now() / 60_000) % 1_440;
    const hours = {
      calling_from_minute: (minute + 1_380) % 1_440,
      calling_to_minute: (minute + 2) % 1_440,
    };
    await world.db.update(accounts).set(hours).where(eq(accounts.id, 100));
    for (const agent of [ann, bob]) await agent.present();
    await world.db.update(presence).set({ renewed_at: new Date(world.clock.now() + 120_000) });
    const posted = await world.postLead({ ...LEAD, time_zone: 'UTC' });
    expect(posted.body).toMatchObject({ outcome: 'ringing now', reason: 'Ringing 1 agent' });
    const callId = Number(posted.body['call_id']);
    await world.advance(70_000);
    expect(await world.call(callId)).toMatchObject({
      status: 'missed',
      reasons: ['This lead’s calling hours are about to end.'],
    });
    expect(await world.callUsersOf(callId)).toMatchObject([{ user_id: ann.id, status: 'missed' }]);
    const [plan] = await find(world.db, scheduledCalls, eq(scheduledCalls.previous_call_id, callId));
    const due = plan?.due_at.getTime() ?? 0;
    expect(Math.floor(due / 60_000) % 1_440).toBe(hours.calling_from_minute);
  });

  it('without an available agent gets a call that records the reason, and no phone rings', async () => {
    const world = await start();
    const none = await world.postLead(LEAD);
    const scheduled = expect.stringMatching(/^scheduled for \d\d:\d\d$/);
    expect(none.body).toMatchObject({ outcome: scheduled, reason: 'No agent is available' });
    expect(await world.call(Number(none.body['call_id']))).toMatchObject({ status: 'missed' });
    const ann = await world.agent('agent@demo.test');
    await ann.present({ state: 'disposition' });
    const busy = await world.postLead(LEAD);
    expect(busy.body).toMatchObject({ outcome: scheduled, reason: 'All agents are busy' });
    expect(await world.call(Number(busy.body['call_id']))).toMatchObject({ status: 'busy' });
    expect(world.provider.requests('create')).toEqual([]);
  });

  it('posted again with the same phone number is updated, and agents aren’t rung twice', async () => {
    const { world, callId, posted } = await ringAgents(start);
    const again = await world.postLead({ phone_number: E164, company: 'Yale' });
    expect(again.body).toMatchObject({ call_id: callId, outcome: 'ringing now' });
    const [before, after] = [posted.body['lead'], again.body['lead']] as Record<string, unknown>[];
    expect(after?.['id']).toBe(before?.['id']);
    expect(after).toMatchObject({ company: 'Yale', fname: 'Grace', label: 'Grace Hopper' });
    expect(world.provider.requests('create')).toHaveLength(2);
  });

  it('keeps a label set by a user, and otherwise follows the name', async () => {
    const world = await start();
    const label = async (more: object) => {
      const { body } = await world.postLead({ phone_number: E164, ...more });
      return (body['lead'] as { label: string }).label;
    };
    expect(await label({})).toBe('(415) 555-0100');
    expect(await label({ fname: 'Grace', lname: 'Hopper' })).toBe('Grace Hopper');
    expect(await label({ lname: 'Murray' })).toBe('Grace Murray');
    expect(await label({ label: 'Roof quote' })).toBe('Roof quote');
    expect(await label({ fname: 'Grace', lname: 'Hopper' })).toBe('Roof quote');
  });

  it('posted again with the same idempotency key gets no second call, even after the first has ended', async () => {
    const world = await start();
    const key = { 'idempotency-key': 'form-4711' };
    const first = await world.postLead(LEAD, key);
    const again = await world.postLead(LEAD, key);
    expect(again.body).toMatchObject({ call_id: first.body['call_id'], outcome: 'taken already' });
    const other = await world.postLead(LEAD, { 'idempotency-key': 'form-4712' });
    expect(other.body['call_id']).not.toBe(first.body['call_id']);
  });

  const rejected: readonly [string, object, Record<string, string>, number][] = [
    ['no API key', LEAD, { authorization: '' }, 401],
    ['a wrong API key', LEAD, { authorization: 'Bearer demo-999' }, 401],
    ['an invalid phone number', { phone_number: '12' }, {}, 422],
    ['no phone number', { fname: 'Grace' }, {}, 422],
    ['a team of another account', { ...LEAD, team_id: 999_999 }, {}, 404],
    ['an idempotency key with a control character', LEAD, { 'idempotency-key': 'a\tb' }, 422],
  ];
  it('is rejected without a valid API key, idempotency key, phone number or team of the account', async () => {
    const world = await start();
    for (const [label, body, headers, status] of rejected) {
      const response = await world.postLead(body, headers);
      expect([label, response]).toMatchObject([label, { status, body: { success: false } }]);
    }
    expect(world.provider.requests('create')).toEqual([]);
  });
});
