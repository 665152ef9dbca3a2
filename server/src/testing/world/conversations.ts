/** Conversations through the real voice service, which reports who hears whom. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { calls, callUsers } from '../../platform/database/schema.ts';
import { find, firstRow } from '../app/rows.ts';
import type { PhoneRing } from './test-phone.ts';
import type { PhoneAgent, VoiceWorld, voiceWorlds } from './voice-world.ts';
import { until } from './world.ts';

export const TALKING_LEAD = '+14155550130';

export interface Conversation {
  readonly callId: number;
  readonly ring: PhoneRing;
  readonly lead: string;
}

export const callOf = ({ db }: VoiceWorld, callId: number) => firstRow(find(db, calls, eq(calls.id, callId)));

export const callUserOf = ({ db }: VoiceWorld, { callUserId }: PhoneRing) =>
  firstRow(find(db, callUsers, eq(callUsers.id, callUserId)));

/** Connects an agent with a lead. */
export async function startConversation(
  world: VoiceWorld,
  agent: PhoneAgent,
  number = TALKING_LEAD,
): Promise<Conversation> {
  const nth = agent.phone.rings.length + 1;
  const callId = await world.postLead(number);
  const ring = await agent.phone.ring(nth);
  // A real agent accepts only after the phone has shown the ring.
  await until('the phone to acknowledge the ring', async () => {
    return (await callUserOf(world, ring)).acknowledged_at !== null;
  });
  agent.phone.accept(ring);
  await agent.present({ state: 'oncall' });
  const lead = await until('the lead to join', async () => {
    const line = (await world.lines()).find(({ to }) => to === number);
    return line?.hears.includes(ring.callSid) ? line.call_sid : null;
  });
  await until('the call to start', async () => (await callOf(world, callId)).status === 'in-progress');
  return { callId, ring, lead };
}

/** Connects Ann, the demo's only available agent, with a lead. */
export async function startAnnsConversation(start: ReturnType<typeof voiceWorlds>) {
  const [world, ann] = await start.as('agent@demo.test');
  const talk = await startConversation(world, ann);
  return { world, ann, talk, ...talk };
}

async function hearing(world: VoiceWorld, names: Record<string, string>): Promise<Record<string, string[]>> {
  const lines = (await world.lines()).filter(({ conference }) => conference !== null);
  const nameOf = (sid: string) => Object.keys(names).find((name) => names[name] === sid) ?? sid;
  return Object.fromEntries(
    lines.map(({ call_sid, hears }) => [nameOf(call_sid), hears.map(nameOf).sort()] as const),
  );
}

export async function expectHearing(
  world: VoiceWorld,
  names: Record<string, string>,
  expected: Record<string, string[]>,
): Promise<void> {
  const expectedText = JSON.stringify(Object.entries(expected).sort());
  let last = '';
  try {
    await until('each party to hear the others', async () => {
      last = JSON.stringify(Object.entries(await hearing(world, names)).sort());
      return last === expectedText;
    });
  } catch {
    expect(last).toBe(expectedText);
  }
}

export const untilMusic = (world: VoiceWorld, sid: string) =>
  until('hold music to play', async () =>
    (await world.lines()).some(({ call_sid, level_out }) => call_sid === sid && level_out > 0.001),
  );

export const untilAllLinesClosed = (world: VoiceWorld) =>
  until('all lines to close', async () => (await world.lines()).length === 0);

export async function acceptRing(agent: PhoneAgent, nth = 1): Promise<PhoneRing> {
  const ring = await agent.phone.ring(nth);
  agent.phone.accept(ring);
  return ring;
}
