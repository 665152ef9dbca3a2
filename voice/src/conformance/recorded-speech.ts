import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseWav } from '../media/core/audio/wav.ts';
import { until } from '../testing/until.ts';
import type { World } from './world.ts';

/** A piece out of the middle of a sound of the pretend network, as a recording holds it. */
function piece(name: string): Buffer {
  const reading = parseWav(readFileSync(fileURLToPath(new URL(`../../assets/${name}.wav`, import.meta.url))));
  if (!reading.ok) throw new Error(reading.error);
  const samples = reading.samples.subarray(4_000, 4_400);
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Waits until that sound is in the call's recording. */
export async function says(world: World, callSid: string, name: string): Promise<void> {
  const sound = piece(name);
  await until(async () => {
    const [recording] = await world.client.recordings.list({ callSid });
    const answer = await world.ask(`/Recordings/${recording?.sid}`);
    return Buffer.from(await answer.arrayBuffer()).includes(sound);
  }, `${name} to be heard`);
}
