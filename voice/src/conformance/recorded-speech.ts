import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseWav } from '../media/core/audio/wav.ts';
import { until } from '../testing/until.ts';
import type { World } from './world.ts';

/** Samples from the middle of a sound file, as they appear in a recording. */
function excerpt(name: string): Buffer {
  const reading = parseWav(readFileSync(fileURLToPath(new URL(`../../assets/${name}.wav`, import.meta.url))));
  if (!reading.ok) throw new Error(reading.error);
  const samples = reading.samples.subarray(4_000, 4_400);
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

export async function waitForSpeech(world: World, callSid: string, name: string): Promise<void> {
  const sound = excerpt(name);
  await until(async () => {
    const [recording] = await world.client.recordings.list({ callSid });
    const response = await world.fetch(`/Recordings/${recording?.sid}`);
    return Buffer.from(await response.arrayBuffer()).includes(sound);
  }, `${name} in the recording`);
}
