/** The invariants of the state machine over any sequence of events. */

import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PhoneEffect, RequestEffect } from './effects.ts';
import type { PhoneEvent } from './events.ts';
import { initialPhone, type PhoneState } from './phone-state.ts';
import { callUserOf, everything, lead, user } from './sample-events.ts';
import { emptyWaiting } from './screen-state.ts';
import { alertText, banner, statusLine, viewName } from './selectors.ts';
import { transition } from './transition.ts';

const WALKS = Number(process.env['OFFHOOK_WALKS'] ?? 2_000);
const LENGTH = 50;

/** What a device call really is, whatever the phone believes; kept by the walk. */
interface DeviceTruth {
  readonly status: Map<string, 'pending' | 'taken' | 'over'>;
  readonly accepted: Set<string>;
  offers: number;
}

type Idea = (state: PhoneState, truth: DeviceTruth, pick: number) => PhoneEvent;

/** A call key that fits the state in most cases, and one of an older call in the others. */
function keyOf(state: PhoneState, truth: DeviceTruth, pick: number): string {
  const { view } = state.screen;
  const current = 'conversation' in view ? view.conversation.callKey : view.offer?.callKey;
  const known = [...truth.status.keys()];
  return pick % 4 > 0 && current ? current : (known[pick % Math.max(1, known.length)] ?? 'unknown');
}

function callIdOf({ screen: { view } }: PhoneState, pick: number): number {
  return 'conversation' in view && pick % 4 > 0 ? view.conversation.call.id : 999;
}

const types = ['lead', 'inbound', 'transfer', 'conference', 'listen', 'whisper', 'barge'] as const;

function someCallUser(pick: number) {
  const type = types[pick % types.length] ?? 'lead';
  const direction = type === 'inbound' || pick % 5 === 0 ? 'inbound' : 'outbound';
  const call = {
    id: 50 + (pick % 3),
    type,
    direction,
    profile_id: pick % 3 === 0 ? 7703 : 1,
    lead: pick % 4 === 0 ? null : lead,
    profile: { is_deal_whispertext: pick % 2 === 0, tags: [] },
  };
  return callUserOf(call, { autoaccept: pick % 2 === 0 });
}

const results = ['contacted', 'voicemail', 'missed', 'removed'] as const;
const panels = ['keypad', 'transfer', 'conference', 'addLead'] as const;
const items = ['new_call', 'history', 'settings', 'conference'] as const;
const statuses = ['ringing', 'open', 'reconnecting', 'closed'] as const;
const codes = [31009, 31005, 31401, 31205, 99999] as const;
const error = 'The server said no.';

const accounts = [100, 781, 10787, 6671] as const;

const ideas: readonly Idea[] = [
  () => ({ type: 'pageLoaded', telUrl: null, storedCall: { callId: 50, startedAt: 5 } }),
  (_state, _truth, pick) => ({
    type: 'userLoaded',
    user: {
      ...user,
      account_id: accounts[pick % accounts.length] ?? 100,
      permissions: pick % 2 === 0 ? ['app-sms', 'app-retry', 'app-autoaccept'] : [],
    },
  }),
  () => ({ type: 'userFailed', error: null }),
  () => ({ type: 'logoutClicked' }),
  () => ({ type: 'sessionExpired' }),
  () => ({ type: 'deviceRegistered' }),
  () => ({ type: 'deviceUnregistered' }),
  () => ({ type: 'tokenLoaded', token: 't', purpose: 'register' }),
  () => ({ type: 'tokenFailed', purpose: 'register' }),
  () => ({ type: 'presenceTicked' }),
  (_state, _truth, pick) => ({
    type: 'presenceAnswered',
    phone: pick % 5 !== 0,
    resume: pick % 2 ? 50 : null,
  }),
  () => ({ type: 'useItHereClicked' }),
  () => ({ type: 'pageLockGained' }),
  () => ({ type: 'pageLockLost' }),
  (_state, _truth, pick) => ({
    type: 'deviceErrored',
    code: codes[pick % codes.length] ?? 0,
    message: '',
    at: pick,
  }),
  (_state, _truth, pick) => ({ type: 'navClicked', item: items[pick % items.length] ?? 'history' }),
  () => ({ type: 'panelClosed' }),
  (_state, _truth, pick) => ({
    type: 'callNowClicked',
    fname: '',
    lname: '',
    phoneNumber: '+1',
    valid: pick % 4 > 0,
    callerId: '',
  }),
  (_state, truth, pick) => {
    truth.offers += 1;
    return { type: 'callPlaced', callUserId: 1000 + truth.offers, call: someCallUser(pick).call };
  },
  () => ({ type: 'callPlacingFailed', error }),
  ...Array.from(
    { length: 3 },
    (): Idea => (_state, truth) => {
      truth.offers += 1;
      const callKey = `incoming-${truth.offers}`;
      truth.status.set(callKey, 'pending');
      return { type: 'callOffered', callKey, callUserId: truth.offers };
    },
  ),
  ...Array.from(
    { length: 3 },
    (): Idea => (state, truth, pick) => ({
      type: 'callUserLoaded',
      callKey: keyOf(state, truth, pick),
      callUser: someCallUser(pick),
    }),
  ),
  (state, truth, pick) => ({ type: 'callUserFailed', callKey: keyOf(state, truth, pick) }),
  (state, _truth, pick) => ({
    type: 'callWithdrawn',
    callUserId: 'conversation' in state.screen.view ? state.screen.view.conversation.callUserId : pick,
    by: pick % 2 ? 'Sam' : null,
  }),
  () => ({ type: 'acceptClicked' }),
  () => ({ type: 'acceptClicked' }),
  () => ({ type: 'ignoreClicked' }),
  () => ({ type: 'hangUpClicked' }),
  () => ({ type: 'muteClicked' }),
  () => ({ type: 'holdClicked' }),
  (state, _truth, pick) => ({ type: 'holdAnswered', callId: callIdOf(state, pick), held: pick % 2 === 0 }),
  (state, _truth, pick) => ({ type: 'holdFailed', callId: callIdOf(state, pick) }),
  (_state, _truth, pick) => ({ type: 'onCallPanelClicked', panel: panels[pick % panels.length] ?? 'keypad' }),
  (_state, _truth, pick) => ({ type: 'digitsPressed', digits: pick % 2 ? '5' : 'a' }),
  (state, truth, pick) => ({
    type: 'lineStatusChanged',
    callKey: keyOf(state, truth, pick),
    status: statuses[pick % statuses.length] ?? 'open',
  }),
  ...Array.from(
    { length: 2 },
    (): Idea => (state, truth, pick) => ({
      type: 'lineAccepted',
      callKey: keyOf(state, truth, pick),
      at: pick * 1000,
    }),
  ),
  (state, truth, pick) => ({ type: 'lineCancelled', callKey: keyOf(state, truth, pick) }),
  ...Array.from(
    { length: 2 },
    (): Idea => (state, truth, pick) => ({
      type: 'lineDisconnected',
      callKey: keyOf(state, truth, pick),
      status: pick % 6 === 0 ? 'open' : 'closed',
      at: 1_000_000 + pick * 1000,
    }),
  ),
  (state, truth, pick) => ({
    type: 'lineFailed',
    callKey: keyOf(state, truth, pick),
    code: 31000,
    message: '',
    at: pick,
  }),
  (state, truth, pick) => ({
    type: 'endedCallChecked',
    callKey: keyOf(state, truth, pick),
    withdrawn: pick % 2 === 0,
    by: 'Sam',
  }),
  (_state, _truth, pick) => ({ type: 'resultChosen', result: results[pick % results.length] ?? 'missed' }),
  (state, _truth, pick) => ({ type: 'resultSaved', callId: callIdOf(state, pick) }),
  (state, _truth, pick) => ({ type: 'resultFailed', callId: callIdOf(state, pick), error }),
  () => ({ type: 'smsClicked' }),
  () => ({ type: 'retryClicked' }),
  (state, _truth, pick) => ({ type: 'retryAnswered', callId: callIdOf(state, pick), lead }),
  () => ({ type: 'tagChosen', key: 'hot' }),
  (state, _truth, pick) => ({ type: 'tagSaved', callId: callIdOf(state, pick) }),
  () => ({ type: 'smsSubmitted', text: 'x' }),
  (state, _truth, pick) => ({ type: 'smsSent', callId: callIdOf(state, pick) }),
  () => ({ type: 'addNoteClicked' }),
  () => ({ type: 'doneClicked' }),
  () => ({ type: 'noteSubmitted', content: 'x' }),
  (state, _truth, pick) => ({ type: 'noteSaved', callId: callIdOf(state, pick) }),
  () => ({ type: 'noteSkipped' }),
  (state, truth, pick) => ({ type: 'thankYouTimePassed', callKey: keyOf(state, truth, pick) }),
  () => ({ type: 'autoAcceptSwitched' }),
  () => ({ type: 'alertClosed' }),
];

/** Any state and no truth do: only the type of what comes out is looked at. */
const byType: ReadonlyMap<string, Idea> = new Map(
  ideas.map((idea) => [
    idea(initialPhone, { status: new Map(), accepted: new Set(), offers: 0 }, 0).type,
    idea,
  ]),
);

const REQUESTS: ReadonlySet<string> = new Set<RequestEffect['type']>([
  'loadUser',
  'fetchToken',
  'reportPresence',
  'lookUpCall',
  'checkEndedCall',
  'placeCall',
  'hangUpCall',
  'rejectCall',
  'reportDisconnect',
  'holdCall',
  'unholdCall',
  'transferCall',
  'saveResult',
  'retryLead',
  'saveTag',
  'sendSms',
  'saveNote',
]);

/** The truth of the device moves with what it reports, before the phone hears of it. */
function deviceReports(truth: DeviceTruth, event: PhoneEvent): void {
  if (!('callKey' in event) || !truth.status.has(event.callKey)) return;
  switch (event.type) {
    case 'lineAccepted':
      truth.status.set(event.callKey, 'taken');
      break;
    case 'lineStatusChanged':
      truth.status.set(event.callKey, event.status === 'closed' ? 'over' : 'taken');
      break;
    case 'lineCancelled':
    case 'lineDisconnected':
    case 'lineFailed':
      truth.status.set(event.callKey, 'over');
      break;
    default:
      break;
  }
}

/** `expect` is a hundred times slower, and this runs a hundred thousand times. */
function hold(invariant: string, holds: boolean): void {
  if (!holds) throw new Error(`Broken: ${invariant}`);
}

interface Step {
  readonly before: PhoneState;
  readonly event: PhoneEvent;
  readonly after: PhoneState;
  readonly effects: readonly PhoneEffect[];
}

function checkEffect(effect: PhoneEffect, { event, after }: Step, truth: DeviceTruth): void {
  if (!('callKey' in effect)) return;
  const { callKey } = effect;
  switch (effect.type) {
    case 'rejectLine':
      hold('nothing is rejected that is not pending', truth.status.get(callKey) === 'pending');
      truth.status.set(callKey, 'over');
      break;
    case 'ignoreLine':
    case 'disconnectLine':
      truth.status.set(callKey, 'over');
      break;
    case 'acceptLine': {
      hold('only a pending call is accepted', truth.status.get(callKey) === 'pending');
      hold('a call is accepted once', !truth.accepted.has(callKey));
      truth.accepted.add(callKey);
      truth.status.set(callKey, 'taken');
      const { view } = after.screen;
      const never = 'conversation' in view && view.conversation.call.profile_id === 7703;
      hold('profile 7703 is accepted by a click only', !never || event.type === 'acceptClicked');
      break;
    }
    default:
      break;
  }
}

function check(step: Step, truth: DeviceTruth): void {
  const { before, event, after, effects } = step;
  const { view } = after.screen;
  const shows = viewName(after);
  hold(
    'only login and startup show without a user',
    (shows === 'login' || shows === 'startup') === (after.session.name !== 'agent'),
  );

  const timed = statusLine(after)?.name === 'timer';
  hold(
    'time runs only on call after the accept',
    !timed || (view.name === 'oncall' && view.phase.name === 'talking'),
  );

  for (const effect of effects) checkEffect(effect, step, truth);
  const count = (type: PhoneEffect['type']) => effects.filter((effect) => effect.type === type).length;
  hold(
    'a reject is posted only with the reject of a device call',
    count('rejectCall') <= count('rejectLine'),
  );

  if (view.name === 'waiting' && before.screen.view.name !== 'waiting') {
    const kept = {
      lead: event.type === 'retryAnswered' ? lead : null,
      notice: view.notice,
      offer: view.offer,
      // An id that nothing shows: the word of who took the ring may come after its cancel.
      cancelledRing: view.cancelledRing,
    };
    hold('a reset leaves nothing of the call', isDeepStrictEqual(view, { ...emptyWaiting, ...kept }));
    hold('a reset leaves no line of the call', view.notice === null || view.notice === 'Taken by Sam');
    hold('a reset lets go of the device call', view.offer !== null || after.line.call === null);
    hold(
      'a reset forgets the stored call',
      before.screen.view.name !== 'oncall' || after.screen.storedCall === null,
    );
  }

  const loggedOut =
    after.session.name === 'visitor' && event.type !== 'logoutClicked' && event.type !== 'pageLoaded';
  hold('nothing is asked for after a log-out', !loggedOut || !effects.some(({ type }) => REQUESTS.has(type)));

  const quiet = event.type === 'holdFailed' || (event.type === 'deviceErrored' && event.code < 31010);
  const told = banner(after) !== banner(before) || alertText(after) !== alertText(before);
  hold('31009, 31005 and a failed hold are only listed or logged', !quiet || !told);

  hold('the ring sounds exactly while the ringing view shows', after.audio.ringing === (shows === 'ringing'));
}

/** What may well happen next in each view; without it most walks end in waiting or at the login. */
const likely: Readonly<Record<string, readonly PhoneEvent['type'][]>> = {
  waiting: ['callOffered', 'callUserLoaded', 'callUserLoaded', 'callNowClicked', 'callPlaced', 'navClicked'],
  ringing: ['acceptClicked', 'ignoreClicked'],
  oncall: [
    'lineAccepted',
    'lineAccepted',
    'muteClicked',
    'holdClicked',
    'lineDisconnected',
    'endedCallChecked',
  ],
  disposition: ['resultChosen', 'resultSaved', 'resultSaved', 'retryClicked', 'retryAnswered', 'smsClicked'],
  disposition2: ['tagChosen', 'tagSaved'],
  sms: ['smsSubmitted', 'smsSent'],
  thankyou: ['addNoteClicked', 'callOffered', 'callUserLoaded', 'doneClicked'],
  note: ['noteSubmitted', 'noteSaved', 'noteSkipped'],
};

/** The idea of a walk's number: two of three are likely ones. */
function eventOf(state: PhoneState, truth: DeviceTruth, index: number, pick: number): PhoneEvent | undefined {
  const wanted = index % 3 === 0 ? undefined : likely[viewName(state)];
  if (!wanted) return ideas[Math.floor(index / 3) % ideas.length]?.(state, truth, pick);
  const type = wanted[Math.floor(index / 3) % wanted.length];
  return byType.get(type ?? '')?.(state, truth, pick);
}

test(`${WALKS} walks of ${LENGTH} events hold the invariants`, () => {
  const seen = new Set<string>();
  const idea = fc.tuple(fc.nat(3 * ideas.length * 60 - 1), fc.nat(59));
  fc.assert(
    fc.property(fc.array(idea, { minLength: LENGTH, maxLength: LENGTH }), (walk) => {
      const truth: DeviceTruth = { status: new Map(), accepted: new Set(), offers: 0 };
      let state = transition(initialPhone, { type: 'userLoaded', user }, everything).state;
      for (const [index, pick] of walk) {
        const event = eventOf(state, truth, index, pick);
        if (!event) continue;
        deviceReports(truth, event);
        const outcome = transition(state, event, everything);
        check({ before: state, event, after: outcome.state, effects: outcome.effects }, truth);
        seen.add(viewName(outcome.state));
        state = outcome.state;
      }
    }),
    { numRuns: WALKS },
  );
  // Walks that never leave the first room prove nothing.
  expect([...seen].sort()).toEqual([
    'disposition',
    'disposition2',
    'login',
    'note',
    'oncall',
    'ringing',
    'sms',
    'startup',
    'thankyou',
    'waiting',
  ]);
}, 600_000);
