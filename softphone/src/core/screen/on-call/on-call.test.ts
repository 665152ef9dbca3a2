import type { CallUser } from '@offhook/contract/calls/call-user';
import { expect, test } from 'vitest';
import type { PhoneEvent } from '../../events.ts';
import { addLead } from '../../forms/typed.ts';
import { card } from '../../lists/card.ts';
import {
  ACCEPTED_AT,
  accepted,
  CALL_USER,
  callNow,
  callOf,
  cancelled,
  choose,
  dial,
  disconnected,
  type EventInput,
  effectTypes,
  KEY,
  lead,
  nav,
  PLACED_KEY,
  presence,
  ring,
  run,
  saved,
  signedInAs,
  supervisor,
  talk,
  tile,
  viewAndEffects,
  withdrawn,
} from '../../sample-events.ts';
import { documentTitle } from '../document-title.ts';
import { alertText, banner } from '../ringing/alerts.ts';
import { emptyForm } from '../screen-state.ts';
import { currentNotice, statusLine } from '../status-line.ts';
import { viewName } from '../view-name.ts';
import { callControls, callStatus, sentDigits } from './call-controls.ts';
import { agentHadCall } from './on-call.ts';

const agent = signedInAs();
const hangUp: PhoneEvent = { type: 'hangUpClicked' };
const line = (status: 'ringing' | 'open' | 'reconnecting', callKey = KEY): PhoneEvent => ({
  type: 'lineStatusChanged',
  callKey,
  status,
});
const failed = (callKey: string): PhoneEvent => ({
  type: 'lineFailed',
  callKey,
  code: 31005,
  message: 'x',
  at: 1,
});
const addLeadSubmitted: PhoneEvent = {
  type: 'addLeadSubmitted',
  fname: '',
  lname: '',
  phoneNumber: '+14155550100',
  problem: null,
};
const early = disconnected({ at: ACCEPTED_AT + 4_000 });
const checked = (isWithdrawn: boolean): PhoneEvent => ({
  type: 'endedCallChecked',
  callKey: KEY,
  hadCall: !isWithdrawn,
  by: isWithdrawn ? 'Sam' : null,
});
const over = disconnected();
const placedOver = disconnected({ callKey: PLACED_KEY });
const placingFailed: PhoneEvent = { type: 'callPlacingFailed', error: 'X' };
const answered = (held: boolean): PhoneEvent => ({ type: 'holdSucceeded', callId: 55, held, at: 1 });
const holdFailed: PhoneEvent = { type: 'holdFailed', callId: 55, at: 1 };
const conferenceChosen: PhoneEvent = { type: 'conferenceChosen', userId: 9 };
const toUser: PhoneEvent = { type: 'transferChosen', to: { userId: 8 } };
const transferFailed: PhoneEvent = { type: 'transferFailed', callId: 55, error: 'X' };
const aged = (type: string) => ({ type, seconds_since_started_at: 83 });
const unknown = { lead: null, lead_id: null };
const inbound = { direction: 'inbound', type: 'inbound' };

test.each<[string, readonly EventInput[], string, readonly string[]]>([
  ['Call Now sends the request', [callNow], 'waiting', ['placeCall']],
  ['a second click on Call Now does nothing', [callNow, callNow], 'waiting', []],
  ['an invalid number sends nothing', [{ ...callNow, problem: 'tooShort' } as PhoneEvent], 'waiting', []],
  ['a rejected call stays in the waiting view', [callNow, placingFailed], 'waiting', []],
  ['a placed call connects the device', [dial], 'oncall', ['connectLine']],
  [
    'when a placed call is answered, the phone accepts nothing',
    [dial, line('ringing', PLACED_KEY), accepted(PLACED_KEY)],
    'oncall',
    ['storeCall', 'listAudioDevices'],
  ],
  [
    'Hang Up while dialing notifies the server, disconnects and resets',
    [dial, line('ringing', PLACED_KEY), hangUp],
    'waiting',
    ['hangUpCall', 'disconnectLine'],
  ],
  ['a disconnect after Hang Up changes nothing', [dial, hangUp, placedOver], 'waiting', []],
  ['a cancel while dialing resets', [dial, cancelled(PLACED_KEY)], 'waiting', []],
  [
    'an error while dialing resets and notifies the server, which saw no device',
    [dial, failed(PLACED_KEY)],
    'waiting',
    ['hangUpCall'],
  ],
  ['a busy or unanswered call leads to the result view', [dial, placedOver], 'disposition', []],
  [
    'a call placed after a reset is hung up',
    [callNow, 'deviceUnregistered', { type: 'callPlaced', callUserId: 88, call: callOf() }],
    'waiting',
    ['hangUpCall'],
  ],
  [
    'Hang Up on an open call waits for its disconnect',
    [talk(), hangUp],
    'oncall',
    ['hangUpCall', 'disconnectLine'],
  ],
  ['Hang Up is sent only once', [talk(), hangUp, hangUp], 'oncall', []],
  [
    'Hang Up while reconnecting resets',
    [talk(), line('reconnecting'), hangUp],
    'waiting',
    ['hangUpCall', 'disconnectLine', 'removeStoredCall'],
  ],
  ['reconnecting alone changes nothing', [talk(), line('reconnecting'), line('open')], 'oncall', []],
  ['the end of a lead call asks for the result', [talk(), over], 'disposition', ['removeStoredCall']],
  [
    'the end of an inbound call shows Thank you for 2 s',
    [talk(inbound), over],
    'thankyou',
    ['startThankYouTimer', 'removeStoredCall'],
  ],
  [
    'the end of listening shows Thank you',
    [talk({ type: 'listen' }), over],
    'thankyou',
    ['startThankYouTimer', 'removeStoredCall'],
  ],
  [
    'the end of whispering shows Thank you',
    [talk({ type: 'whisper' }), over],
    'thankyou',
    ['startThankYouTimer', 'removeStoredCall'],
  ],
  [
    'the end of a barge asks for the result',
    [talk({ type: 'barge' }), over],
    'disposition',
    ['removeStoredCall'],
  ],
  [
    'the end of a conference asks for the result',
    [talk({ type: 'conference' }), over],
    'disposition',
    ['removeStoredCall'],
  ],
  [
    'the end of a transferred outbound call asks for the result',
    [talk({ type: 'transfer' }), over],
    'disposition',
    ['removeStoredCall'],
  ],
  ['a call that ends within 5 s is checked with the server', [talk(), early], 'oncall', ['checkEndedCall']],
  [
    'a call that ends before the accept is checked with the server',
    [ring(), 'acceptClicked', over],
    'oncall',
    ['checkEndedCall'],
  ],
  [
    "a call that another agent has doesn't ask for a result",
    [talk(), early, checked(true)],
    'waiting',
    ['startNoticeTimer', 'removeStoredCall'],
  ],
  [
    'a call that the agent had asks for the result',
    [talk(), early, checked(false)],
    'disposition',
    ['removeStoredCall'],
  ],
  [
    'a withdrawal message resets immediately',
    [talk(), withdrawn('Sam')],
    'waiting',
    ['startNoticeTimer', 'removeStoredCall', 'disconnectLine'],
  ],
  [
    "a placed call is never another agent's",
    [dial, accepted(PLACED_KEY), disconnected({ callKey: PLACED_KEY, at: ACCEPTED_AT + 1 })],
    'disposition',
    ['removeStoredCall'],
  ],
  ['an error on the call resets', [talk(), failed(KEY)], 'waiting', ['removeStoredCall']],
  ["another call's end changes nothing", [talk(), disconnected({ callKey: 'old' })], 'oncall', []],
])('%s', (_sentence, events, view, last) => {
  expect(viewAndEffects([agent, events])).toEqual([view, last]);
});

test('the device connects with call user, caller ID and number', () => {
  const { last } = run([agent, dial]);
  expect(last).toContainEqual({
    type: 'connectLine',
    callKey: PLACED_KEY,
    callUserId: 88,
    callerId: '4',
    to: '+14155550100',
  });
  expect(run([agent, callNow]).last).toContainEqual({
    type: 'placeCall',
    person: { fname: 'Lee', lname: 'Day', phoneNumber: '+14155550100' },
    agentId: 7,
  });
});

test('the thank-you view after a disconnect closes after 2 s', () => {
  const { last } = run([agent, talk(inbound), over]);
  expect(last).toContainEqual({ type: 'startThankYouTimer', callKey: KEY, ms: 2_000 });
});

test("a ring is incoming and a placed call outgoing, in the voice library's terms", () => {
  expect(run([agent, ring()]).state.line.call?.direction).toBe('INCOMING');
  expect(run([agent, dial]).state.line.call?.direction).toBe('OUTGOING');
});

test('an error reopens New Call with the typed text, even if it was closed', () => {
  const form = { fname: ' Lee ', lname: 'Day', phoneNumber: '(415) 555-0100', country: 'US', callerId: '4' };
  for (const left of ['panelClosed', nav('settings'), nav('conference')] as const) {
    const { state } = run([
      supervisor,
      nav('new_call'),
      { type: 'newCallTyped', form },
      callNow,
      left,
      placingFailed,
    ]);
    expect(state.screen.view).toMatchObject({ placing: null, panel: { name: 'new_call' } });
    expect(banner(state)).toBe('X');
    expect(state.screen.forms.newCall).toEqual(form);
  }
});

test.each<[string, PhoneEvent, string]>([
  ['a chosen caller ID', callNow, 'Sales line'],
  ['the default number', { ...callNow, callerId: '', callerNumber: null } as PhoneEvent, 'Main line'],
])('a call with %s shows that number', (_name, click, line) => {
  const [, placed] = dial as [PhoneEvent, PhoneEvent];
  expect(callStatus(run([agent, click, placed]).state)?.line).toBe(line);
});

test("New Call's banner is shown until the next request, and the panel stays open", () => {
  const open: EventInput = [
    agent,
    nav('new_call'),
    { type: 'newCallTyped', form: { ...emptyForm, phoneNumber: '4155550100' } },
  ];
  const rejected = run([open, callNow, placingFailed]).state;
  expect(banner(rejected)).toBe('X');
  expect(rejected.screen.view).toMatchObject({ panel: { name: 'new_call' }, placing: null });
  expect(banner(run([open, callNow, placingFailed, callNow]).state)).toBeNull();
  const tooShort: PhoneEvent = { ...callNow, problem: 'tooShort' } as PhoneEvent;
  expect(banner(run([open, tooShort]).state)).toBe('This phone number is too short.');
  const emergency: PhoneEvent = { ...callNow, problem: 'emergency' } as PhoneEvent;
  expect(banner(run([open, emergency]).state)).toBe('Use a telephone for emergency calls.');
});

test.each<[string, readonly EventInput[], ReturnType<typeof statusLine>]>([
  ['after the click, it shows dialing', [callNow], { name: 'text', text: 'Dialing...' }],
  ['in the on-call view, it still shows dialing', [dial], { name: 'text', text: 'Dialing...' }],
  [
    'once the call is connected, the timer runs',
    [dial, accepted(PLACED_KEY)],
    { name: 'timer', startedAt: ACCEPTED_AT },
  ],
  [
    'listening starts at the call’s age',
    [talk(aged('listen'))],
    { name: 'timer', startedAt: ACCEPTED_AT - 83_000 },
  ],
  [
    'whispering starts at the call’s age',
    [talk(aged('whisper'))],
    { name: 'timer', startedAt: ACCEPTED_AT - 83_000 },
  ],
  [
    'barging starts at the call’s age',
    [talk(aged('barge'))],
    { name: 'timer', startedAt: ACCEPTED_AT - 83_000 },
  ],
  [
    'an inbound call starts at zero',
    [talk({ ...inbound, seconds_since_started_at: 83 })],
    { name: 'timer', startedAt: ACCEPTED_AT },
  ],
  ['after the end, it shows Call Ended', [talk(), over], { name: 'text', text: 'Call Ended' }],
  ['in the thank-you view, it shows Call Ended', [talk(inbound), over], { name: 'text', text: 'Call Ended' }],
  ['in the waiting view, it is empty', [], null],
])('status line: %s', (_sentence, events, expected) => {
  expect(statusLine(run([agent, events]).state)).toEqual(expected);
});

test("a call resumed after a reload keeps its time; another call doesn't", () => {
  const reloaded: EventInput = [
    { type: 'pageLoaded', telUrl: null, storedCall: { callId: 55, startedAt: 400_000 } },
    agent.slice(1),
    presence({ resume: 55 }),
  ];
  expect(statusLine(run([reloaded, ring(), accepted(KEY)]).state)).toEqual({
    name: 'timer',
    startedAt: 400_000,
  });
  expect(statusLine(run([reloaded, talk({ id: 56 })]).state)).toEqual({
    name: 'timer',
    startedAt: ACCEPTED_AT,
  });
});

test('a resumed call on hold is still on hold', () => {
  expect(callControls(run([agent, talk({ held: true })]).state)?.hold).toBe('resume');
  expect(callControls(run([agent, talk({ held: false })]).state)?.hold).toBe('hold');
});

test('the current call is stored for a reload and removed when it ends', () => {
  expect(run([agent, talk()]).last).toContainEqual({
    type: 'storeCall',
    call: { callId: 55, startedAt: ACCEPTED_AT },
  });
  expect(run([agent, talk(), over]).state.screen.storedCall).toBeNull();
});

test("an error on the call alerts 'Connection error code 8'; an error on a released call doesn't", () => {
  expect(alertText(run([agent, talk(), failed(KEY)]).state)).toBe('Connection error code 8');
  expect(alertText(run([agent, talk(), failed('old')]).state)).toBeNull();
});

test('Mute toggles the state and the line', () => {
  const once = run([agent, talk(), 'muteClicked']);
  const twice = run([agent, talk(), 'muteClicked', 'muteClicked']);
  expect(callControls(once.state)?.muted).toBe(true);
  expect(once.last).toContainEqual({ type: 'muteLine', callKey: KEY, muted: true });
  expect(callControls(twice.state)?.muted).toBe(false);
  expect(twice.last).toContainEqual({ type: 'muteLine', callKey: KEY, muted: false });
  const next: EventInput = [
    agent,
    talk(),
    'muteClicked',
    over,
    choose('contacted'),
    saved,
    'doneClicked',
    talk(),
  ];
  expect(callControls(run(next).state)?.muted).toBe(false);
});

const hold: PhoneEvent = { type: 'holdClicked' };

test.each<[string, readonly EventInput[], boolean, readonly string[]]>([
  ['Hold sends the request', [hold], false, ['holdCall']],
  ['the response puts the call on hold', [hold, answered(true)], true, []],
  ['Resume sends the request', [hold, answered(true), hold], true, ['unholdCall']],
  ['the response resumes the call', [hold, answered(true), hold, answered(false)], false, []],
  ['a failed Hold shows Resume', [hold, holdFailed], true, []],
  ['a failed Resume shows Resume', [hold, answered(true), hold, holdFailed], true, []],
  [
    'the response for another call changes nothing',
    [hold, { type: 'holdSucceeded', callId: 9, held: true, at: 1 }],
    false,
    [],
  ],
])('hold: %s', (_sentence, events, held, last) => {
  const { state, last: effects } = run([agent, talk(), events]);
  expect(state.screen.view).toMatchObject({ name: 'oncall', banner: null });
  expect(callControls(state)?.hold).toBe(held ? 'resume' : 'hold');
  expect(effectTypes(effects)).toEqual(last);
});

test.each(['listen', 'whisper'])('hold, transfer and keypad do nothing on a %s call', (type) => {
  for (const event of [hold, tile('keypad'), tile('transfer')]) {
    const { state, last } = run([agent, talk({ type }), event]);
    expect(effectTypes(last)).toEqual([]);
    expect(state.screen.view).toMatchObject({ panel: null });
  }
});

test.each<[string, readonly EventInput[], string | null]>([
  ['Keypad opens the keypad', [tile('keypad')], 'keypad'],
  ['a second click closes it', [tile('keypad'), tile('keypad')], null],
  ['the keypad closes the conference panel', [tile('conference'), tile('keypad')], 'keypad'],
  ['the conference panel closes the keypad', [tile('keypad'), tile('conference')], 'conference'],
  ["Add Lead doesn't open with a lead", [tile('addLead')], null],
  [
    'an accepted transfer closes its panel',
    [tile('transfer'), toUser, { type: 'transferSucceeded', callId: 55 }],
    null,
  ],
  ['a rejected transfer keeps its panel', [tile('transfer'), toUser, transferFailed], 'transfer'],
])('panel: %s', (_sentence, events, expected) => {
  expect(run([supervisor, talk(), events]).state.screen.view).toMatchObject({
    panel: expected,
  });
});

test.each<[string, readonly EventInput[]]>([
  ['without a permission, the conference panel', [agent, talk(), tile('conference')]],
  ['on a listen call, the conference panel', [supervisor, talk({ type: 'listen' }), tile('conference')]],
  [
    'for a listener of a call without a lead, Add Lead',
    [supervisor, talk({ type: 'listen', ...unknown }), tile('addLead')],
  ],
  [
    'for a whisperer in a call without a lead, Add Lead',
    [supervisor, talk({ type: 'whisper', ...unknown }), tile('addLead')],
  ],
  ['while dialing, the keypad', [supervisor, dial, tile('keypad')]],
  ['while dialing, Transfer', [supervisor, dial, tile('transfer')]],
])('%s does not open', (_sentence, events) => {
  expect(run(events).state.screen.view).toMatchObject({ name: 'oncall', panel: null });
});

test.each<[string, PhoneEvent, object]>([
  [
    'a transfer to a user',
    toUser,
    {
      type: 'transferCall',
      callId: 55,
      callUserId: CALL_USER,
      to: { userId: 8 },
      reason: '',
      consult: false,
    },
  ],
  [
    'a transfer to a team',
    { type: 'transferChosen', to: { teamId: 3 } },
    {
      type: 'transferCall',
      callId: 55,
      callUserId: CALL_USER,
      to: { teamId: 3 },
      reason: '',
      consult: false,
    },
  ],
  ['adding a colleague', conferenceChosen, { type: 'callIntoConference', userId: 9, reason: '' }],
  [
    'adding a lead',
    { type: 'addLeadSubmitted', fname: ' Lee ', lname: 'Day', phoneNumber: '+14155550100', problem: null },
    { type: 'addLead', callId: 55, person: { fname: 'Lee', lname: 'Day', phoneNumber: '+14155550100' } },
  ],
])('%s is requested once, even if it is clicked again', (_sentence, click, effect) => {
  const events = [...supervisor, ...talk(unknown)];
  expect(run([events, click]).last).toEqual([effect]);
  expect(run([events, click, click]).last).toEqual([]);
});

test('a rejected transfer, conference or lead shows why and can be retried', () => {
  const events = [...supervisor, ...talk(unknown)];
  const rejected = run([
    events,
    tile('conference'),
    conferenceChosen,
    { type: 'conferenceFailed', error: 'X' },
  ]);
  expect(banner(rejected.state)).toBe('X');
  const again = run([events, tile('transfer'), toUser, transferFailed, toUser]);
  expect(effectTypes(again.last)).toEqual(['transferCall']);
  expect(banner(again.state)).toBeNull();
});

test('a rejected Add Lead changes only its panel', () => {
  const requested: EventInput = [agent, talk({ ...unknown, ...inbound }), tile('addLead'), addLeadSubmitted];
  const failed: PhoneEvent = { type: 'addLeadFailed', callId: 55, error: 'X' };
  const before = run(requested).state.screen.view;
  const { state } = run([requested, failed]);
  expect(state.screen.view).toEqual({ ...before, requesting: false, banner: 'X' });
  expect(card(state).name).toBe('');
  expect(callControls(state)?.addLead).toBe(true);
});

const refreshed = (call: Parameters<typeof callOf>[0], callKey = KEY): PhoneEvent => ({
  type: 'callRefreshed',
  at: ACCEPTED_AT,
  askedAt: ACCEPTED_AT - 10,
  callKey,
  call: callOf(call),
});

test("a change of the current call is fetched; a change of another call isn't", () => {
  const talking: EventInput = [agent, talk()];
  expect(run([talking, { type: 'callUpdated', callId: 55 }]).last).toEqual([
    { type: 'refreshCall', callKey: KEY, callUserId: CALL_USER },
  ]);
  expect(run([talking, { type: 'callUpdated', callId: 56 }]).last).toEqual([]);
});

test('a call is fetched after an interruption if the server reports who joins it', () => {
  const talking = (call: Parameters<typeof talk>[0]): EventInput => [agent, talk({ ...inbound, ...call })];
  const reconnected: PhoneEvent = { type: 'realtimeConnected' };
  expect(effectTypes(run([talking({ supervisors: [] }), reconnected]).last)).toContain('refreshCall');
  expect(effectTypes(run([talking({}), reconnected]).last)).not.toContain('refreshCall');
});

test('a lead added by a colleague appears, and Add Lead disappears', () => {
  const open: EventInput = [agent, talk(unknown), tile('addLead')];
  const { state } = run([open, refreshed({})]);
  expect(card(state).name).toBe('Roof quote');
  expect(callControls(state)).toMatchObject({ addLead: false, open: null });
  expect(run([open, refreshed({}, 'incoming-9')]).state).toEqual(run(open).state);
  expect(run([open, refreshed({ id: 56 })]).state).toEqual(run(open).state);
});

test('a lead just added stays when the answer to an earlier request arrives', () => {
  const added: PhoneEvent = { type: 'leadAdded', callId: 55, call: callOf(), lead, at: ACCEPTED_AT - 5 };
  const { state } = run([agent, talk(unknown), tile('addLead'), addLeadSubmitted, added, refreshed(unknown)]);
  expect(card(state).name).toBe('Roof quote');
});

test("an added lead that wasn't reached disappears, and Add Lead returns", () => {
  const { state } = run([
    agent,
    talk({ ...unknown, direction: 'inbound' }),
    tile('addLead'),
    addLeadSubmitted,
    { type: 'leadAdded', callId: 55, call: callOf(), lead, at: ACCEPTED_AT - 10 },
    refreshed({ ...unknown, direction: 'inbound' }),
  ]);
  expect(card(state).name).toBe('');
  expect(callControls(state)?.addLead).toBe(true);
});

test("'Conference' stays on the card when something other than the lead changes", () => {
  const conference: EventInput = [supervisor, talk(), tile('conference')];
  const requested: EventInput = [conference, conferenceChosen, 'conferenceSucceeded'];
  expect(card(run([requested, refreshed({})]).state).name).toBe('Conference');
});

test.each<[string, Parameters<typeof talk>[0], string]>([
  ['of an unknown caller is filled in', { ...unknown, direction: 'inbound' }, '+14155550100'],
  ['of a withheld number is empty', { lead: null, direction: 'inbound', phone_number: null }, ''],
  ['of an outbound call is empty', unknown, ''],
  ['of a known caller is empty', { direction: 'inbound' }, ''],
])('the Add Lead number %s', (_name, call, expected) => {
  expect(addLead(run([agent, talk(call)]).state).phoneNumber).toBe(expected);
});

test.each([100, 9920])(
  'the card of an unknown caller shows nothing about them, even for account %i',
  (account) => {
    const { state } = run([signedInAs({ account_id: account }), talk({ ...unknown, ...inbound })]);
    expect(card(state)).toMatchObject({ name: '', company: null, email: null, phone: null, picture: null });
  },
);

test('an invalid number sends nothing and shows why', () => {
  const { state, last } = run([
    agent,
    talk(unknown),
    tile('addLead'),
    { type: 'addLeadSubmitted', fname: '', lname: '', phoneNumber: '12', problem: 'tooShort' },
  ]);
  expect(effectTypes(last)).toEqual([]);
  expect(banner(state)).toBe('This phone number is too short.');
  expect(state.screen.view).toMatchObject({ panel: 'addLead' });
});

test("an accepted conference closes its panel, and the card shows 'Conference'", () => {
  const { state } = run([supervisor, talk(), tile('conference'), conferenceChosen, 'conferenceSucceeded']);
  expect(card(state).name).toBe('Conference');
  expect(state.screen.view).toMatchObject({ panel: null });
});

test('the response to another call’s conference changes nothing', () => {
  expect(card(run([supervisor, talk(), 'conferenceSucceeded']).state).name).toBe('Roof quote');
});

test.each<[string, Parameters<typeof talk>[0], Partial<NonNullable<ReturnType<typeof callControls>>>]>([
  ['with a lead', {}, { hold: 'hold', transfer: true, addLead: false, keypad: true }],
  ['without a lead', unknown, { addLead: true }],
  ['with a listener but no lead', { type: 'listen', ...unknown }, { addLead: false }],
  ['with a whisperer but no lead', { type: 'whisper', ...unknown }, { addLead: false }],
  ['with a barge but no lead', { type: 'barge', ...unknown }, { addLead: true }],
  ['of type listen', { type: 'listen' }, { hold: null, transfer: false, keypad: false, conference: false }],
  ['of type whisper', { type: 'whisper' }, { hold: null, transfer: false, keypad: false, conference: false }],
  ['of type barge', { type: 'barge' }, { hold: 'hold', transfer: true, keypad: true, conference: true }],
])('the controls of a call %s', (_sentence, call, controls) => {
  expect(callControls(run([supervisor, talk(call)]).state)).toMatchObject(controls);
});

test('before the call is open, only Mute and Hang Up work', () => {
  expect(callControls(run([agent, dial]).state)?.disabled).toBe(true);
  expect(callControls(run([agent, dial, accepted(PLACED_KEY)]).state)?.disabled).toBe(false);
});

test('a held call is shown in the status bar and the title until it ends', () => {
  const held = [...agent, ...talk(), hold, answered(true)];
  const { state } = run(held);
  expect(callStatus(state)?.state).toBe('held');
  expect(documentTitle(state)).toBe('On hold – Roof quote');
  expect(callControls(state)?.hold).toBe('resume');
  const next = run([held, failed(KEY), talk()]).state;
  expect(callStatus(next)?.state).toBe('talking');
});

test('the status of a placed call is dialing until it is open', () => {
  expect(callStatus(run([agent, dial]).state)).toMatchObject({ state: 'dialing', joined: null });
  expect(callStatus(run([agent, talk()]).state)).toMatchObject({ state: 'talking', joined: null });
});

test.each<[string, Parameters<typeof talk>[0], string]>([
  ['the name of the number', {}, 'Main line'],
  [
    'the digits of a number without a name',
    { number: { name: '', phone_number_formatted: '(415) 555-0199', account_id: 100 } },
    '(415) 555-0199',
  ],
  ['nothing without a number', { number: null }, ''],
])('the status bar shows %s', (_sentence, call, name) => {
  expect(callStatus(run([agent, talk(call)]).state)?.line).toBe(name);
});

test('without a call, there are no controls, status or digits', () => {
  const { state } = run(agent);
  expect([callControls(state), callStatus(state), sentDigits(state)]).toEqual([null, null, '']);
});

test.each([
  ['listen', 'No one can hear you.'],
  ['whisper', 'Only the agent can hear you.'],
  ['barge', 'Everyone can hear you.'],
] as const)('a supervisor who joined by %s sees who can hear them', (type, hint) => {
  expect(callStatus(run([supervisor, talk({ type })]).state)?.joined).toEqual({ as: type, hint });
});

test('a supervisor sees whose call it is, also after it is handed over', () => {
  const joined = talk({ type: 'listen', supervised_agent: 'Ben Okafor' });
  expect(callStatus(run([supervisor, joined]).state)?.agent).toBe('Agent: Ben Okafor');
  const handedOver = refreshed({ type: 'listen', supervised_agent: 'Ann Reyes' });
  expect(callStatus(run([supervisor, joined, handedOver]).state)?.agent).toBe('Agent: Ann Reyes');
  const alone = refreshed({ type: 'listen', supervised_agent: null });
  expect(callStatus(run([supervisor, joined, alone]).state)?.agent).toBeNull();
  expect(callStatus(run([supervisor, talk({ type: 'listen' })]).state)?.agent).toBeNull();
});

test('a supervisor who changes in the console who hears them sees it', () => {
  const { state } = run([supervisor, talk({ type: 'listen' }), refreshed({ type: 'barge' })]);
  expect(callStatus(state)?.joined).toEqual({ as: 'barge', hint: 'Everyone can hear you.' });
  expect(callControls(state)).toMatchObject({ hold: 'hold', transfer: true });
});

test('a supervisor who no longer talks in the call loses its panel and its hold', () => {
  const held: EventInput = [supervisor, talk({ type: 'barge' }), tile('transfer'), hold, answered(true)];
  const { state } = run([held, refreshed({ type: 'listen' })]);
  expect(callControls(state)).toMatchObject({ hold: null, transfer: false, open: null });
  expect(callStatus(state)).toMatchObject({ state: 'talking', joined: { as: 'listen' } });
  expect(viewName(run([held, refreshed({ type: 'listen' }), disconnected()]).state)).toBe('thankyou');
});

test("an added lead stays the call's lead", () => {
  const without = talk(unknown);
  const added: PhoneEvent = { type: 'leadAdded', callId: 55, call: callOf(), lead, at: ACCEPTED_AT - 10 };
  const { state } = run([agent, without, tile('addLead'), added]);
  expect(card(state).name).toBe('Roof quote');
  expect(state.screen.view).toMatchObject({ panel: null });
});

test("a lead added to a conference replaces 'Conference'", () => {
  const conference = talk({ type: 'conference', ...unknown });
  const added: PhoneEvent = { type: 'leadAdded', callId: 55, call: callOf(), lead, at: ACCEPTED_AT - 10 };
  expect(card(run([agent, conference]).state).name).toBe('Conference');
  expect(card(run([agent, conference, tile('addLead'), added]).state).name).toBe('Roof quote');
});

const pressed: PhoneEvent = { type: 'digitsPressed', digits: '5#' };
const sent: PhoneEvent = { type: 'digitsSent', callKey: KEY, digits: '5#' };

test('digits go to the line unchanged and are shown once sent', () => {
  const { state, last } = run([agent, talk(), pressed]);
  expect(last).toEqual([{ type: 'sendDigits', callKey: KEY, digits: '5#' }]);
  expect(sentDigits(state)).toBe('');
  expect(sentDigits(run([agent, talk(), pressed, sent]).state)).toBe('5#');
  expect(sentDigits(run([agent, talk(), pressed, sent, sent]).state)).toBe('5#5#');
});

test('digits go to the line while it reconnects; the adapter decides whether they can be sent', () => {
  const reconnecting: EventInput = [agent, talk(), line('reconnecting'), pressed];
  expect(effectTypes(run(reconnecting).last)).toEqual(['sendDigits']);
});

test("digits of another call aren't shown", () => {
  expect(sentDigits(run([agent, talk(), { ...sent, callKey: 'old' } as PhoneEvent]).state)).toBe('');
});

test("a call that isn't open accepts no digits", () => {
  expect(run([agent, dial, { type: 'digitsPressed', digits: '5' }]).last).toEqual([]);
  expect(run([agent, ring(), { type: 'digitsPressed', digits: '5' }]).last).toEqual([]);
});

test('the next call shows no digits of the previous one', () => {
  expect(sentDigits(run([agent, talk(), pressed, sent, failed(KEY), talk()]).state)).toBe('');
});

const TRANSFER_NOTICE = 'No agent accepted the transfer. You still have the call.';
const noticed = (callId: number): PhoneEvent => ({
  type: 'callNoticeReceived',
  callId,
  text: TRANSFER_NOTICE,
  code: 'transferMissed',
});

test('the outcome of a transfer is shown as a notice', () => {
  const { state, last } = run([agent, talk(), noticed(55)]);
  expect(currentNotice(state)).toBe(TRANSFER_NOTICE);
  expect(effectTypes(last)).toEqual(['startNoticeTimer']);
  expect(currentNotice(run([agent, talk(), noticed(55), 'noticeTimedOut']).state)).toBeNull();
});

test('a notice about another or an ended call is ignored', () => {
  expect(currentNotice(run([agent, talk(), noticed(56)]).state)).toBeNull();
  expect(currentNotice(run([agent, talk(), noticed(55), failed(KEY)]).state)).toBeNull();
});

const noMicrophone: PhoneEvent = { type: 'deviceErrored', code: 31402, message: 'x', at: 1 };

test('a call without a microphone is reported to the server', () => {
  const placed = [...agent, ...dial, placedOver, noMicrophone];
  expect(effectTypes(run(placed).last)).toContain('hangUpCall');
  expect(effectTypes(run([agent, talk(), noMicrophone]).last)).not.toContain('hangUpCall');
  expect(effectTypes(run([agent, noMicrophone]).last)).not.toContain('hangUpCall');
});

const unknownToServer = (callKey: string): PhoneEvent => ({
  type: 'endedCallChecked',
  callKey,
  hadCall: false,
  by: null,
});

test("a placed call without a microphone asks for a result only if the server says it was the agent's", () => {
  const placed = [...agent, ...dial, placedOver, noMicrophone];
  expect(effectTypes(run(placed).last)).toContain('checkEndedCall');
  expect(viewName(run(placed).state)).toBe('disposition');
  expect(viewName(run([placed, unknownToServer(PLACED_KEY)]).state)).toBe('waiting');
  expect(viewName(run([placed, unknownToServer('placed-99')]).state)).toBe('disposition');
  const had = { ...unknownToServer(PLACED_KEY), hadCall: true } as PhoneEvent;
  expect(viewName(run([placed, had]).state)).toBe('disposition');
});

test('an accepted ring without a microphone leads to the waiting view if the server never connected it', () => {
  const accepted = [agent, ring(), 'acceptClicked', over, noMicrophone] satisfies EventInput;
  expect(viewName(run([accepted, unknownToServer(KEY)]).state)).toBe('waiting');
});

test.each<[CallUser['status'], boolean]>([
  [undefined, true],
  ['accepted', true],
  ['ended', true],
  ['ringing', false],
  ['ignored', false],
  ['missed', false],
  ['withdrawn', false],
])('an agent whose call user is %s had the call: %s', (status, had) => {
  expect(agentHadCall({ status })).toBe(had);
});

test('a call is followed by its result even if the server can’t be asked who had it', () => {
  const failed: PhoneEvent = { type: 'endedCallChecked', callKey: KEY, hadCall: null, by: null };
  expect(viewName(run([agent, talk(), early, failed]).state)).toBe('disposition');
});
