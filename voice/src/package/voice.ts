import { isFinal } from '../calls/core/call.ts';
import { performControl } from '../lab/controls.ts';
import { readLines } from '../lab/lines.ts';
import { applyImpairment, impairmentSchema } from '../lab/network-impairment.ts';
import type { CallChange, CallStatus, Impairment, VerbStart, Voice, VoiceEvents } from './api.ts';
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
    waitForStatus: (callSid, status, timeoutMs = DEFAULT_WAIT_MS) =>
      waitFor(events, 'call', timeoutMs, {
        callSid,
        goal: status,
        isIt: (change) => change.status === status,
        isAlready: () => statusOf(callSid) === status,
        statusNow: () => statusOf(callSid),
      }),
    waitForVerb: (callSid, verb, timeoutMs = DEFAULT_WAIT_MS) =>
      waitFor(events, 'verb', timeoutMs, {
        callSid,
        goal: `at ${verb}`,
        isIt: (started) => started.verb === verb,
        isAlready: () => events.isRunning(callSid, verb),
        statusNow: () => statusOf(callSid),
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
  readonly callSid: string;
  /** As in "the call isn't ringing". */
  readonly goal: string;
  readonly isIt: (change: Change) => boolean;
  readonly isAlready: () => boolean;
  readonly statusNow: () => CallStatus | undefined;
}

/** Rejects as soon as it can't happen: the call is unknown or over. */
function waitFor<E extends 'call' | 'verb'>(
  events: Events,
  event: E,
  timeoutMs: number,
  { callSid, goal, isIt, isAlready, statusNow }: Expected<VoiceEvents[E]>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (failure: string | null): void => {
      clearTimeout(timer);
      for (const unsubscribe of subscriptions) unsubscribe();
      if (failure === null) resolve();
      else reject(new Error(failure));
    };
    const checkEnd = (status: CallStatus): void => {
      if (isFinal(status)) finish(`the call is over (${status}) and will not be ${goal}`);
    };
    const subscriptions = [
      events.on(event, (change) => {
        if (sidOf(change) === callSid && isIt(change)) finish(null);
      }),
      events.on('call', ({ sid, status }) => {
        if (sid === callSid) checkEnd(status);
      }),
    ];
    const timer = setTimeout(
      () => finish(`the call isn’t ${goal} after ${timeoutMs} ms; it is ${statusNow() ?? 'unknown'}`),
      timeoutMs,
    );
    // Events are delivered later than the store changes; listeners have them before the caller continues.
    setImmediate(() => {
      const status = statusNow();
      if (isAlready()) finish(null);
      else if (status === undefined) finish(`there is no call ${callSid}`);
      else checkEnd(status);
    });
  });
}

const sidOf = (change: CallChange | VerbStart): string => ('sid' in change ? change.sid : change.callSid);

function parseImpairment(given: Impairment) {
  const { callSid, identity, all, loss, delayMs, jitterMs, cutMs, signaling } = given;
  const parsed = impairmentSchema.safeParse({
    ...{ call_sid: callSid, identity, all, loss, signaling },
    ...{ delay_ms: delayMs, jitter_ms: jitterMs, cut_ms: cutMs },
  });
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}
