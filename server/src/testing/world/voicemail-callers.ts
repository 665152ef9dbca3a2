import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { calls, recordings } from '../../platform/database/schema.ts';
import type { VoiceWorld } from './voice-world.ts';
import { until } from './world.ts';

export const MAIN_LINE = '+14155550199';
/** A simulated party that speaks at the voicemail prompt and hangs up. */
export const VOICEMAIL_CALLER = '+14155550128';

export const waitForCallFrom = (
  world: VoiceWorld,
  from: string,
  matches: (call: typeof calls.$inferSelect) => boolean,
) =>
  until(
    `the call from ${from}`,
    async () => {
      const [call] = await world.db.select().from(calls).where(eq(calls.phone_number, from));
      return call && matches(call) ? call : null;
    },
    90_000,
  );

export async function readVoicemail(world: VoiceWorld, callId: number): Promise<Buffer> {
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

export function expectSpeech(wav: Buffer) {
  expect(wav.readUInt16LE(22)).toBe(1);
  let sum = 0;
  for (let at = 44; at + 1 < wav.length; at += 2) sum += (wav.readInt16LE(at) / 32_768) ** 2;
  expect(Math.sqrt(sum / ((wav.length - 44) / 2))).toBeGreaterThan(0.02);
}
