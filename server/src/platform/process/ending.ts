/**
 * The end of the server: asked for once, whoever asks, and bounded.
 *
 *     serving ──asked──▶ noticed ──notice is over──▶ draining ──all is done──▶ ended (0)
 *                                                        └──time is over──▶ ended (1)
 *
 * Noticed: not ready any more, and serving as before, so that balancers have time to see it. Draining: no new request;
 * those under way are answered, and what this process had taken of the common work is done or given to the others.
 */
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** What a supervisor writes to the stdin of its server, in a line of its own. */
export const STOP_BEGINNING = 'stop beginning calls';

/** How the end goes; each step is given what time it has, in ms. */
export interface Winding {
  /** Asked for before the end: no call begins any more, so that there is an end of those that run. */
  readonly stopBeginning: () => void;
  /** At once: who asks is told that this server takes no more. */
  readonly notice: () => void;
  /** No new requests; resolves when the last is answered. */
  readonly closeRequests: () => Promise<void>;
  /** Cuts what is still connected. */
  readonly cutRequests: () => void;
  readonly stopWork: (limitMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Limits {
  /** From the order to the end. */
  readonly drainMs: number;
  /** Part of it. */
  readonly noticeMs: number;
}

/** Of what is left when the notice is over, requests may have all but this part: work has to be given back. */
const WORK_SHARE = 0.5;
const MOST_FOR_WORK_MS = 5_000;
/** To close the connections to the database. */
const CLOSING_MS = 100;

/** @param hurry nobody is there any more who could notice */
export async function windDown(winding: Winding, limits: Limits, hurry: AbortSignal): Promise<void> {
  const end = performance.now() + limits.drainMs;
  const left = () => Math.max(0, end - performance.now());
  winding.notice();
  if (limits.noticeMs > 0) await delay(limits.noticeMs, undefined, { signal: hurry }).catch(() => undefined);
  const forWork = Math.min(MOST_FOR_WORK_MS, left() * WORK_SHARE);
  await within(winding.closeRequests(), left() - forWork, winding.cutRequests);
  await winding.stopWork(Math.max(0, left() - CLOSING_MS));
  await winding.close();
}

async function within(work: Promise<void>, limitMs: number, otherwise: () => void): Promise<void> {
  const waiting = new AbortController();
  const late = delay(Math.max(0, limitMs), 'late' as const, { signal: waiting.signal }).catch(
    () => 'late' as const,
  );
  const first = await Promise.race([work, late]);
  waiting.abort();
  if (first === 'late') otherwise();
}

/** Ends once, whoever asks: a signal, the supervisor, or its pipe when it died. */
export function endWhenAsked(log: Logger): { windWith(winding: Winding, limits: Limits): void } {
  let known: { readonly winding: Winding; readonly limits: Limits } | null = null;
  let isEnding = false;
  const hurry = new AbortController();
  const end = (why: string) => {
    if (isEnding) return;
    isEnding = true;
    log.info({ why }, 'stopping');
    // Before the start is complete there is nothing to wind up: what the database has acknowledged is on the disk.
    if (known === null) process.exit(0);
    const { winding, limits } = known;
    setTimeout(() => {
      log.warn('the time for the end is over');
      process.exit(1);
    }, limits.drainMs).unref();
    windDown(winding, limits, hurry.signal).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  // Ctrl-C reaches the whole group: a supervisor decides when its server ends.
  const isChild = process.env['OFFHOOK_CHILD'] === '1';
  process.on('SIGINT', () => isChild || end('SIGINT'));
  let isToBegin = true;
  if (isChild) {
    createInterface({ input: process.stdin }).on('line', (line) => {
      if (line !== STOP_BEGINNING) return;
      isToBegin = false;
      log.info('no call begins any more');
      known?.winding.stopBeginning();
    });
    process.stdin.on('end', () => {
      hurry.abort();
      end('the supervisor is gone');
    });
  }
  return {
    windWith(winding, limits) {
      known = { winding, limits };
      if (!isToBegin) winding.stopBeginning();
    },
  };
}
