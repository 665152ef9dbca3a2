import { expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import { disconnected, type EventInput, effectTypes, ring, run, signedInAs } from '../sample-events.ts';
import { alertText } from '../screen/ringing/alerts.ts';
import { viewName } from '../screen/view-name.ts';
import { type DeviceErrorReaction, deviceError } from './device-errors.ts';

const MICROPHONE = 'Unable to access your microphone. Please check your browser permissions.';
const errored = (code: number): PhoneEvent => ({ type: 'deviceErrored', code, message: 'm', at: 5 });

test.each<[number, DeviceErrorReaction, string, readonly string[], string | null]>([
  [31009, 'onlyListed', 'network', [], null],
  [31005, 'onlyListed', 'network', [], null],
  [31401, 'microphoneAlert', 'microphone', [], MICROPHONE],
  [31402, 'microphoneAlert', 'microphone', [], MICROPHONE],
  [31205, 'tokenAgain', 'account', ['fetchToken'], null],
  [20101, 'tokenAgain', 'account', ['fetchToken'], null],
  [20104, 'tokenAgain', 'account', ['fetchToken'], null],
  [31000, 'onlyListed', 'other', [], null],
  [0, 'onlyListed', 'other', [], null],
])('error %i causes the reaction %s', (code, reaction, category, expectedEffects, alert) => {
  expect(deviceError(code)).toEqual({ category, reaction });
  const { state, last } = run([signedInAs(), errored(code)]);
  expect(effectTypes(last)).toEqual(expectedEffects);
  expect(alertText(state)).toBe(alert);
  expect(viewName(state)).toBe('waiting');
  expect(state.line.errors).toEqual([{ code, message: 'm', at: 5 }]);
});

test.each([31401, 31402])(
  'a microphone that fails with %i while a ring is accepted ends the call',
  (code) => {
    const accepting: EventInput = [signedInAs(), ring(), 'acceptClicked'];
    const { last } = run([accepting, errored(code)]);
    expect(last).toContainEqual({ type: 'hangUpCall', callId: 55 });
    const { state } = run([accepting, errored(code), disconnected()]);
    expect(alertText(state)).toBe(MICROPHONE);
    expect(state.line.call).toBeNull();
  },
);

test.each([31205, 20101, 20104])(
  'on error %i, the phone fetches one token to register the device again',
  (code) => {
    const { last } = run([signedInAs(), errored(code)]);
    expect(last.filter(({ type }) => type === 'fetchToken')).toEqual([
      { type: 'fetchToken', purpose: 'register' },
    ]);
  },
);

test.each([31205, 20101, 20104])(
  'an account that keeps its token lists error %i without fetching a new one',
  (code) => {
    const { state, last } = run([signedInAs({ account_id: 781 }), errored(code)]);
    expect(effectTypes(last)).toEqual([]);
    expect(state.line.errors).toHaveLength(1);
  },
);
