import { describe, expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import {
  dial,
  disconnected,
  type Happening,
  nav,
  outcomeOf,
  presence,
  run,
  signedInAs,
  talk,
  ticked,
  token,
} from '../sample-events.ts';
import { alertText } from '../screen/alerts.ts';

const agent = signedInAs();
const tokenFailed: PhoneEvent = { type: 'tokenFailed', purpose: 'register', at: 0 };
const registered: PhoneEvent = { type: 'deviceRegistered' };
const lost: PhoneEvent = { type: 'deviceUnregistered' };
const errored = (code: number): PhoneEvent => ({ type: 'deviceErrored', code, message: 'x', at: 5 });

test.each<[string, readonly Happening[], string, readonly string[]]>([
  ['a token registers the device', [agent, token], 'waiting', ['registerDevice']],
  [
    'a token that expires is fetched without the time',
    [agent, registered, 'tokenExpiring'],
    'waiting',
    ['fetchToken'],
  ],
  [
    'and handed to the device',
    [agent, registered, 'tokenExpiring', { ...token, purpose: 'update' } as PhoneEvent],
    'waiting',
    ['updateToken'],
  ],
  ['a token after Log out is dropped', [agent, 'logoutClicked', token], 'login', []],
  ['a failed token waits for the next occasion', [agent, tokenFailed], 'waiting', []],
  ['which the next tick is', [agent, tokenFailed, ticked], 'waiting', ['fetchToken']],
  ['once', [agent, tokenFailed, ticked, ticked], 'waiting', []],
  [
    'unregistered in waiting resets and fetches',
    [agent, registered, nav('history'), lost],
    'waiting',
    ['fetchToken'],
  ],
  [
    'unregistered while dialing resets and lets go',
    [agent, dial, lost],
    'waiting',
    ['fetchToken', 'disconnectLine'],
  ],
  ['unregistered in a call only fetches', [agent, registered, talk(), lost], 'oncall', ['fetchToken']],
  [
    'and resets when the call ends',
    [agent, registered, talk(), lost, disconnected()],
    'waiting',
    ['forgetStoredCall'],
  ],
  [
    'unless the device is back by then',
    [agent, registered, talk(), lost, registered, disconnected()],
    'disposition',
    ['forgetStoredCall'],
  ],
  ['an error 31205 fetches the token', [agent, errored(31205)], 'waiting', ['fetchToken']],
  ['20101 too', [agent, errored(20101)], 'waiting', ['fetchToken']],
  ['20104 too', [agent, errored(20104)], 'waiting', ['fetchToken']],
  ['not for account 781', [signedInAs({ account_id: 781 }), errored(31205)], 'waiting', []],
  ['31009 only goes to the list', [agent, errored(31009)], 'waiting', []],
  ['31005 too', [agent, errored(31005)], 'waiting', []],
  ['any other too', [agent, errored(99999)], 'waiting', []],
])('%s', (_sentence, events, view, last) => {
  expect(outcomeOf(events)).toEqual([view, last]);
});

test('the token query has the time but on expiry', () => {
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
  const came = (at: number): PhoneEvent => ({ type: 'tokenLoaded', token: 't', purpose: 'update', at });
  const failed = (at: number): PhoneEvent => ({ type: 'tokenFailed', purpose: 'update', at });
  const asks = (...events: readonly PhoneEvent[]) =>
    run([agent, came(0), registered, events]).last.filter(({ type }) => type === 'fetchToken');
  const renewal = [{ type: 'fetchToken', purpose: 'update' }];

  test.each<[string, readonly PhoneEvent[], readonly object[]]>([
    ['is left alone for half its life', [tick(5 * MINUTE - 1)], []],
    ['is renewed then', [tick(5 * MINUTE)], renewal],
    ['is renewed after a sleep', [tick(300 * MINUTE)], renewal],
    ['is asked for once', [tick(5 * MINUTE), tick(6 * MINUTE)], []],
    [
      'is asked for again when that failed',
      [tick(5 * MINUTE), failed(6 * MINUTE), tick(6 * MINUTE)],
      renewal,
    ],
    ['begins a new life when it came', [tick(5 * MINUTE), came(6 * MINUTE), tick(10 * MINUTE)], []],
    ['is left alone in a call', [...talk(), tick(9 * MINUTE - 1)], []],
    ['is renewed in a call when a minute is left', [...talk(), tick(9 * MINUTE)], renewal],
    ['is not renewed while the phone is open elsewhere', [presence({ phone: false }), tick(5 * MINUTE)], []],
  ])('%s', (_sentence, events, asked) => {
    expect(asks(...events)).toEqual(asked);
  });
});

test.each([31401, 31402])('%i alerts that the microphone cannot be accessed', (code) => {
  expect(alertText(run([agent, errored(code)]).state)).toBe(
    'Unable to access your microphone. Please check your browser permissions.',
  );
});

test('unregistered closes the panel', () => {
  const { view } = run([agent, registered, nav('history'), lost]).state.screen;
  expect(view).toMatchObject({ panel: null });
});

test('every device error is listed with its time, the last 200 of them', () => {
  const four = run([agent, errored(31009), errored(31401), errored(20104), errored(99999)]).state.line.errors;
  expect(four).toEqual([31009, 31401, 20104, 99999].map((code) => ({ at: 5, code, message: 'x' })));
  const many = run([agent, Array.from({ length: 250 }, (_, code) => errored(code))]).state.line.errors;
  expect(many).toHaveLength(200);
  expect(many.at(-1)?.code).toBe(249);
});
