import { describe, expect, test } from 'vitest';
import { initialPhone, type PhoneState } from '../phone-state.ts';
import { countText } from '../phone-text.ts';
import {
  ACCEPTED_AT,
  callNow,
  disconnected,
  lead,
  presence,
  ring,
  run,
  signedInAs,
  talk,
} from '../sample-events.ts';
import { documentTitle } from '../screen/document-title.ts';
import { emptyWaiting } from '../screen/screen-state.ts';
import { toastText } from '../screen/status-line.ts';
import { isOnline, offline } from './offline.ts';
import { readiness } from './readiness.ts';

const permitted = signedInAs({ permissions: ['app-sms'] });

function after(events: Parameters<typeof run>[0], shown: Partial<PhoneState['reachability']>): PhoneState {
  const { state } = run([permitted, events]);
  return { ...state, reachability: { ...initialPhone.reachability, wasReady: true, ...shown } };
}

const lost = { offline: true, lostSince: 7 };

test.each<[string, Parameters<typeof run>[0], string]>([
  ['in the waiting view', [], 'Offline'],
  ["in a call, with the lead's name", talk(), 'Offline – Roof quote'],
  ['in the result view', [...talk(), disconnected()], 'Offline'],
  ['but not during a ring', ring(), 'Incoming Lead! – Roof quote'],
])('the title says Offline %s', (_where, events, title) => {
  expect(documentTitle(after(events, lost))).toBe(title);
});

test('a call continues while it is audible', () => {
  const talking = after(talk(), lost);
  expect(offline(talking)).toEqual({ since: 7, callContinues: true });
  expect(isOnline(talking)).toBe(false);
  const { screen } = talking;
  if (screen.view.name !== 'oncall') throw new Error('The view is not a call.');
  const silent = { ...screen.view, sound: { ...screen.view.sound, trouble: 'notHearing' as const } };
  expect(offline({ ...talking, screen: { ...screen, view: silent } })?.callContinues).toBe(false);
  expect(offline(after(ring(), lost))?.callContinues).toBe(false);
});

describe('the phone in the waiting view', () => {
  const base = after([], {});
  const { session, audio } = base;
  if (session.name !== 'agent') throw new Error('No user is signed in.');
  const elsewhere = { ...session, place: 'elsewhere' as const };
  test.each<[string, PhoneState, object | null]>([
    ['is ready', base, { name: 'ready' }],
    ['is connecting', after([], { wasReady: false }), { name: 'starting' }],
    ['is offline', after([], lost), { name: 'offline', since: 7 }],
    ['is open elsewhere', { ...base, session: elsewhere }, { name: 'elsewhere' }],
    ['has a locked ring', { ...base, audio: { ...audio, lock: 'locked' } }, { name: 'locked' }],
    [
      'has a locked ring, even while connecting',
      { ...after([], { wasReady: false }), audio: { ...audio, lock: 'locked' } },
      { name: 'locked' },
    ],
    [
      'has a call on the external phone',
      after([presence({ onExternalPhone: true })], {}),
      { name: 'onExternalPhone' },
    ],
    [
      'is ready after a call on the external phone',
      after([presence({ onExternalPhone: true }), presence()], {}),
      { name: 'ready' },
    ],
    ['has no microphone', { ...base, audio: { ...audio, microphoneDenied: true } }, { name: 'noMicrophone' }],
    ['shows no readiness while a call is being placed', after([callNow], {}), null],
    ['shows no readiness during a call', after(talk(), {}), null],
  ])('%s', (_what, state, expected) => {
    expect(readiness(state)).toEqual(expected);
  });
});

test('the toast about a taken call takes precedence over the one about being back online', () => {
  const back = after([], { backOnlineTicksLeft: 3 });
  expect(toastText(back)).toBe('You’re back online');
  const view = { ...emptyWaiting, lead, notice: 'Taken by Sam' };
  expect(toastText({ ...back, screen: { ...back.screen, view } })).toBe('Taken by Sam');
  expect(toastText(after([], {}))).toBeNull();
});

test.each([
  [14_900, '0:14'],
  [725_000, '12:05'],
  [3_725_000, '1:02:05'],
  [-5, '0:00'],
])('%i ms are shown as %s', (ms, text) => {
  expect(countText(ACCEPTED_AT, ACCEPTED_AT + ms)).toBe(text);
});
