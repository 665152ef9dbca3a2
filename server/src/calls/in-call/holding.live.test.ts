import { expect, it, vi } from 'vitest';
import { withDatabase } from '../../testing/database/database.ts';
import { annTalks, callOf, heard, hearsMusic, noLineIsLeft } from '../../testing/world/talk.ts';
import { voiceWorlds } from '../../testing/world/voice-world.ts';
import { until } from '../../testing/world/world.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

withDatabase('hold', (open) => {
  const start = voiceWorlds(open);

  it('plays music to the lead and disconnects both ways; resume reconnects them', async () => {
    const { world, ann, callId, ring, lead } = await annTalks(start);
    const names = { ann: ring.callSid, lead };
    const both = { ann: ['lead'], lead: ['ann'] };
    await heard(world, names, both);
    expect(await ann.put(`/api/v1/calls/${callId}/hold`)).toEqual({
      status: 200,
      body: { success: true, held: true },
    });
    await heard(world, names, { ann: [], lead: [] });
    await hearsMusic(world, lead);
    expect((await ann.put(`/api/v1/calls/${callId}/hold`)).body).toEqual({ success: true, held: true });
    expect((await ann.put(`/api/v1/calls/${callId}/unhold`)).body).toEqual({ success: true, held: false });
    await heard(world, names, both);
    expect((await ann.put(`/api/v1/calls/${callId}/unhold`)).body).toEqual({ success: true, held: false });
    await heard(world, names, both);
  });

  it('toggled on, off and on quickly ends held', async () => {
    const { world, ann, callId, ring, lead } = await annTalks(start);
    const names = { ann: ring.callSid, lead };
    const path = (word: string) => ann.put(`/api/v1/calls/${callId}/${word}`);
    await path('hold');
    await path('unhold');
    await path('hold');
    await heard(world, names, { ann: [], lead: [] });
    await path('unhold');
    await path('hold');
    await path('unhold');
    await heard(world, names, { ann: ['lead'], lead: ['ann'] });
  });

  it('ends with the call when the agent hangs up', async () => {
    const { world, ann, callId } = await annTalks(start);
    await ann.put(`/api/v1/calls/${callId}/hold`);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    expect(await callOf(world, callId)).toMatchObject({ status: 'completed', held_by: null });
    await noLineIsLeft(world);
  });

  it('is still on for a vanished agent who returns', async () => {
    const { world, ann, callId, ring, lead } = await annTalks(start);
    await ann.put(`/api/v1/calls/${callId}/hold`);
    await heard(world, { ann: ring.callSid, lead }, { ann: [], lead: [] });
    ann.phone.hangUp(ring.callSid);
    await until('the call waits', async () => (await callOf(world, callId)).vanished_at);
    const reloaded = await ann.reload();
    const again = await reloaded.phone.ring(1);
    const { body } = await ann.get(`/api/v1/callusers/${again.callUserId}`);
    expect(body).toMatchObject({ autoaccept: true, call: { id: callId, held: true } });
    reloaded.phone.accept(again);
    await until('the call goes on', async () => (await callOf(world, callId)).vanished_at === null);
    const names = { ann: again.callSid, lead };
    await heard(world, names, { ann: [], lead: [] });
    expect((await ann.put(`/api/v1/calls/${callId}/unhold`)).body).toEqual({ success: true, held: false });
    await heard(world, names, { ann: ['lead'], lead: ['ann'] });
  });
});
