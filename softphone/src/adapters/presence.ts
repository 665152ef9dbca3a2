/**
 * Tells the server what this page's phone does: at every change, and at every tick of a worker's clock. The page's
 * main thread sends the request, so that a frozen or blocked page goes silent and is not rung.
 */
import { PRESENCE_LEASE_MS } from '@offhook/contract/limits';
import type { PresenceReport } from '../core/effects.ts';
import type { PhoneEvent } from '../core/events.ts';
import type { Api } from './api.ts';

export interface Presence {
  readonly start: () => void;
  readonly stop: () => void;
  readonly report: (report: PresenceReport, takeOver: boolean) => void;
  /** Says that this page goes; sent even though the page is gone. */
  readonly leave: (report: PresenceReport) => void;
}

export interface PresenceOptions {
  readonly api: Api;
  /** One per page load. */
  readonly phoneId: string;
  /** Starts a clock and returns how to stop it. `late`: it stood still for longer than a lease lasts. */
  readonly startClock: (tick: (late: boolean) => void) => () => void;
  readonly send: (event: PhoneEvent) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly warn: (message: string, failure: unknown) => void;
}

/** Shorter than the pace of the ticks, so that one lost answer does not hold the next report back. */
const ANSWER_TIMEOUT_MS = 3_500;

export function createPresence({ api, phoneId, startClock, send, now, warn }: PresenceOptions): Presence {
  let stopClock: (() => void) | null = null;
  let underWay = false;
  /** Reports go one after the other; of those that wait only the newest counts, and a take-over is never dropped. */
  let next: { readonly report: PresenceReport; readonly takeOver: boolean } | null = null;

  const bodyOf = (report: PresenceReport) => ({
    phone_id: phoneId,
    state: report.state,
    device: report.device,
    audio: report.audio,
    call_user_id: report.callUserId,
  });

  async function drain(): Promise<void> {
    if (underWay) return;
    underWay = true;
    for (let current = next; current && stopClock; current = next) {
      next = null;
      const { report, takeOver } = current;
      const result = await api.ask('reportPresence', {
        body: { ...bodyOf(report), ...(takeOver ? { take_over: true } : {}) },
        timeoutMs: ANSWER_TIMEOUT_MS,
      });
      if (!stopClock) break;
      if (result.ok)
        send({
          type: 'presenceAnswered',
          phone: result.value.phone,
          resume: result.value.resume,
          registered: report.device === 'registered',
        });
      else if (result.notOffered) send({ type: 'presenceNotOffered' });
      else warn('The phone could not be reported.', result);
    }
    underWay = false;
  }

  return {
    start: () => {
      stopClock ??= startClock((late) => {
        if (late) send({ type: 'pageAwoke' });
        send({ type: 'presenceTicked', at: now() });
      });
    },
    stop: () => {
      stopClock?.();
      stopClock = null;
      next = null;
    },
    report: (report, takeOver) => {
      next = { report, takeOver: takeOver || (next?.takeOver ?? false) };
      void drain();
    },
    leave: (report) => {
      next = null;
      void api.ask('reportPresence', { body: { ...bodyOf(report), leaving: true }, keepalive: true });
    },
  };
}

/** Ticks of a worker of its own. */
export function startWorkerClock(tick: (late: boolean) => void): () => void {
  const worker = new Worker(new URL('./presence-worker.ts', import.meta.url), { type: 'module' });
  let last = Date.now();
  worker.onmessage = () => {
    const now = Date.now();
    const late = now - last > PRESENCE_LEASE_MS;
    last = now;
    tick(late);
  };
  return () => worker.terminate();
}
