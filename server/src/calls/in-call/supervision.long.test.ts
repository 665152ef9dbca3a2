import { expect, it, vi } from 'vitest';
import { withDatabase } from '../../testing/database/database.ts';
import {
  acceptRing,
  type Conversation,
  callOf,
  callUserOf,
  expectHearing,
  startAnnsConversation,
} from '../../testing/world/conversations.ts';
import { type PhoneAgent, type VoiceWorld, voiceWorlds } from '../../testing/world/voice-world.ts';
import { until } from '../../testing/world/world.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

async function joinAsSupervisor(world: VoiceWorld, agent: PhoneAgent, talk: Conversation, action: string) {
  const sam = await world.agent('supervisor@demo.test');
  const response = await sam.post(`/api/v1/calls/${talk.callId}/${action}`);
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ success: true, call: { id: talk.callId, type: action } });
  const ring = await sam.phone.ring(1);
  const shown = await sam.get(`/api/v1/callusers/${ring.callUserId}`);
  expect(shown.body).toMatchObject({
    type: action,
    autoaccept: true,
    call: { id: talk.callId, type: action, direction: 'outbound' },
  });
  expect((shown.body['call'] as Record<string, unknown>)['seconds_since_started_at']).toBeTypeOf('number');
  sam.phone.accept(ring);
  // Wait for the accept, not for the line, which may close before it joins.
  await until('the supervisor to join', async () => (await callUserOf(world, ring)).accepted_at);
  return { sam, ring, names: { agent: talk.ring.callSid, lead: talk.lead, sam: ring.callSid }, agent };
}

async function supervisorsOf(
  agent: PhoneAgent,
  { ring }: { readonly ring: { readonly callUserId: number } },
) {
  const { body } = await agent.get(`/api/v1/callusers/${ring.callUserId}`);
  return (body['call'] as Record<string, unknown>)['supervisors'];
}

async function supervisedAgent(agent: PhoneAgent, callUserId: number) {
  const { body } = await agent.get(`/api/v1/callusers/${callUserId}`);
  return (body['call'] as Record<string, unknown>)['supervised_agent'];
}

withDatabase('a supervisor', (open) => {
  const start = voiceWorlds(open);

  const supervisions: readonly [string, string, Record<string, string[]>][] = [
    [
      'who listens hears both and is not heard',
      'listen',
      { agent: ['lead'], lead: ['agent'], sam: ['agent', 'lead'] },
    ],
    [
      'who whispers hears both, and only the agent hears the supervisor',
      'whisper',
      { agent: ['lead', 'sam'], lead: ['agent'], sam: ['agent', 'lead'] },
    ],
    [
      'who barges in talks with both',
      'barge',
      { agent: ['lead', 'sam'], lead: ['agent', 'sam'], sam: ['agent', 'lead'] },
    ],
  ];
  it.each(supervisions)('%s', async (_label, action, expected) => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const { sam, ring, names } = await joinAsSupervisor(world, ann, talk, action);
    await expectHearing(world, names, expected);
    expect(await supervisorsOf(ann, talk)).toEqual(
      action === 'listen' ? [] : [{ name: 'Sam Whitfield', type: action }],
    );
    expect(await supervisorsOf(sam, { ring })).toEqual([]);
    expect(await supervisedAgent(sam, ring.callUserId)).toBe('Ann Reyes');
    expect(await supervisedAgent(ann, talk.ring.callUserId)).toBeUndefined();
    await ann.put(`/api/v1/calls/${talk.callId}/hold`);
    await until('the lead to hear no one', async () =>
      (await world.lines()).some(({ call_sid, hears }) => call_sid === talk.lead && hears.length === 0),
    );
    await ann.put(`/api/v1/calls/${talk.callId}/unhold`);
    await expectHearing(world, names, expected);
    await sam.post(`/api/v1/calls/${talk.callId}/hangup`);
    await until('the supervisor’s leg to end', () => ring.state === 'over');
    await expectHearing(world, names, { agent: ['lead'], lead: ['agent'] });
    expect(await supervisorsOf(ann, talk)).toEqual([]);
    expect(await callOf(world, talk.callId)).toMatchObject({ status: 'in-progress', agent_id: ann.id });
  });

  it('who whispers reaches the returning agent on the new leg', async () => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const { ring } = await joinAsSupervisor(world, ann, talk, 'whisper');
    ann.phone.hangUp(talk.ring.callSid);
    await until('the agent to be disconnected', async () => (await callOf(world, talk.callId)).vanished_at);
    const again = await acceptRing(await ann.reload());
    const names = { agent: again.callSid, lead: talk.lead, sam: ring.callSid };
    await expectHearing(world, names, { agent: ['lead', 'sam'], lead: ['agent'], sam: ['agent', 'lead'] });
  });

  it('who whispers reaches the new agent after a transfer', async () => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const { sam, ring } = await joinAsSupervisor(world, ann, talk, 'whisper');
    const ben = await world.agent('agent2@demo.test');
    await ann.post(`/api/v1/calls/${talk.callId}/transfer`, {
      user_id: ben.id,
      call_user_id: talk.ring.callUserId,
    });
    const bensRing = await acceptRing(ben);
    const names = { ben: bensRing.callSid, lead: talk.lead, sam: ring.callSid };
    await expectHearing(world, names, { ben: ['lead', 'sam'], lead: ['ben'], sam: ['ben', 'lead'] });
    expect(await supervisedAgent(sam, ring.callUserId)).toBe('Ben Okafor');
  });

  it('who is in the call changes who hears them, without a new ring', async () => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const { sam, ring, names } = await joinAsSupervisor(world, ann, talk, 'listen');
    const steps: readonly [string, Record<string, string[]>][] = [
      ['whisper', { agent: ['lead', 'sam'], lead: ['agent'], sam: ['agent', 'lead'] }],
      ['barge', { agent: ['lead', 'sam'], lead: ['agent', 'sam'], sam: ['agent', 'lead'] }],
      ['whisper', { agent: ['lead', 'sam'], lead: ['agent'], sam: ['agent', 'lead'] }],
      ['listen', { agent: ['lead'], lead: ['agent'], sam: ['agent', 'lead'] }],
      ['barge', { agent: ['lead', 'sam'], lead: ['agent', 'sam'], sam: ['agent', 'lead'] }],
      ['listen', { agent: ['lead'], lead: ['agent'], sam: ['agent', 'lead'] }],
    ];
    for (const [action, expected] of steps) {
      const response = await sam.post(`/api/v1/calls/${talk.callId}/${action}`);
      expect(response).toMatchObject({ status: 200, body: { call: { id: talk.callId, type: action } } });
      await expectHearing(world, names, expected);
      expect(await supervisorsOf(ann, talk)).toEqual(
        action === 'listen' ? [] : [{ name: 'Sam Whitfield', type: action }],
      );
      expect((await sam.get(`/api/v1/callusers/${ring.callUserId}`)).body).toMatchObject({ type: action });
    }
    expect(ring.state).not.toBe('over');
  });

  it('whose page is reloaded or closed leaves at once, and joins again only by a new request', async () => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const { sam, ring } = await joinAsSupervisor(world, ann, talk, 'barge');
    // The provider hasn't yet reported the end of the leg.
    await sam.present({ state: 'oncall', leaving: true });
    expect(await callUserOf(world, ring)).toMatchObject({ status: 'ended' });
    const reloaded = await sam.reload();
    expect(reloaded.resume).toBeNull();
    await until('the supervisor’s leg to end', () => ring.state === 'over');
    await expectHearing(
      world,
      { agent: talk.ring.callSid, lead: talk.lead },
      { agent: ['lead'], lead: ['agent'] },
    );
    expect(await callOf(world, talk.callId)).toMatchObject({ status: 'in-progress', agent_id: ann.id });
    expect((await sam.post(`/api/v1/calls/${talk.callId}/listen`)).status).toBe(200);
    await acceptRing(reloaded);
  });

  it('whose phone is another page from now on leaves, and that page is not rung', async () => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const { sam, ring } = await joinAsSupervisor(world, ann, talk, 'barge');
    const elsewhere = await sam.reload();
    expect(elsewhere.resume).toBeNull();
    await until('the supervisor’s leg to end', () => ring.state === 'over');
    expect(await callUserOf(world, ring)).toMatchObject({ status: 'ended' });
    expect((await elsewhere.present({ state: 'waiting' })).body['resume']).toBeNull();
  });

  it('leaves when the lead hangs up, without affecting the call', async () => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const { ring } = await joinAsSupervisor(world, ann, talk, 'listen');
    await world.hangUp(talk.lead);
    await until('the supervisor’s leg to end', () => ring.state === 'over');
    expect(await callOf(world, talk.callId)).toMatchObject({ status: 'completed', agent_id: ann.id });
    expect(await callUserOf(world, ring)).toMatchObject({ type: 'listen', status: 'ended' });
  });
});
