import { patient } from './patience.ts';

/** A poll is often a request, which costs 5 ms of CPU: the longer a wait takes, the rarer its polls are. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 150;

/** Polls until the value is there. */
export async function until<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  what: string,
  ms = patient(30_000),
): Promise<T> {
  const end = performance.now() + ms;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.4)) {
    const value = await look();
    if (value !== null && value !== undefined && value !== false) return value;
    if (performance.now() > end) throw new Error(`waited ${ms} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
