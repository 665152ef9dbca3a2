/** Conversations through the real voice service, judged by who hears whom. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { calls, callUsers } from '../../platform/database/schema.ts';
import { find, one } from '../app/rows.ts';
import type { Ringing } from './phone.ts';
import type { PhoneAgent, VoiceWorld, voiceWorlds } from './voice-world.ts';
import { until } from './world.ts';

/** Of the pretend network: somebody with the telephone in hand, who talks. */
export const TALKS = '+14155550130';

export interface Talk {
  readonly callId: number;
  readonly ring: Ringing;
  /** The provider's name of the lead's leg. */
  readonly lead: string;
}

export const callOf = ({ db }: VoiceWorld, callId: number) => one(find(db, calls, eq(calls.id, callId)));

/** The call as this ring's agent has it. */
export const callUserOf = ({ db }: VoiceWorld, { callUserId }: Ringing) =>
  one(find(db, callUsers, eq(callUsers.id, callUserId)));

/** One agent and a lead talk with each other. */
export async function talking(world: VoiceWorld, agent: PhoneAgent, number = TALKS): Promise<Talk> {
  // The phone may ring before the lead's sender has its answer.
  const nth = agent.phone.rings.length + 1;
  const callId = await world.postLead(number);
  const ring = await agent.phone.ring(nth);
  // A person accepts what the phone shows, and it shows what it has read.
  await until('the phone has read its ring', async () => {
    return (await callUserOf(world, ring)).acknowledged_at !== null;
  });
  agent.phone.accept(ring);
  await agent.present({ state: 'oncall' });
  const lead = await until('the lead is in', async () => {
    const line = (await world.lines()).find(({ to }) => to === number);
    return line?.hears.includes(ring.callSid) ? line.call_sid : null;
  });
  await until('they talk', async () => (await callOf(world, callId)).status === 'in-progress');
  return { callId, ring, lead };
}

/** The demo's first agent, the only one who is there, talks with a lead. */
export async function annTalks(start: ReturnType<typeof voiceWorlds>) {
  const [world, ann] = await start.as('agent@demo.test');
  const talk = await talking(world, ann);
  return { world, ann, talk, ...talk };
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
export async function heard(
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

export const hearsMusic = (world: VoiceWorld, sid: string) =>
  until('music', async () =>
    (await world.lines()).some(({ call_sid, level_out }) => call_sid === sid && level_out > 0.001),
  );

export const noLineIsLeft = (world: VoiceWorld) =>
  until('no line is left', async () => (await world.lines()).length === 0);

/** The agent's nth ring, accepted. */
export async function accepts(agent: PhoneAgent, nth = 1): Promise<Ringing> {
  const ring = await agent.phone.ring(nth);
  agent.phone.accept(ring);
  return ring;
}
