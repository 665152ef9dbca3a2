import { type Clock, elapsed } from '../../platform/process/clock.ts';

/** A client that reads slower gets part of the file, and its browser says so. */
const MAX_MS = 30 * 60_000;

/** @throws when the client takes too long, which ends its response early */
export async function* limitTime(chunks: AsyncGenerator<string>, clock: Clock): AsyncGenerator<string, void> {
  const began = elapsed(clock);
  for await (const chunk of chunks) {
    if (elapsed(clock) - began > MAX_MS) throw new Error('the client reads the file too slowly');
    yield chunk;
  }
}
