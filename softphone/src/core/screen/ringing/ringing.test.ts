import { expect, test } from 'vitest';
import { defaultSettings } from '../../audio/audio-state.ts';
import type { PhoneEvent } from '../../events.ts';
import { card } from '../../lists/card.ts';
import {
  CALL_USER,
  callNow,
  cancelled,
  disconnected,
  type EventInput,
  effectTypes,
  KEY,
  lookedUp,
  offered,
  presence,
  ring,
  run,
  signedInAs,
  talk,
  viewAndEffects,
  withdrawn,
} from '../../sample-events.ts';
import { answerLabel, callTitle } from '../call-titles.ts';
import { statusLine } from '../status-line.ts';
import { conversationOf, title, viewName } from '../view-name.ts';
import { alertText } from './alerts.ts';

const agent = signedInAs();
const second: PhoneEvent = { type: 'callIncoming', callKey: 'incoming-2', callUserId: 99 };
const twin: PhoneEvent = { type: 'callIncoming', callKey: 'incoming-2', callUserId: CALL_USER };
const older: PhoneEvent = { type: 'callIncoming', callKey: 'incoming-2', callUserId: 5 };
const secondLookedUp: PhoneEvent = { ...lookedUp({ id: 56 }), callKey: 'incoming-2' } as PhoneEvent;
const inbound = { direction: 'inbound', type: 'inbound' } as const;
const unnamed = { name: null, phone_number_formatted: '(415) 555-0199', account_id: 100 };
const failed: PhoneEvent = { type: 'lineFailed', callKey: KEY, code: 31000, message: 'x', at: 1 };

test.each<[string, readonly EventInput[], string, readonly string[]]>([
  ['a ring is looked up before it is shown', [offered], 'waiting', ['lookUpCall']],
  ['a looked-up ring is shown', [ring()], 'ringing', ['notifyIncoming', 'startRing']],
  [
    'a failed lookup rejects the device call',
    [offered, { type: 'callUserFailed', callKey: KEY }],
    'waiting',
    ['rejectLine'],
  ],
  ['a caller who hangs up during the lookup leaves nothing behind', [offered, cancelled()], 'waiting', []],
  ['a late lookup of a cancelled ring is ignored', [offered, cancelled(), lookedUp()], 'waiting', []],
  [
    "a ring that was withdrawn during the lookup doesn't ring",
    [offered, lookedUp({}, { status: 'withdrawn', taken_by: 'Sam' })],
    'waiting',
    ['startNoticeTimer', 'ignoreLine'],
  ],
  ['Accept accepts the device call', [ring(), 'acceptClicked'], 'oncall', ['acceptLine', 'stopRing']],
  ['a second click on Accept does nothing', [ring(), 'acceptClicked', 'acceptClicked'], 'oncall', []],
  [
    'Ignore sends a reject request, rejects the device call and resets',
    [ring(), 'ignoreClicked'],
    'waiting',
    ['rejectCall', 'rejectLine', 'stopRing'],
  ],
  [
    "Ignore does nothing once the call isn't pending",
    [ring(), { type: 'lineStatusChanged', callKey: KEY, status: 'reconnecting' }, 'ignoreClicked'],
    'ringing',
    [],
  ],
  ['a cancelled ring resets without a reject request', [ring(), cancelled()], 'waiting', ['stopRing']],
  ['an error resets', [ring(), failed], 'waiting', ['stopRing']],
  [
    'a withdrawn ring resets and stops ringing',
    [ring(), withdrawn('Sam')],
    'waiting',
    ['startNoticeTimer', 'ignoreLine', 'stopRing'],
  ],
  ['the withdrawal of another ring changes nothing', [ring(), withdrawn('Sam', 5)], 'ringing', []],
  [
    'a ring replaces Thank you',
    [talk({ direction: 'inbound' }), disconnected({ at: 9_000_000 }), second, secondLookedUp],
    'ringing',
    ['notifyIncoming', 'startRing'],
  ],
  [
    'a newer ring replaces the one whose end arrives later',
    [ring(), second],
    'waiting',
    ['ignoreLine', 'lookUpCall', 'stopRing'],
  ],
  ['a newer ring is shown', [ring(), second, secondLookedUp], 'ringing', ['notifyIncoming', 'startRing']],
  [
    'the late end of the replaced ring changes nothing',
    [ring(), second, secondLookedUp, withdrawn('Sam'), cancelled()],
    'ringing',
    [],
  ],
  ['a newer ring replaces one that is looked up', [offered, second], 'waiting', ['ignoreLine', 'lookUpCall']],
  ['a ring that arrives twice is shown once', [ring(), twin], 'ringing', ['ignoreLine']],
  ['a ring that arrives twice is looked up once', [offered, twin], 'waiting', ['ignoreLine']],
  ["a ring that arrives again after Accept doesn't end the call", [talk(), twin], 'oncall', ['ignoreLine']],
  ['a ring that arrives after a newer one is left to the server', [ring(), older], 'ringing', ['ignoreLine']],
  ['a second ring in a call is looked up to be rejected', [talk(), second], 'oncall', ['lookUpCall']],
  [
    'only the second ring is rejected',
    [talk(), second, secondLookedUp],
    'oncall',
    ['rejectCall', 'rejectLine'],
  ],
  [
    "a cancelled second ring isn't rejected",
    [talk(), second, cancelled('incoming-2'), secondLookedUp],
    'oncall',
    [],
  ],
  ['a ring while a call is being placed is rejected', [callNow, second], 'waiting', ['lookUpCall']],
])('%s', (_sentence, events, view, last) => {
  expect(viewAndEffects([agent, events])).toEqual([view, last]);
});

test('a reject request names the call, not the call user', () => {
  const { last } = run([agent, ring({ id: 55 }), 'ignoreClicked']);
  expect(last).toContainEqual({ type: 'rejectCall', callId: 55 });
});

test.each<[string, Parameters<typeof ring>, number, string, string]>([
  ['inbound', [inbound], 100, 'Main line', 'Accept'],
  ['inbound for account 9420', [inbound], 9420, 'Main line (415) 555-0199', 'Accept'],
  ['inbound on a number without a name', [{ ...inbound, number: unnamed }], 100, '(415) 555-0199', 'Accept'],
  ['transfer', [{ type: 'transfer' }], 100, 'Incoming Transfer!', 'Accept'],
  [
    'transfer of an inbound call',
    [{ type: 'transfer', direction: 'inbound' }],
    100,
    'Incoming Transfer!',
    'Accept',
  ],
  ['conference', [{ type: 'conference' }], 100, 'Incoming Conference!', 'Call'],
  [
    'inbound conference',
    [{ type: 'conference', direction: 'inbound' }],
    100,
    'Incoming Conference!',
    'Accept',
  ],
  ['lead', [{ type: 'lead' }], 100, 'Incoming Lead!', 'Call'],
  ['listen', [{ type: 'listen' }], 100, 'Incoming Lead!', 'Call'],
])('a ring (%s) has the right title and button', (_kind, [call], accountId, expected, label) => {
  const { state } = run([signedInAs({ account_id: accountId }), ring(call)]);
  const conversation = conversationOf(state);
  expect(title(state)).toBe(expected);
  expect(conversation && callTitle(conversation, accountId)).toBe(expected);
  expect(conversation && answerLabel(conversation)).toBe(label);
});

test("a conference shows 'Conference' as the lead's name", () => {
  expect(card(run([agent, ring({ type: 'conference' })]).state).name).toBe('Conference');
});

test.each<
  [
    string,
    {
      account?: number;
      permissions?: string[];
      profile?: number;
      autoaccept?: boolean;
      resume?: boolean;
      switched?: boolean;
    },
    boolean,
  ]
>([
  ['an ordinary account', {}, false],
  ['account 10787', { account: 10787 }, true],
  ['account 3998', { account: 3998 }, true],
  ['a response with autoaccept', { autoaccept: true }, true],
  ['the switch with the permission', { switched: true, permissions: ['app-autoaccept'] }, true],
  ['the switch without the permission', { switched: true }, false],
  ['a call from before a reload', { resume: true }, true],
  ['profile 7703 on account 10787', { account: 10787, profile: 7703 }, false],
  ['profile 7703 with autoaccept', { autoaccept: true, profile: 7703 }, false],
  ['profile 7703 on a resume', { resume: true, profile: 7703 }, false],
])('automatic acceptance: %s', (_sentence, given, expected) => {
  const settings = { ...defaultSettings, autoAccept: given.switched ?? false };
  const { state, last } = run([
    signedInAs({ account_id: given.account ?? 100, permissions: given.permissions ?? [] }),
    { type: 'settingsLoaded', settings },
    presence({ resume: given.resume ? 55 : null }),
    ring({ profile_id: given.profile ?? 1 }, { autoaccept: given.autoaccept ?? false }),
  ]);
  expect(viewName(state)).toBe(expected ? 'oncall' : 'ringing');
  // The notification of an automatically accepted call closes as if its ring had ended.
  expect(effectTypes(last)).toEqual(
    expected ? ['notifyIncoming', 'acceptLine', 'stopRing'] : ['notifyIncoming', 'startRing'],
  );
});

test("'Taken by {name}' is shown for a while, and nothing is shown if the caller hung up", () => {
  const taken = run([agent, ring(), withdrawn('Sam Seller')]).state;
  expect(statusLine(taken)).toEqual({ name: 'text', text: 'Taken by Sam Seller' });
  expect(statusLine(run([agent, ring(), withdrawn('Sam'), 'noticeTimedOut']).state)).toBeNull();
  expect(statusLine(run([agent, ring(), withdrawn(null)]).state)).toBeNull();
});

test("'Taken by {name}' is also shown if the ring was cancelled first", () => {
  const late = run([agent, ring(), cancelled(), withdrawn('Sam Seller')]).state;
  expect(statusLine(late)).toEqual({ name: 'text', text: 'Taken by Sam Seller' });
  expect(statusLine(run([agent, ring(), cancelled()]).state)).toBeNull();
});

test("an error on the ringing call alerts 'Connection error code 8'", () => {
  const { state } = run([agent, ring(), failed]);
  expect(alertText(state)).toBe('Connection error code 8');
  expect(alertText(run([agent, ring(), failed, 'alertClosed']).state)).toBeNull();
});

test.each<[Parameters<typeof ring>[0], 'Accept' | 'Call']>([
  [{}, 'Call'],
  [inbound, 'Accept'],
  [{ type: 'transfer' }, 'Accept'],
  [{ type: 'conference' }, 'Call'],
])('the notification of a ring with %j has the same button as the screen: %s', (call, answer) => {
  const notification = run([agent, ring(call)]).last.find(({ type }) => type === 'notifyIncoming');
  expect(notification).toMatchObject({ answer });
});

const inviter = { name: 'Ben Okafor', reason: 'Price', note: null };

test.each<[Parameters<typeof ring>[0], string]>([
  [{ type: 'transfer' }, 'Transfer from Ben Okafor'],
  [{ type: 'conference' }, 'Ben Okafor invites you'],
])('the notification of a ring with %j says who asks', (call, from) => {
  const { last, state } = run([agent, ring(call, { invited_by: inviter })]);
  expect(last).toContainEqual(expect.objectContaining({ type: 'notifyIncoming', from }));
  expect(state.screen.view).toMatchObject({ conversation: { inviter } });
  const without = run([agent, ring(call)]);
  expect(without.last).toContainEqual(expect.objectContaining({ type: 'notifyIncoming', from: '' }));
});
