import { expect, test } from 'vitest';
import type { ExchangePort } from '../calls/exchange-port.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { Recording } from '../store/schemas.ts';
import type { Source } from './core/program.ts';
import type { Record as RecordVerb } from './core/verbs.ts';
import { recordVerb } from './record-verb.ts';

const verb: RecordVerb = {
  verb: 'record',
  action: 'http://account/done',
  method: 'POST',
  maxSeconds: 3_600,
  timeoutSeconds: 5,
  finishOnKeys: '#',
  beep: false,
  trim: true,
  callback: null,
};

function runRecordVerb(options: Partial<RecordVerb> = {}) {
  let resolve: (finished: Recording) => void = () => {};
  const promise = new Promise<Recording>((done) => {
    resolve = done;
  });
  const recording = { sid: 'RE1', status: 'completed', durationMs: 3_000 } as Recording;
  const callbacks: unknown[] = [];
  const next: (Source | null)[] = [];
  const exchange = {
    accountSid: 'AC1',
    publicApi: 'http://voice',
    callbacks: { send: (target: { url: string }, params: unknown) => callbacks.push([target.url, params]) },
    voiceActivity: { watch: () => () => {} },
    recordings: { start: () => recording, stop: () => promise },
  } as unknown as ExchangePort;
  const live = {
    leg: 'CA1',
    party: {},
    onKey: null,
    call: { sid: 'CA1', status: 'in-progress', from: '+1', to: '+2', direction: 'inbound' },
  } as unknown as LiveCall;
  const stop = recordVerb(exchange, live, { ...verb, ...options }, (source) => next.push(source));
  return {
    callbacks,
    next,
    press: (key: string) => live.onKey?.(key),
    hangUp: () => {
      live.call = { ...live.call, status: 'completed' };
      stop();
    },
    redirect: stop,
    processed: async () => {
      resolve(recording);
      await promise;
      await new Promise(setImmediate);
    },
  };
}

const digits = (key: string) => expect.arrayContaining([['Digits', key]]);

test('the call continues at the action URL once the recording is processed', async () => {
  const call = runRecordVerb();
  call.press('#');
  expect(call.next).toEqual([]);
  await call.processed();
  expect(call.next).toEqual([{ kind: 'url', url: verb.action, method: 'POST', params: digits('#') }]);
  expect(call.callbacks).toEqual([]);
});

test('a caller who hangs up ends the recording, and the action URL is requested', async () => {
  const call = runRecordVerb();
  call.hangUp();
  await call.processed();
  expect(call.callbacks).toEqual([[verb.action, digits('hangup')]]);
  expect(call.next).toEqual([]);
});

test('the action URL is still requested when the caller hangs up while the recording is being processed', async () => {
  const call = runRecordVerb();
  call.press('#');
  call.hangUp();
  await call.processed();
  expect(call.callbacks).toEqual([[verb.action, digits('#')]]);
  expect(call.next).toEqual([]);
});

test('a call redirected before or while its recording is processed does not request the action URL', async () => {
  for (const key of ['', '#']) {
    const call = runRecordVerb();
    call.press(key);
    call.redirect();
    await call.processed();
    expect({ callbacks: call.callbacks, next: call.next }).toEqual({ callbacks: [], next: [] });
  }
});

test('without an action URL the next verb runs, and no request is made', async () => {
  const call = runRecordVerb({ action: null });
  call.press('#');
  await call.processed();
  expect({ callbacks: call.callbacks, next: call.next }).toEqual({ callbacks: [], next: [null] });
});
