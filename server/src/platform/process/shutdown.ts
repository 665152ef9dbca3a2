//     serving ──signal──▶ notice ──notice is over──▶ draining ──all done──▶ exit 0
//                                                       └──timeout──▶ exit 1
// Notice: no longer ready but still serving, so that load balancers can react. Draining: no new requests; current
// ones are answered, and claimed work is finished or released to other processes.
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export const STOP_NEW_CALLS = 'stop beginning calls';

export interface ShutdownSteps {
  /** Called before the shutdown, so that the current calls can end. */
  readonly stopNewCalls: () => void;
  /** Reports immediately that the server isn't ready. */
  readonly startNotice: () => void;
  readonly closeRequests: () => Promise<void>;
  readonly cutRequests: () => void;
  readonly stopWork: (limitMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ShutdownLimits {
  readonly drainMs: number;
  readonly noticeMs: number;
}

/** Share of the remaining time that requests must leave for releasing work. */
const WORK_SHARE = 0.5;
const MAX_WORK_MS = 5_000;
const CLOSING_MS = 100;

/** @param skipNotice aborted to end the notice early, when no client is left to notify */
export async function shutDown(
  steps: ShutdownSteps,
  limits: ShutdownLimits,
  skipNotice: AbortSignal,
): Promise<void> {
  const end = performance.now() + limits.drainMs;
  const left = () => Math.max(0, end - performance.now());
  steps.startNotice();
  if (limits.noticeMs > 0)
    await delay(limits.noticeMs, undefined, { signal: skipNotice }).catch(() => undefined);
  const workMs = Math.min(MAX_WORK_MS, left() * WORK_SHARE);
  await within(steps.closeRequests(), left() - workMs, steps.cutRequests);
  await steps.stopWork(Math.max(0, left() - CLOSING_MS));
  await steps.close();
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

/** Shuts down on a signal, on the supervisor's request, or when the supervisor's pipe closes. */
export function shutDownOnRequest(log: Logger): {
  setSteps(steps: ShutdownSteps, limits: ShutdownLimits): void;
} {
  let known: { readonly steps: ShutdownSteps; readonly limits: ShutdownLimits } | null = null;
  let isEnding = false;
  const skipNotice = new AbortController();
  const end = (why: string) => {
    if (isEnding) return;
    isEnding = true;
    log.info({ why }, 'stopping');
    // Nothing to shut down yet: everything the database acknowledged is on disk.
    if (known === null) process.exit(0);
    const { steps, limits } = known;
    setTimeout(() => {
      log.warn('shutdown timed out');
      process.exit(1);
    }, limits.drainMs).unref();
    shutDown(steps, limits, skipNotice.signal).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  // Ctrl-C reaches the whole process group; the supervisor decides when its server stops.
  const isChild = process.env['OFFHOOK_CHILD'] === '1';
  process.on('SIGINT', () => isChild || end('SIGINT'));
  let acceptsNewCalls = true;
  if (isChild) {
    createInterface({ input: process.stdin }).on('line', (line) => {
      if (line !== STOP_NEW_CALLS) return;
      acceptsNewCalls = false;
      log.info('no longer accepting new calls');
      known?.steps.stopNewCalls();
    });
    process.stdin.on('end', () => {
      skipNotice.abort();
      end('supervisor exited');
    });
  }
  return {
    setSteps(steps, limits) {
      known = { steps, limits };
      if (!acceptsNewCalls) steps.stopNewCalls();
    },
  };
}
