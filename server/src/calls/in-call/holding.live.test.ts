import { expect, it, vi } from 'vitest';
import { withDatabase } from '../../testing/database/database.ts';
import {
  callOf,
  expectHearing,
  startAnnsConversation,
  untilAllLinesClosed,
  untilMusic,
} from '../../testing/world/conversations.ts';
import { voiceWorlds } from '../../testing/world/voice-world.ts';
import { until } from '../../testing/world/world.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

withDatabase('hold', (open) => {
  const start = voiceWorlds(open);

  it('plays music to the lead and cuts audio both ways; resume restores it', async () => {
    const { world, ann, callId, ring, lead } = await startAnnsConversation(start);
    const names = { ann: ring.callSid, lead };
    const both = { ann: ['lead'], lead: ['ann'] };
    await expectHearing(world, names, both);
    expect(await ann.put(`/api/v1/calls/${callId}/hold`)).toEqual({
      status: 200,
      body: { success: true, held: true },
    });
    await expectHearing(world, names, { ann: [], lead: [] });
    await untilMusic(world, lead);
    expect((await ann.put(`/api/v1/calls/${callId}/hold`)).body).toEqual({ success: true, held: true });
    expect((await ann.put(`/api/v1/calls/${callId}/unhold`)).body).toEqual({ success: true, held: false });
    await expectHearing(world, names, both);
    expect((await ann.put(`/api/v1/calls/${callId}/unhold`)).body).toEqual({ success: true, held: false });
    await expectHearing(world, names, both);
  });

  it('toggled quickly ends in the state that was requested last', async () => {
    const { world, ann, callId, ring, lead } = await startAnnsConversation(start);
    const names = { ann: ring.callSid, lead };
    const path = (action: string) => ann.put(`/api/v1/calls/${callId}/${action}`);
    await path('hold');
    await path('unhold');
    await path('hold');
    await expectHearing(world, names, { ann: [], lead: [] });
    await path('unhold');
    await path('hold');
    await path('unhold');
    await expectHearing(world, names, { ann: ['lead'], lead: ['ann'] });
  });

  it('ends with the call when the agent hangs up', async () => {
    const { world, ann, callId } = await startAnnsConversation(start);
    await ann.put(`/api/v1/calls/${callId}/hold`);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    expect(await callOf(world, callId)).toMatchObject({ status: 'completed', held_by: null });
    await untilAllLinesClosed(world);
  });

  it('is still on when a disconnected agent returns', async () => {
    const { world, ann, callId, ring, lead } = await startAnnsConversation(start);
    await ann.put(`/api/v1/calls/${callId}/hold`);
    await expectHearing(world, { ann: ring.callSid, lead }, { ann: [], lead: [] });
    ann.phone.hangUp(ring.callSid);
    await until('the agent to be disconnected', async () => (await callOf(world, callId)).vanished_at);
    const reloaded = await ann.reload();
    const again = await reloaded.phone.ring(1);
    const { body } = await ann.get(`/api/v1/callusers/${again.callUserId}`);
    expect(body).toMatchObject({ autoaccept: true, call: { id: callId, held: true } });
    reloaded.phone.accept(again);
    await until(
      'the agent to be reconnected',
      async () => (await callOf(world, callId)).vanished_at === null,
    );
    const names = { ann: again.callSid, lead };
    await expectHearing(world, names, { ann: [], lead: [] });
    expect((await ann.put(`/api/v1/calls/${callId}/unhold`)).body).toEqual({ success: true, held: false });
    await expectHearing(world, names, { ann: ['lead'], lead: ['ann'] });
  });
});
