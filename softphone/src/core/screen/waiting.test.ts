import { expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import { card } from '../lists/card.ts';
import {
  callNow,
  cancelled,
  disconnected,
  type EventInput,
  effectTypes,
  KEY,
  lead,
  nav,
  offered,
  ring,
  run,
  signedInAs,
  supervisor,
  talk,
  withdrawn,
} from '../sample-events.ts';
import { navItems } from './navigation.ts';
import { banner } from './ringing/alerts.ts';
import { currentNotice } from './status-line.ts';
import { viewName } from './view-name.ts';

const agent = signedInAs();
const open = nav('conference');
const conference: PhoneEvent = { type: 'conferenceChosen', userId: 9 };
const listen: PhoneEvent = { type: 'superviseClicked', action: 'listen', callId: 55 };
const history = nav('history');

test.each([[['listen']], [['whisper']], [['barge']]])(
  'with the permission %s, Conference is between Call and History',
  (permissions) => {
    const items = navItems(run(signedInAs({ permissions })).state);
    expect(items.slice(0, 3)).toEqual(['new_call', 'conference', 'history']);
  },
);

test("without these permissions, Conference is hidden and can't be opened", () => {
  expect(navItems(run(agent).state)).not.toContain('conference');
  expect(run([agent, open]).state.screen.view).toMatchObject({ panel: null });
});

test.each<[string, readonly EventInput[], readonly object[]]>([
  ['Conference calls the agent', [conference], [{ type: 'callIntoConference', userId: 9, reason: '' }]],
  ['Listen joins the call', [listen], [{ type: 'supervise', action: 'listen', callId: 55 }]],
  ['a second click does nothing', [listen, listen], []],
  ['a click on another icon does nothing', [conference, listen], []],
  [
    'a rejected request can be sent again',
    [listen, { type: 'superviseFailed', error: 'X' }, listen],
    [{ type: 'supervise', action: 'listen', callId: 55 }],
  ],
])('%s', (_sentence, events, effects) => {
  expect(run([supervisor, open, events]).last).toEqual(effects);
});

test('listen, whisper and barge each need their own permission', () => {
  const { last } = run([signedInAs({ permissions: ['whisper'] }), open, listen]);
  expect(effectTypes(last)).toEqual([]);
});

test("the conference's response closes the panel, and the card shows 'Conference' until it rings", () => {
  const requested = [supervisor, open, conference, 'conferenceSucceeded'] satisfies EventInput;
  const { state } = run(requested);
  expect(state.screen.view).toMatchObject({ name: 'waiting', panel: null });
  expect(card(state).name).toBe('Conference');
  const ringing = run([requested, ring({ type: 'conference', lead: null, lead_id: null })]).state;
  expect([viewName(ringing), card(ringing).name]).toEqual(['ringing', 'Conference']);
});

test('an error keeps the panel open and shows why', () => {
  for (const [click, type] of [
    [conference, 'conferenceFailed'],
    [listen, 'superviseFailed'],
  ] as const) {
    const { state } = run([supervisor, open, click, { type, error: 'X' }]);
    expect(banner(state)).toBe('X');
    expect(state.screen.view).toMatchObject({ panel: { name: 'conference' } });
  }
});

test("a late error isn't shown in a newly opened panel", () => {
  expect(
    banner(run([supervisor, open, listen, history, { type: 'superviseFailed', error: 'X' }]).state),
  ).toBeNull();
});

test("a late response doesn't close a newly opened panel", () => {
  const { state } = run([supervisor, open, listen, history, 'superviseSucceeded']);
  expect(state.screen.view).toMatchObject({ panel: { name: 'history' } });
});

test('a requested call that does not arrive shows a notice', () => {
  const notice: PhoneEvent = {
    type: 'callNoticeReceived',
    callId: 55,
    text: 'Your phone didn’t answer. Check that it’s open, then try again.',
    code: 'ownRingMissed',
  };
  const { state, last } = run([supervisor, open, listen, notice]);
  expect([currentNotice(state), effectTypes(last)]).toEqual([
    'Your phone didn’t answer. Check that it’s open, then try again.',
    ['startNoticeTimer'],
  ]);
  expect(currentNotice(run([supervisor, notice, 'noticeTimedOut']).state)).toBeNull();
});

const update: PhoneEvent = { type: 'updateClicked' };
const updated: PhoneEvent = { type: 'appUpdated' };

test('Update lets the desktop app check for an update, then reloads the page', () => {
  expect(run([agent, update]).last).toEqual([{ type: 'updateApp' }]);
  expect(run([agent, update, updated]).last).toEqual([{ type: 'reloadPage' }]);
});

test.each<[string, readonly PhoneEvent[]]>([
  ['is looked up', [offered]],
  ['rings', ring()],
  ['is in progress', talk()],
  ['is being placed', [callNow]],
])("an update doesn't drop a call that %s", (_, events) => {
  expect(effectTypes(run([agent, update, events, updated]).last)).not.toContain('reloadPage');
});

const conferenceRequested: EventInput = [supervisor, open, conference, 'conferenceSucceeded'];
const checked: EventInput = [agent, 'checkForLeadClicked', { type: 'leadChecked', lead }];
const retried: EventInput = [
  signedInAs({ permissions: ['app-retry'] }),
  talk(),
  disconnected(),
  'retryClicked',
  { type: 'retrySucceeded', callId: 55, lead },
];

test.each<[string, readonly EventInput[], string]>([
  ['Check for lead', checked, 'Roof quote'],
  ['Retry', retried, 'Roof quote'],
  ['a conference', conferenceRequested, 'Conference'],
])("after %s, the card is cleared if the requested ring doesn't come", (_what, requested, name) => {
  const { state, last } = run(requested);
  expect(card(state).name).toBe(name);
  expect(last).toContainEqual({ type: 'startAwaitedRingTimer', ms: 35_000 });
  const passed = card(run([requested, 'awaitedRingTimedOut']).state);
  expect([passed.name, passed.showsCheckForLead]).toEqual(['', true]);
});

test.each<[string, readonly EventInput[], string]>([
  ['is cancelled', [checked, ring(), cancelled()], ''],
  ['is ignored', [checked, ring(), 'ignoreClicked'], ''],
  ['is accepted by a colleague', [checked, ring(), withdrawn('Sam')], ''],
  ["couldn't be looked up", [checked, offered, { type: 'callUserFailed', callKey: KEY }], ''],
  ['failed', [conferenceRequested, { type: 'callNoticeReceived', callId: 55, text: 'X', code: null }], ''],
  ['is being looked up when the wait ends', [checked, offered, 'awaitedRingTimedOut'], 'Roof quote'],
])('the card shows the right name after a ring that %s', (_what, events, name) => {
  const shown = card(run(events).state);
  expect([shown.name, shown.showsCheckForLead]).toEqual([name, name === '']);
});

test('a tel: link opens New Call once, when the agent is signed in and waiting', () => {
  const linked = [
    { type: 'pageLoaded', telUrl: 'tel:+14155550100', storedCall: null } as const,
    ...signedInAs().slice(1),
  ];
  const { screen } = run(linked).state;
  expect(screen.view).toMatchObject({ panel: { name: 'new_call' } });
  expect(screen.forms.newCall.phoneNumber).toBe('+14155550100');
  expect(run([linked, 'panelClosed', 'deviceUnregistered']).state.screen.view).toMatchObject({ panel: null });
});

test('a tel: link opened during a call opens New Call after it', () => {
  const opened = {
    view: { name: 'waiting', panel: { name: 'new_call' } },
    forms: { newCall: { phoneNumber: '+14155550101' } },
  };
  const link = { type: 'telLinkOpened', url: 'tel:+1-415-555-0101' } as const;
  expect(run([signedInAs(), link]).state.screen).toMatchObject(opened);
  expect(run([signedInAs(), { ...link, url: 'tel:nobody' }]).state.screen.view).toMatchObject({
    panel: null,
  });
  const call = [...signedInAs(), ...talk({ type: 'inbound', direction: 'inbound' }), link];
  expect(run(call).state.screen.view).toEqual(run(call.slice(0, -1)).state.screen.view);
  const after: EventInput = [call, disconnected(), { type: 'thankYouTimedOut', callKey: KEY }];
  expect(run(after).state.screen).toMatchObject(opened);
});
