import { describe, expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import {
  dial,
  disconnected,
  type EventInput,
  nav,
  presence,
  run,
  signedInAs,
  talk,
  ticked,
  token,
  viewAndEffects,
} from '../sample-events.ts';
import { alertText } from '../screen/ringing/alerts.ts';

const agent = signedInAs();
const tokenFailed: PhoneEvent = { type: 'tokenFailed', purpose: 'register', at: 0 };
const registered: PhoneEvent = { type: 'deviceRegistered' };
const lost: PhoneEvent = { type: 'deviceUnregistered' };
const errored = (code: number): PhoneEvent => ({ type: 'deviceErrored', code, message: 'x', at: 5 });

test.each<[string, readonly EventInput[], string, readonly string[]]>([
  ['a token registers the device', [agent, token], 'waiting', ['registerDevice']],
  [
    'an expiring token is fetched as an update',
    [agent, registered, 'tokenExpiring'],
    'waiting',
    ['fetchToken'],
  ],
  [
    'an updated token goes to the device',
    [agent, registered, 'tokenExpiring', { ...token, purpose: 'update' } as PhoneEvent],
    'waiting',
    ['updateToken'],
  ],
  ['a token that arrives after logout is dropped', [agent, 'logoutClicked', token], 'login', []],
  ["a failed token request isn't retried immediately", [agent, tokenFailed], 'waiting', []],
  [
    'a failed token request is retried at the next tick',
    [agent, tokenFailed, ticked],
    'waiting',
    ['fetchToken'],
  ],
  ['a failed token request is retried only once', [agent, tokenFailed, ticked, ticked], 'waiting', []],
  [
    'a device lost in the waiting view resets the view and fetches a token',
    [agent, registered, nav('history'), lost],
    'waiting',
    ['fetchToken'],
  ],
  [
    'a device lost while dialing resets the view and releases the call',
    [agent, dial, lost],
    'waiting',
    ['fetchToken', 'disconnectLine'],
  ],
  [
    'a device lost during a call only fetches a token',
    [agent, registered, talk(), lost],
    'oncall',
    ['fetchToken'],
  ],
  [
    'a device lost during a call resets the view when the call ends',
    [agent, registered, talk(), lost, disconnected()],
    'waiting',
    ['removeStoredCall'],
  ],
  [
    'a device that is back by the end of the call resets nothing',
    [agent, registered, talk(), lost, registered, disconnected()],
    'disposition',
    ['removeStoredCall'],
  ],
  ['error 31205 fetches a token', [agent, errored(31205)], 'waiting', ['fetchToken']],
  ['error 20101 fetches a token', [agent, errored(20101)], 'waiting', ['fetchToken']],
  ['error 20104 fetches a token', [agent, errored(20104)], 'waiting', ['fetchToken']],
  [
    'error 31205 fetches no token for account 781',
    [signedInAs({ account_id: 781 }), errored(31205)],
    'waiting',
    [],
  ],
  ['error 31009 is only listed', [agent, errored(31009)], 'waiting', []],
  ['error 31005 is only listed', [agent, errored(31005)], 'waiting', []],
  ['any other error is only listed', [agent, errored(99999)], 'waiting', []],
])('%s', (_sentence, events, view, last) => {
  expect(viewAndEffects(events)).toEqual([view, last]);
});

test('a token is requested to register the device, except to renew an expiring one', () => {
  const purposes = (events: readonly PhoneEvent[]) =>
    run(events).last.flatMap((effect) => (effect.type === 'fetchToken' ? [effect.purpose] : []));
  expect(purposes(agent.slice(0, 2))).toEqual(['register']);
  expect(purposes([...agent, { type: 'tokenExpiring' }])).toEqual(['update']);
  expect(purposes([...agent, errored(20104)])).toEqual(['register']);
  expect(purposes([...agent, registered, lost])).toEqual(['register']);
});

describe('a token', () => {
  const MINUTE = 60_000;
  const tick = (at: number): PhoneEvent => ({ type: 'presenceTicked', at });
  const loaded = (at: number): PhoneEvent => ({ type: 'tokenLoaded', token: 't', purpose: 'update', at });
  const failed = (at: number): PhoneEvent => ({ type: 'tokenFailed', purpose: 'update', at });
  const tokenRequests = (...events: readonly PhoneEvent[]) =>
    run([agent, loaded(0), registered, events]).last.filter(({ type }) => type === 'fetchToken');
  const renewal = [{ type: 'fetchToken', purpose: 'update' }];

  test.each<[string, readonly PhoneEvent[], readonly object[]]>([
    ["isn't renewed in the first half of its lifetime", [tick(5 * MINUTE - 1)], []],
    ['is renewed after half of its lifetime', [tick(5 * MINUTE)], renewal],
    ['is renewed after the machine slept', [tick(300 * MINUTE)], renewal],
    ['is requested once', [tick(5 * MINUTE), tick(6 * MINUTE)], []],
    ['is requested again after a failure', [tick(5 * MINUTE), failed(6 * MINUTE), tick(6 * MINUTE)], renewal],
    ['starts a new lifetime when it arrives', [tick(5 * MINUTE), loaded(6 * MINUTE), tick(10 * MINUTE)], []],
    ["isn't renewed during a call", [...talk(), tick(9 * MINUTE - 1)], []],
    ['is renewed during a call when one minute is left', [...talk(), tick(9 * MINUTE)], renewal],
    ["isn't renewed while the phone is open elsewhere", [presence({ phone: false }), tick(5 * MINUTE)], []],
  ])('%s', (_sentence, events, expected) => {
    expect(tokenRequests(...events)).toEqual(expected);
  });
});

test.each([31401, 31402])('error %i shows an alert about the microphone', (code) => {
  expect(alertText(run([agent, errored(code)]).state)).toBe(
    'Unable to access your microphone. Please check your browser permissions.',
  );
});

test('a lost device closes the panel', () => {
  const { view } = run([agent, registered, nav('history'), lost]).state.screen;
  expect(view).toMatchObject({ panel: null });
});

test('every device error is listed with its time, up to the last 200', () => {
  const four = run([agent, errored(31009), errored(31401), errored(20104), errored(99999)]).state.line.errors;
  expect(four).toEqual([31009, 31401, 20104, 99999].map((code) => ({ at: 5, code, message: 'x' })));
  const many = run([agent, Array.from({ length: 250 }, (_, code) => errored(code))]).state.line.errors;
  expect(many).toHaveLength(200);
  expect(many.at(-1)?.code).toBe(249);
});
