import { and, eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { callUsers, teams } from '../../platform/database/schema.ts';
import { find } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import {
  acceptRing,
  type Conversation,
  callOf,
  expectHearing,
  startAnnsConversation,
  untilAllLinesClosed,
} from '../../testing/world/conversations.ts';
import type { Agent } from '../../testing/world/edge.ts';
import { type VoiceWorld, voiceWorlds } from '../../testing/world/voice-world.ts';
import { until } from '../../testing/world/world.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const callUserOf = async ({ db }: VoiceWorld, callId: number, userId: number) =>
  (await find(db, callUsers, and(eq(callUsers.call_id, callId), eq(callUsers.user_id, userId)))).at(-1);

const transfer = (agent: Agent, talk: Conversation, to: object) =>
  agent.post(`/api/v1/calls/${talk.callId}/transfer`, { call_user_id: talk.ring.callUserId, ...to });

const untilNotified = (world: VoiceWorld, notice: string) =>
  until('the agent to be notified', () => world.published().some((text) => text.includes(notice)));

withDatabase('a transfer', (open) => {
  const start = voiceWorlds(open);

  it('rings the colleague while the agent talks; on accept, the lead hears the colleague and the agent leaves', async () => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const ben = await world.agent('agent2@demo.test');
    expect(await transfer(ann, talk, { user_id: ben.id })).toEqual({ status: 200, body: { success: true } });
    const ring = await ben.phone.ring(1);
    expect((await ben.get(`/api/v1/callusers/${ring.callUserId}`)).body).toMatchObject({
      type: 'transfer',
      autoaccept: false,
      call: { id: talk.callId, type: 'transfer', direction: 'outbound', lead: { fname: 'Grace' } },
    });
    const names = { ann: talk.ring.callSid, ben: ring.callSid, lead: talk.lead };
    await expectHearing(world, names, { ann: ['lead'], lead: ['ann'] });
    ben.phone.accept(ring);
    await until('the agent’s leg to end', () => talk.ring.state === 'over');
    await expectHearing(world, names, { ben: ['lead'], lead: ['ben'] });
    expect(await callOf(world, talk.callId)).toMatchObject({ status: 'in-progress', agent_id: ben.id });
    expect(await callUserOf(world, talk.callId, ann.id)).toMatchObject({ status: 'ended' });
    await ben.post(`/api/v1/calls/${talk.callId}/hangup`);
    expect(await callOf(world, talk.callId)).toMatchObject({ status: 'completed', agent_id: ben.id });
    await untilAllLinesClosed(world);
  });

  it('takes a lead off hold when accepted', async () => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const ben = await world.agent('agent2@demo.test');
    await ann.put(`/api/v1/calls/${talk.callId}/hold`);
    await transfer(ann, talk, { user_id: ben.id });
    const ring = await acceptRing(ben);
    const names = { ben: ring.callSid, lead: talk.lead };
    await expectHearing(world, names, { ben: ['lead'], lead: ['ben'] });
    expect(await callOf(world, talk.callId)).toMatchObject({ held_by: null });
  });

  it('to a team rings all available members, and the first to accept gets the call', async () => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const [ben, chloe] = [await world.agent('agent2@demo.test'), await world.agent('agent3@demo.test')];
    const [team] = await world.db
      .select({ id: teams.id })
      .from(teams)
      .where(and(eq(teams.account_id, 100), eq(teams.is_default, true)));
    expect((await transfer(ann, talk, { team_id: team?.id })).body).toEqual({ success: true });
    const [first, second] = [await ben.phone.ring(1), await chloe.phone.ring(1)];
    chloe.phone.accept(second);
    await until('the other phone to stop ringing', () => first.state === 'canceled');
    const names = { chloe: second.callSid, lead: talk.lead };
    await expectHearing(world, names, { chloe: ['lead'], lead: ['chloe'] });
    expect(await callUserOf(world, talk.callId, ben.id)).toMatchObject({
      status: 'withdrawn',
      taken_by: chloe.id,
    });
  });

  it('that the colleague declines leaves the call with the agent, who is notified', async () => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const ben = await world.agent('agent2@demo.test');
    await transfer(ann, talk, { user_id: ben.id });
    const ring = await ben.phone.ring(1);
    await ben.post(`/apps/webrtc/${talk.callId}/reject`);
    await until('the phone to stop ringing', () => ring.state === 'canceled');
    await untilNotified(world, 'No agent accepted the transfer. You still have the call.');
    await expectHearing(world, { ann: talk.ring.callSid, lead: talk.lead }, { ann: ['lead'], lead: ['ann'] });
    expect(await callOf(world, talk.callId)).toMatchObject({ status: 'in-progress', agent_id: ann.id });
  });

  it('to another agent withdraws the first ring, and a repeated request doesn’t ring twice', async () => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const [ben, chloe] = [await world.agent('agent2@demo.test'), await world.agent('agent3@demo.test')];
    await transfer(ann, talk, { user_id: ben.id });
    const first = await ben.phone.ring(1);
    expect((await transfer(ann, talk, { user_id: ben.id })).body).toEqual({ success: true });
    await transfer(ann, talk, { user_id: chloe.id });
    await until('the first phone to stop ringing', () => first.state === 'canceled');
    const second = await acceptRing(chloe);
    const names = { chloe: second.callSid, lead: talk.lead };
    await expectHearing(world, names, { chloe: ['lead'], lead: ['chloe'] });
    expect(ben.phone.rings).toHaveLength(1);
  });

  it('continues while the agent is away: the lead hears music and then talks to the colleague', async () => {
    const { world, ann, talk } = await startAnnsConversation(start);
    const ben = await world.agent('agent2@demo.test');
    await transfer(ann, talk, { user_id: ben.id });
    const ring = await ben.phone.ring(1);
    ann.phone.hangUp(talk.ring.callSid);
    await until('the agent to be disconnected', async () => (await callOf(world, talk.callId)).vanished_at);
    ben.phone.accept(ring);
    await expectHearing(world, { ben: ring.callSid, lead: talk.lead }, { ben: ['lead'], lead: ['ben'] });
    await until(
      'the agent to be released',
      async () => (await callUserOf(world, talk.callId, ann.id))?.ended_at,
    );
    expect((await ann.reload()).resume).toBeNull();
  });
});
