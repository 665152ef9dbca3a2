/** Messages of callers through the real voice service: what was said is there to be heard. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { calls, profiles, recordings } from '../store/schema.ts';
import { withDatabase } from '../store/test-database.ts';
import { noLineIsLeft } from './test-talk.ts';
import { type VoiceWorld, voiceWorlds } from './test-voice-world.ts';
import { until } from './test-world.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const MAIN_LINE = '+14155550199';
/** Of the pretend network: it speaks when it is asked for a message, and goes. */
const MESSENGER = '+14155550128';
/** This one says nothing at all. */
const MUTE = '+14155550132';

const callFrom = (world: VoiceWorld, from: string, wanted: (call: typeof calls.$inferSelect) => boolean) =>
  until(
    `the call of ${from}`,
    async () => {
      const [call] = await world.db.select().from(calls).where(eq(calls.phone_number, from));
      return call && wanted(call) ? call : null;
    },
    90_000,
  );

/** The file of the one recording that a call has. */
async function soundOf(world: VoiceWorld, callId: number): Promise<Buffer> {
  const row = await until(
    'the recording',
    async () => {
      const rows = await world.db.select().from(recordings).where(eq(recordings.call_id, callId));
      return rows.find(({ status }) => status === 'complete');
    },
    60_000,
  );
  expect(row).toMatchObject({ is_voicemail: true, agent_channel: null });
  return readFileSync(join(world.dataFolder, 'recordings', row.path ?? ''));
}

/** One channel, in which somebody speaks. */
function expectSpeech(wav: Buffer) {
  expect(wav.readUInt16LE(22)).toBe(1);
  let sum = 0;
  for (let at = 44; at + 1 < wav.length; at += 2) sum += (wav.readInt16LE(at) / 32_768) ** 2;
  expect(Math.sqrt(sum / ((wav.length - 44) / 2))).toBeGreaterThan(0.02);
}

withDatabase('with the real voice service a caller whom nobody takes', (open) => {
  const start = voiceWorlds(open);

  it('hears the welcome and the greeting, speaks after the tone, and is heard', async () => {
    const world = await start();
    await world.db.update(profiles).set({ welcome_message: 'Welcome.', voicemail_greeting: 'Please speak.' });
    await world.callIn(MESSENGER, MAIN_LINE);
    const call = await callFrom(world, MESSENGER, (one) => one.voicemail_seconds !== null);
    expect(call.status).toBe('missed');
    expect(call.voicemail_seconds).toBeGreaterThanOrEqual(1);
    expectSpeech(await soundOf(world, call.id));
    await callFrom(world, MESSENGER, (one) => one.ended_at !== null);
    await noLineIsLeft(world);
  });

  it('is led out of the music, and heard also by a server that was not there meanwhile', async () => {
    const world = await start();
    await world.db.update(profiles).set({ voicemail_greeting: 'Please speak.' });
    const ann = await world.agent('agent@demo.test');
    const caller = await world.callIn(MESSENGER, MAIN_LINE);
    const lineOf = async () => (await world.lines()).find(({ call_sid }) => call_sid === caller);
    const ring = await ann.phone.ring(1);
    await until('the caller waits', async () => (await lineOf())?.conference);
    const { id } = await callFrom(world, MESSENGER, () => true);
    await ann.post(`/apps/webrtc/${id}/reject`);
    await until('the phone falls silent', () => ring.state === 'canceled');
    // Or gone already, with the message said.
    await until('the caller is out of the conference', async () => (await lineOf())?.conference == null);
    await world.restart(async () => {});
    const call = await callFrom(world, MESSENGER, (one) => one.voicemail_seconds !== null);
    expect(call.status).toBe('missed');
    expectSpeech(await soundOf(world, call.id));
    await callFrom(world, MESSENGER, (one) => one.ended_at !== null);
    await noLineIsLeft(world);
  });

  it('and says nothing leaves nothing', async () => {
    const world = await start();
    await world.db.update(profiles).set({ voicemail_greeting: 'Please speak.' });
    await world.callIn(MUTE, MAIN_LINE);
    const call = await callFrom(world, MUTE, (one) => one.ended_at !== null);
    expect(call).toMatchObject({ voicemail_seconds: null, voicemail_at: expect.any(Date) });
    await noLineIsLeft(world);
    expect(await world.db.select().from(recordings).where(eq(recordings.call_id, call.id))).toEqual([]);
  });
});
