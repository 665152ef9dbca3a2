import { performControl } from '../lab/controls.ts';
import { readLines } from '../lab/lines.ts';
import { applyImpairment, impairmentSchema } from '../lab/network-impairment.ts';
import type { CallStatus, Impairment, Voice, VoiceEvents } from './api.ts';
import type { Events } from './events.ts';
import type { RunningPackage } from './start.ts';

const DIGITS = /^[0-9*#w]{1,100}$/;
const DEFAULT_WAIT_MS = 30_000;

export function createVoice(running: RunningPackage, events: Events): Voice {
  const { service, host, url, certificate, numbers, reset, stop } = running;
  const { lab } = service;
  const { accountSid, authToken, apiKey, apiSecret, applicationSid } = running;
  const requireCall = (sid: string): void => {
    if (!lab.exchange.find(sid)) throw new Error(`no running call ${sid}`);
  };
  const statusOf = (sid: string): CallStatus | undefined => lab.store.calls.get(sid)?.status;
  return {
    ...{ url, host, port: service.port, certificate, numbers },
    ...{ accountSid, authToken, apiKey, apiSecret, applicationSid },
    on: (event, listener) => events.on(event, listener),
    waitForStatus: (sid, status, timeoutMs = DEFAULT_WAIT_MS) =>
      waitFor(events, 'call', timeoutMs, {
        isIt: (change) => change.sid === sid && change.status === status,
        isAlready: () => statusOf(sid) === status,
        failure: () => `the call is ${statusOf(sid) ?? 'unknown'}, not ${status}, after ${timeoutMs} ms`,
      }),
    waitForVerb: (callSid, verb, timeoutMs = DEFAULT_WAIT_MS) =>
      waitFor(events, 'verb', timeoutMs, {
        isIt: (started) => started.callSid === callSid && started.verb === verb,
        isAlready: () => events.isRunning(callSid, verb),
        failure: () =>
          `the call isn’t at ${verb} after ${timeoutMs} ms; it is ${statusOf(callSid) ?? 'unknown'}`,
      }),
    call: async ({ from, to }) => {
      const placed = lab.carrier.placeInboundCall(from, to);
      if ('error' in placed) throw new Error(placed.error);
      return { callSid: placed.sid };
    },
    text: async ({ from, to, body }) => {
      const received = lab.texts.receive(from, to, body);
      if ('error' in received) throw new Error(received.error);
      return { messageSid: received.sid };
    },
    press: async (callSid, digits) => {
      requireCall(callSid);
      if (!DIGITS.test(digits)) throw new Error('digits are 1 to 100 of 0-9, *, # and w');
      await performControl(lab, { control: 'keys', call_sid: callSid, digits });
    },
    hangup: async (callSid) => {
      requireCall(callSid);
      lab.exchange.hangUp(callSid);
    },
    impair: async (impairment) => ({ affected: await applyImpairment(lab, parseImpairment(impairment)) }),
    lines: (tones = []) => readLines(lab, tones),
    reset,
    stop,
  };
}

interface Expected<Change> {
  readonly isIt: (change: Change) => boolean;
  readonly isAlready: () => boolean;
  readonly failure: () => string;
}

function waitFor<E extends keyof VoiceEvents>(
  events: Events,
  event: E,
  timeoutMs: number,
  { isIt, isAlready, failure }: Expected<VoiceEvents[E]>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      unsubscribe();
      settle();
    };
    const unsubscribe = events.on(event, (change) => {
      if (isIt(change)) finish(resolve);
    });
    const timer = setTimeout(() => finish(() => reject(new Error(failure()))), timeoutMs);
    // Events are delivered later than the store changes; listeners have them before the caller continues.
    setImmediate(() => {
      if (isAlready()) finish(resolve);
    });
  });
}

function parseImpairment(given: Impairment) {
  const { callSid, identity, all, loss, delayMs, jitterMs, cutMs, signaling } = given;
  const parsed = impairmentSchema.safeParse({
    ...{ call_sid: callSid, identity, all, loss, signaling },
    ...{ delay_ms: delayMs, jitter_ms: jitterMs, cut_ms: cutMs },
  });
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}
