/** The main thread sends the reports, so that a frozen page goes silent and isn't rung. */
import type { LeadQueue as Queue } from '@offhook/contract/leads/lead-queue';
import { FROZEN_AFTER_MS, PRESENCE_INTERVAL_MS, PRESENCE_LEASE_MS } from '@offhook/contract/limits';
import type { PresenceReport } from '../../core/effects.ts';
import type { LeadQueue, PhoneEvent } from '../../core/events.ts';
import { CLOCK_TICK_MS } from '../../core/session/clock.ts';
import type { Api } from './api.ts';

export type Presence = ReturnType<typeof createPresence>;

interface ReportOptions {
  readonly takeOver: boolean;
  /** Doesn't wait for the previous response. */
  readonly immediate?: true;
}

export interface Tick {
  readonly shouldReport: boolean;
  /** Milliseconds since the previous tick. */
  readonly sinceLastMs: number;
}

export interface PresenceOptions {
  readonly api: Api;
  readonly phoneId: string;
  readonly startClock: (onTick: (tick: Tick) => void) => () => void;
  readonly send: (event: PhoneEvent) => void;
  readonly now: () => number;
  readonly warn: (message: string, failure: unknown) => void;
}

/** Shorter than the report interval, so that a lost response doesn't delay the next report. */
const RESPONSE_TIMEOUT_MS = 3_500;

export function createPresence({ api, phoneId, startClock, send, now, warn }: PresenceOptions) {
  let stopClock: (() => void) | null = null;
  /** Responses to an abandoned series are ignored. */
  let series: symbol | null = null;
  /** Only the newest queued report is sent, but a takeover is never dropped. */
  let next: { readonly report: PresenceReport; readonly takeOver: boolean } | null = null;

  const bodyOf = (report: PresenceReport) => ({
    phone_id: phoneId,
    state: report.state,
    device: report.device,
    audio: report.audio,
    call_user_id: report.callUserId,
  });

  async function drain(): Promise<void> {
    const thisSeries = Symbol('reports');
    series = thisSeries;
    for (let current = next; current && stopClock; current = next) {
      next = null;
      const { report, takeOver } = current;
      const result = await api.request('reportPresence', {
        body: { ...bodyOf(report), ...(takeOver ? { take_over: true } : {}) },
        timeoutMs: RESPONSE_TIMEOUT_MS,
      });
      if (series !== thisSeries) return;
      if (!stopClock) break;
      if (result.ok)
        send({
          type: 'presenceResponded',
          phone: result.value.phone,
          resume: result.value.resume,
          registered: report.device === 'registered',
          queue: result.value.queue ? byThisClock(result.value.queue, now()) : null,
          status: result.value.status ?? null,
          wrapUp: result.value.wrap_up ?? null,
          onExternalPhone: result.value.on_external_phone ?? false,
          at: now(),
        });
      else if (result.code === 'notOffered') send({ type: 'presenceNotOffered' });
      else warn('The presence report failed.', result);
    }
    series = null;
  }

  return {
    start: () => {
      stopClock ??= startClock(({ shouldReport, sinceLastMs }) => {
        if (sinceLastMs > PRESENCE_LEASE_MS) send({ type: 'pageResumed' });
        const at = now();
        send({ type: 'clockTicked', at, wasSuspended: sinceLastMs > FROZEN_AFTER_MS });
        if (shouldReport) send({ type: 'presenceTicked', at });
      });
    },
    stop: () => {
      stopClock?.();
      stopClock = null;
      next = null;
    },
    report: (report: PresenceReport, { takeOver, immediate }: ReportOptions) => {
      next = { report, takeOver: takeOver || (next?.takeOver ?? false) };
      if (immediate || series === null) void drain();
    },
    leave: (report: PresenceReport) => {
      next = null;
      void api.request('reportPresence', { body: { ...bodyOf(report), leaving: true }, keepalive: true });
    },
  };
}

/** The server's clock may differ. */
function byThisClock(queue: Queue, at: number): LeadQueue {
  const toTime = (time: string | null) =>
    time === null ? null : at + Date.parse(time) - Date.parse(queue.at);
  return {
    at,
    waiting: queue.waiting,
    nextDueAt: toTime(queue.next_due_at),
    isAfterMissedRing: queue.after_missed_ring ?? false,
    offShiftUntil: toTime(queue.off_shift_until),
  };
}

const TICKS_PER_REPORT = PRESENCE_INTERVAL_MS / CLOCK_TICK_MS;

export function startWorkerClock(onTick: (tick: Tick) => void): () => void {
  const worker = new Worker(new URL('./presence-worker.ts', import.meta.url), { type: 'module' });
  let last = Date.now();
  let ticks = 0;
  worker.onmessage = () => {
    const now = Date.now();
    const sinceLastMs = now - last;
    last = now;
    ticks += 1;
    onTick({ shouldReport: ticks % TICKS_PER_REPORT === 0, sinceLastMs });
  };
  return () => worker.terminate();
}
