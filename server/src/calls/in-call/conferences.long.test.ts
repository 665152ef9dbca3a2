import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { leads } from '../../platform/database/schema.ts';
import { makeSupervisor } from '../../testing/app/supervisor.ts';
import { withDatabase } from '../../testing/database/database.ts';
import {
  acceptRing,
  callOf,
  expectHearing,
  startAnnsConversation,
  untilAllLinesClosed,
  untilMusic,
} from '../../testing/world/conversations.ts';
import { voiceWorlds } from '../../testing/world/voice-world.ts';
import { until } from '../../testing/world/world.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const OTHER = '+14155550110';

async function openConference(start: ReturnType<typeof voiceWorlds>) {
  const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
  await makeSupervisor(world.db, ann.id);
  const response = await ann.post('/api/v1/calls/conference', { user_id: ben.id });
  expect(response).toMatchObject({
    status: 200,
    body: { success: true, call: { type: 'conference', direction: 'outbound', lead: null } },
  });
  const callId = (response.body['call'] as { id: number }).id;
  const [annsRing, bensRing] = [await ann.phone.ring(1), await ben.phone.ring(1)];
  const names = { ann: annsRing.callSid, ben: bensRing.callSid };
  const talk = () => {
    ann.phone.accept(annsRing);
    ben.phone.accept(bensRing);
    return expectHearing(world, names, { ann: ['ben'], ben: ['ann'] });
  };
  return { world, ann, ben, callId, annsRing, bensRing, talk };
}

withDatabase('a conference', (open) => {
  const start = voiceWorlds(open);

  it('rings both agents, connects the requesting one automatically, and ends when only one is left', async () => {
    const { world, ann, ben, callId, annsRing, bensRing, talk } = await openConference(start);
    expect((await ann.get(`/api/v1/callusers/${annsRing.callUserId}`)).body).toMatchObject({
      type: 'conference',
      autoaccept: true,
    });
    expect((await ben.get(`/api/v1/callusers/${bensRing.callUserId}`)).body).toMatchObject({
      type: 'conference',
      autoaccept: false,
      call: { id: callId, type: 'conference', lead: null, lead_id: null },
    });
    await talk();
    expect(await callOf(world, callId)).toMatchObject({ status: 'in-progress', agent_id: ann.id });
    await ben.post(`/api/v1/calls/${callId}/hangup`);
    await until('the other leg to end', () => annsRing.state === 'over');
    expect(await callOf(world, callId)).toMatchObject({ status: 'completed' });
    await untilAllLinesClosed(world);
  });

  it('that the colleague declines ends, and the requesting agent leaves it and learns why', async () => {
    const { world, ann, ben, callId, annsRing } = await openConference(start);
    ann.phone.accept(annsRing);
    await until('the agent to join', async () =>
      (await world.lines()).some(({ call_sid, conference }) => call_sid === annsRing.callSid && conference),
    );
    await ben.post(`/apps/webrtc/${callId}/reject`);
    expect(await callOf(world, callId)).toMatchObject({ status: 'ignored', seconds: 0 });
    await until('the agent to leave', async () =>
      (await world.lines()).every(({ conference }) => conference === null),
    );
    expect((await ann.get(`/api/v1/callusers/${annsRing.callUserId}`)).body).toMatchObject({
      status: 'ended',
      call: { invitation: { type: 'conference', name: 'Ben Okafor', state: 'missed' } },
    });
  });

  it('waits for a disconnected agent to return', async () => {
    const { world, ann, callId, annsRing, bensRing, talk } = await openConference(start);
    await talk();
    ann.phone.hangUp(annsRing.callSid);
    await until('the agent to be disconnected', async () => (await callOf(world, callId)).vanished_at);
    const again = await acceptRing(await ann.reload());
    await expectHearing(world, { ann: again.callSid, ben: bensRing.callSid }, { ann: ['ben'], ben: ['ann'] });
  });

  it('in a call adds the colleague, can be put on hold by one agent and resumed by the other, and continues without the first', async () => {
    const { world, ann, callId, ring, lead } = await startAnnsConversation(start);
    const ben = await world.agent('agent2@demo.test');
    await makeSupervisor(world.db, ann.id);
    const response = await ann.post('/api/v1/calls/conference', { user_id: ben.id });
    expect(response.body).toMatchObject({ success: true, call: { id: callId, type: 'conference' } });
    const bensRing = await acceptRing(ben);
    const names = { ann: ring.callSid, ben: bensRing.callSid, lead };
    const all = { ann: ['ben', 'lead'], ben: ['ann', 'lead'], lead: ['ann', 'ben'] };
    await expectHearing(world, names, all);
    expect(ann.phone.rings).toHaveLength(1);
    const annsView = async () => (await ann.get(`/api/v1/callusers/${ring.callUserId}`)).body;
    const bensView = async () => (await ben.get(`/api/v1/callusers/${bensRing.callUserId}`)).body;
    const talking = { hold: null, lead_left: false };
    expect(await annsView()).toMatchObject({ call: { ...talking, agents: [{ name: 'Ben Okafor' }] } });
    expect(await bensView()).toMatchObject({ call: { ...talking, agents: [{ name: 'Ann Reyes' }] } });
    await ann.put(`/api/v1/calls/${callId}/hold`);
    await expectHearing(world, names, { ann: [], ben: [], lead: [] });
    await untilMusic(world, lead);
    expect(await annsView()).toMatchObject({
      call: { hold: { by: null, is_heard: false, can_resume: true } },
    });
    expect(await bensView()).toMatchObject({
      call: { hold: { by: 'Ann Reyes', is_heard: false, can_resume: true } },
    });
    const unheld = await ben.put(`/api/v1/calls/${callId}/unhold`);
    expect(unheld.body).toEqual({ success: true, held: false });
    await expectHearing(world, names, all);
    expect(await annsView()).toMatchObject({ call: talking });
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    await expectHearing(world, names, { ben: ['lead'], lead: ['ben'] });
    expect(await callOf(world, callId)).toMatchObject({ status: 'in-progress', agent_id: ann.id });
    await ben.post(`/api/v1/calls/${callId}/hangup`);
    await untilAllLinesClosed(world);
  });

  it('adds a lead: the number is dialed and its new or existing lead becomes the call’s', async () => {
    const { world, ann, callId, annsRing, bensRing, talk } = await openConference(start);
    await talk();
    const request = { call_id: callId, fname: 'Ada', lname: 'King', phone_number: '(415) 555-0110' };
    const response = await ann.post('/api/v1/calls/conferencelead', request);
    expect(response.body).toMatchObject({
      success: true,
      call: { id: callId, phone_number: OTHER, lead: { label: 'Ada King' } },
      lead: { fname: 'Ada', phone_number: OTHER },
    });
    expect((await ann.post('/api/v1/calls/conferencelead', request)).status).toBe(200);
    const line = await until('the lead to join', async () =>
      (await world.lines()).find(({ to, hears }) => to === OTHER && hears.length === 2),
    );
    const names = { ann: annsRing.callSid, ben: bensRing.callSid, lead: line.call_sid };
    await expectHearing(world, names, { ann: ['ben', 'lead'], ben: ['ann', 'lead'], lead: ['ann', 'ben'] });
    const [row] = await world.db.select().from(leads).where(eq(leads.phone_number, OTHER));
    expect(await callOf(world, callId)).toMatchObject({ lead_id: row?.id, phone_number: OTHER });
    expect((await world.lines()).filter(({ to }) => to === OTHER)).toHaveLength(1);
  });

  it('goes on without the lead, and each agent learns that the lead has left', async () => {
    const { world, ann, ring, lead } = await startAnnsConversation(start);
    const ben = await world.agent('agent2@demo.test');
    await makeSupervisor(world.db, ann.id);
    await ann.post('/api/v1/calls/conference', { user_id: ben.id });
    const bensRing = await acceptRing(ben);
    const names = { ann: ring.callSid, ben: bensRing.callSid };
    const all = { ann: ['ben', 'lead'], ben: ['ann', 'lead'], lead: ['ann', 'ben'] };
    await expectHearing(world, { ...names, lead }, all);
    await world.hangUp(lead);
    await expectHearing(world, names, { ann: ['ben'], ben: ['ann'] });
    for (const [agent, { callUserId }] of [
      [ann, ring],
      [ben, bensRing],
    ] as const)
      expect((await agent.get(`/api/v1/callusers/${callUserId}`)).body).toMatchObject({
        call: { lead_left: true },
      });
  });

  it('continues when the added number is busy, and the agent is notified', async () => {
    const { world, ann, callId, ring, lead } = await startAnnsConversation(start);
    const request = { call_id: callId, fname: '', lname: '', phone_number: '+14155550102' };
    expect((await ann.post('/api/v1/calls/conferencelead', request)).status).toBe(200);
    await until('the agent to be notified', () =>
      world.published().some((text) => text.includes('The added lead could not be reached.')),
    );
    await expectHearing(world, { ann: ring.callSid, lead }, { ann: ['lead'], lead: ['ann'] });
  });
});
