/** What agents do with a running call, through the real voice service: judged by who hears whom. */
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { calls } from '../store/schema.ts';
import { forEachDatabase } from '../store/test-database.ts';
import type { Ringing, TestPhone } from './test-phone.ts';
import { type VoiceWorld, voiceWorlds } from './test-voice-world.ts';
import { type Agent, until } from './test-world.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const TALKS = '+14155550100';

type PhoneAgent = Agent & { readonly phone: TestPhone };

interface Talk {
  readonly callId: number;
  readonly ring: Ringing;
  /** The provider's name of the lead's leg. */
  readonly lead: string;
}

const callOf = async ({ db }: VoiceWorld, callId: number) => {
  const [row] = await db.select().from(calls).where(eq(calls.id, callId));
  if (!row) throw new Error(`no call ${callId}`);
  return row;
};

/** One agent and a lead talk with each other. */
async function talking(world: VoiceWorld, agent: PhoneAgent, number = TALKS): Promise<Talk> {
  const { rings } = agent.phone;
  const callId = await world.postLead(number);
  const ring = await agent.phone.ring(rings.length + 1);
  agent.phone.accept(ring);
  await agent.present({ state: 'oncall' });
  const lead = await until('the lead is in', async () => {
    const line = (await world.lines()).find(({ to }) => to === number);
    return line?.hears.includes(ring.callSid) ? line.call_sid : null;
  });
  await until('they talk', async () => (await callOf(world, callId)).status === 'in-progress');
  return { callId, ring, lead };
}

/** Who hears whom, by names; nobody else is connected. */
async function hearing(world: VoiceWorld, names: Record<string, string>): Promise<Record<string, string[]>> {
  const lines = (await world.lines()).filter(({ conference }) => conference !== null);
  const nameOf = (sid: string) => Object.keys(names).find((name) => names[name] === sid) ?? sid;
  return Object.fromEntries(
    lines.map(({ call_sid, hears }) => [nameOf(call_sid), hears.map(nameOf).sort()] as const),
  );
}

/** Waits until exactly that is so. */
async function heard(
  world: VoiceWorld,
  names: Record<string, string>,
  expected: Record<string, string[]>,
): Promise<void> {
  const wanted = JSON.stringify(Object.entries(expected).sort());
  let last = '';
  try {
    await until('what each one hears', async () => {
      last = JSON.stringify(Object.entries(await hearing(world, names)).sort());
      return last === wanted;
    });
  } catch {
    expect(last).toBe(wanted);
  }
}

const hearsMusic = (world: VoiceWorld, sid: string) =>
  until('music', async () =>
    (await world.lines()).some(({ call_sid, level_out }) => call_sid === sid && level_out > 0.001),
  );

const noLineIsLeft = (world: VoiceWorld) =>
  until('no line is left', async () => (await world.lines()).length === 0);

forEachDatabase('hold', (open) => {
  const start = voiceWorlds(open);

  it('lets the lead hear music and neither hear the other; resume puts both back', async () => {
    const world = await start();
    const ann = await world.agent('agent@demo.test');
    const { callId, ring, lead } = await talking(world, ann);
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

  it('clicked on and off and on again at once ends held', async () => {
    const world = await start();
    const ann = await world.agent('agent@demo.test');
    const { callId, ring, lead } = await talking(world, ann);
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

  it('is over with the call when the agent hangs up', async () => {
    const world = await start();
    const ann = await world.agent('agent@demo.test');
    const { callId } = await talking(world, ann);
    await ann.put(`/api/v1/calls/${callId}/hold`);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    expect(await callOf(world, callId)).toMatchObject({ status: 'completed', held_by: null });
    await noLineIsLeft(world);
  });

  it('is still there for an agent who vanished and came back', async () => {
    const world = await start();
    const ann = await world.agent('agent@demo.test');
    const { callId, ring, lead } = await talking(world, ann);
    await ann.put(`/api/v1/calls/${callId}/hold`);
    await heard(world, { ann: ring.callSid, lead }, { ann: [], lead: [] });
    ann.phone.hangUp(ring.callSid);
    await until('the call waits', async () => (await callOf(world, callId)).vanished_at);
    await ann.present({ phone_id: 'reloaded' });
    const again = await ann.phone.ring(2);
    ann.phone.accept(again);
    await until('the call goes on', async () => (await callOf(world, callId)).vanished_at === null);
    const names = { ann: again.callSid, lead };
    await heard(world, names, { ann: [], lead: [] });
    expect((await ann.put(`/api/v1/calls/${callId}/unhold`)).body).toEqual({ success: true, held: false });
    await heard(world, names, { ann: ['lead'], lead: ['ann'] });
  });
});
