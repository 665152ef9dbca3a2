import { isDeepStrictEqual } from 'node:util';
import { CONSULT_ENDS } from '@offhook/contract/calls/hand-over';
import { RECORDING_STATES } from '@offhook/contract/calls/recording';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultSettings } from './audio/audio-state.ts';
import type { PhoneEffect, RequestEffect } from './effects.ts';
import type { PhoneEvent } from './events.ts';
import { MAX_DRAFTS } from './forms/drafts.ts';
import { isTyped, storedForms } from './forms/forms.ts';
import { asksToDiscard } from './forms/typed.ts';
import { unmeasured } from './line/quality-figures.ts';
import type { AfterCallRequest } from './outbox/after-call-request.ts';
import { initialPhone, type PhoneState } from './phone-state.ts';
import {
  CALL_USER,
  callUserOf,
  consultationOf,
  invitationOf,
  lead,
  ownStatus,
  signedInAs,
  user,
} from './sample-events.ts';
import { alertText, banner } from './screen/ringing/alerts.ts';
import {
  emptyForm,
  emptyForms,
  emptyPerson,
  emptyWaiting,
  type Forms,
  type Waiting,
} from './screen/screen-state.ts';
import { statusLine } from './screen/status-line.ts';
import { viewName } from './screen/view-name.ts';
import { isConnected } from './session/reachability.ts';
import { canBePhone, isAway } from './session/session.ts';
import { transition } from './transition.ts';

const WALKS = Number(process.env['OFFHOOK_WALKS'] ?? 2_000);
/** The same walks each time, so that a failure points to a change; random if OFFHOOK_WALKS is set. */
const SEED = process.env['OFFHOOK_WALKS'] ? {} : { seed: 20261122 };
const LENGTH = 50;

/** The actual state of the device calls, independent of the phone's state. */
interface DeviceTruth {
  readonly status: Map<string, 'pending' | 'accepted' | 'over'>;
  readonly accepted: Set<string>;
  offers: number;
}

/** The fields of a random event of this type. */
type EventMaker<T extends PhoneEvent['type']> = (
  pick: number,
  state: PhoneState,
  truth: DeviceTruth,
) => Omit<Extract<PhoneEvent, { type: T }>, 'type'>;

/** Usually a call key that fits the state, otherwise one of an older call. */
function keyOf(state: PhoneState, truth: DeviceTruth, pick: number): string {
  const { view } = state.screen;
  const current = 'conversation' in view ? view.conversation.callKey : view.pendingRing?.callKey;
  const known = [...truth.status.keys()];
  return pick % 4 > 0 && current ? current : (known[pick % Math.max(1, known.length)] ?? 'unknown');
}

function callIdOf({ screen: { view } }: PhoneState, pick: number): number {
  return 'conversation' in view && pick % 4 > 0 ? view.conversation.call.id : 999;
}

const ofLine =
  <Rest extends object>(rest: (pick: number) => Rest) =>
  (pick: number, state: PhoneState, truth: DeviceTruth) => ({
    callKey: keyOf(state, truth, pick),
    ...rest(pick),
  });
const ofCall =
  <Rest extends object>(rest: (pick: number) => Rest) =>
  (pick: number, state: PhoneState) => ({ callId: callIdOf(state, pick), ...rest(pick) });
/** For the call with the latest result. */
const ofGivenResult =
  <Rest extends object>(rest: (pick: number) => Rest) =>
  (pick: number, state: PhoneState) => ({
    callId: state.screen.givenResult?.callId ?? callIdOf(state, pick),
    ...rest(pick),
  });
const nothing = () => ({});

const callTypes = ['lead', 'inbound', 'transfer', 'conference', 'listen', 'whisper', 'barge'] as const;

function randomRecording(pick: number) {
  return {
    state: RECORDING_STATES[pick % RECORDING_STATES.length] ?? 'on',
    pause_minutes: pick % 3 ? 10 : null,
  };
}

function randomCallUser(pick: number) {
  const type = callTypes[pick % callTypes.length] ?? 'lead';
  const direction = type === 'inbound' || pick % 5 === 0 ? 'inbound' : 'outbound';
  const call = {
    id: 50 + (pick % 3),
    type,
    direction,
    profile_id: pick % 3 === 0 ? 7703 : 1,
    lead: pick % 4 === 0 ? null : lead,
    profile: { is_deal_whispertext: pick % 2 === 0, tags: [] },
    consultation: pick % 5 === 1 ? consultationOf({ role: pick % 2 ? 'agent' : 'colleague' }) : null,
    invitation: pick % 4 === 1 ? null : invitationOf({ state: pick % 2 ? 'ringing' : 'missed' }),
    recording: pick % 4 ? randomRecording(pick >> 2) : null,
  };
  return callUserOf(call, { autoaccept: pick % 2 === 0 });
}

const results = ['contacted', 'voicemail', 'missed', 'removed'] as const;
const panels = ['keypad', 'transfer', 'conference', 'addLead'] as const;
const items = ['new_call', 'history', 'settings', 'conference'] as const;
const statuses = ['ringing', 'open', 'reconnecting', 'closed'] as const;
const codes = [31009, 31005, 31401, 31205, 99999] as const;
const error = 'The server said no.';

const answers = [null, null, null, 0, 200, 401, 419, 429, 500, 422] as const;

function randomRequest(state: PhoneState, pick: number): AfterCallRequest {
  const call = { callId: callIdOf(state, pick), about: 'Lee' };
  const requests: readonly AfterCallRequest[] = [
    { type: 'saveResult', ...call, result: 'missed' },
    { type: 'saveTag', ...call, key: 'hot' },
    { type: 'sendSms', ...call, text: 'x' },
    { type: 'saveNote', ...call, content: 'x' },
  ];
  const { view } = state.screen;
  const index = { disposition: 0, disposition2: 1, sms: 2, note: 3 }[view.name as 'sms'] ?? pick % 4;
  return requests[index] ?? { type: 'saveNote', ...call, content: 'x' };
}

const accounts = [100, 781, 10787, 6671] as const;

/** One per event type: a new type without an entry doesn't compile. */
const makeEvent: { readonly [T in PhoneEvent['type']]: EventMaker<T> } = {
  pageLoaded: () => ({ telUrl: null, storedCall: { callId: 50, startedAt: 5 } }),
  phoneNotLoaded: () => ({}),
  userLoaded: (pick) => ({
    user: {
      ...user,
      account_id: accounts[pick % accounts.length] ?? 100,
      permissions: pick % 2 === 0 ? ['app-sms', 'app-retry', 'app-autoaccept', 'listen'] : [],
    },
  }),
  userNotSignedIn: () => ({}),
  userFailed: () => ({ error: null }),
  loginSubmitted: (pick) => ({ email: pick % 2 ? 'a@b.co' : '', password: 'x' }),
  loginSucceeded: () => ({}),
  loginFailed: () => ({ error }),
  logoutClicked: () => ({}),
  sessionExpired: () => ({}),
  useItHereClicked: () => ({}),
  alertClosed: () => ({}),
  telLinkOpened: (pick) => ({ url: pick % 2 ? `tel:+1415555010${pick % 10}` : 'tel:nobody' }),
  realtimeConnected: () => ({}),
  realtimeLost: () => ({}),
  pageLockGained: () => ({}),
  pageLockLost: () => ({}),
  pageLeft: () => ({}),
  pageResumed: () => ({}),
  presenceTicked: (pick) => ({ at: pick * 10_000 }),
  clockTicked: (pick) => ({ at: pick * 10_000, wasSuspended: pick % 5 === 0 }),
  networkLost: () => ({}),
  tryNowClicked: () => ({}),
  presenceNotOffered: () => ({}),
  presenceResponded: (pick) => ({
    phone: pick % 5 !== 0,
    resume: pick % 2 ? 50 : null,
    registered: pick % 3 !== 0,
    queue:
      pick % 4 === 0
        ? null
        : {
            at: pick,
            waiting: pick % 3,
            nextDueAt: pick % 2 ? pick : null,
            isAfterMissedRing: false,
            offShiftUntil: null,
          },
    status: STATUSES[pick % 3]?.revision ?? null,
    wrapUp: pick % 3 === 0 ? { call_id: 50 + (pick % 2), seconds_left: pick % 2 ? null : pick % 20 } : null,
    onExternalPhone: pick % 7 === 0,
    at: pick * 10_000,
  }),
  wrapUpEndClicked: () => ({}),
  wrapUpNotEnded: () => ({}),
  statusMenuOpened: () => ({}),
  statusChosen: (pick) => ({ key: pick % 2 ? 'break' : 'available' }),
  statusUpdated: (pick) => ({ revision: `r${pick % 3}` }),
  statusLoaded: (pick) => ({
    status: STATUSES[pick % 2] ?? ownStatus(),
    at: pick * 10_000,
    askedAt: pick * 9_000,
  }),
  statusNotLoaded: () => ({}),
  statusNotChosen: () => ({ error: 'No.' }),
  // the device
  deviceRegistered: () => ({}),
  deviceUnregistered: () => ({}),
  tokenLoaded: () => ({ token: 't', purpose: 'register', at: 0 }),
  tokenFailed: () => ({ purpose: 'register', at: 0 }),
  tokenExpiring: () => ({}),
  microphoneStopped: () => ({}),
  deviceErrored: (pick) => ({
    code: codes[pick % codes.length] ?? 0,
    message: '',
    at: pick,
  }),
  ringLockFound: (pick) => ({ locked: pick % 2 === 0 }),
  audioDevicesListed: () => ({ devices: { inputs: [], outputs: [] } }),
  microphonePermissionFound: (pick) => ({ denied: pick % 2 === 0 }),
  deviceNoticeTimedOut: () => ({}),
  deviceOfferAccepted: () => ({}),
  settingsLoaded: (pick) => ({
    settings: { ...defaultSettings, autoAccept: pick % 2 === 0 },
  }),
  localeSaved: () => ({ locale: { language: 'es', time_zone: 'UTC', clock: '24', date_order: 'ymd' } }),
  settingsSaved: () => ({ settings: { microphone: '', speaker: '', ringer: 'r' } }),
  autoAcceptSwitched: () => ({}),
  copyErrorLogsClicked: () => ({}),
  errorLogsCopied: () => ({}),
  errorLogsNotCopied: () => ({ text: '{}' }),
  notifyPermissionFound: (pick) => ({
    permission: (['unknown', 'default', 'granted', 'denied'] as const)[pick % 4] ?? 'default',
  }),
  allowNotificationsClicked: () => ({}),
  notifyNotNowClicked: () => ({}),
  updateClicked: () => ({}),
  appUpdated: () => ({}),
  // waiting
  navClicked: (pick) => ({ item: items[pick % items.length] ?? 'history' }),
  panelClosed: () => ({}),
  historyPageChosen: (pick) => ({ page: pick }),
  historyLeadClicked: () => ({ fname: 'Lee', lname: '', phoneNumber: '+1' }),
  callNowClicked: (pick) => ({
    fname: '',
    lname: '',
    phoneNumber: '+1',
    problem: pick % 4 > 0 ? null : 'tooShort',
    callerId: '',
    callerNumber: null,
  }),
  callPlaced: (pick, _state, truth) => {
    truth.offers += 1;
    return { callUserId: 1000 + truth.offers, call: randomCallUser(pick).call };
  },
  callPlacingFailed: () => ({ error }),
  newCallTyped: (pick) => ({ form: { ...emptyForm, fname: pick % 5 ? `Lee ${pick}` : ' ' } }),
  addLeadTyped: (pick) => ({
    form: { ...emptyPerson, fname: pick % 5 ? `Ada ${pick}` : '' },
  }),
  formDiscarded: () => ({}),
  formKept: () => ({}),
  offeredPersonUsed: () => ({}),
  offeredPersonDismissed: () => ({}),
  formsLoaded: (pick) => ({
    userId: user.id,
    forms: {
      newCall: pick % 2 ? { ...emptyForm, lname: `Kept ${pick}` } : null,
      offered: null,
      addLead: pick % 3 ? { ...emptyPerson, fname: 'Ida', callId: 50 + (pick % 3) } : null,
    },
  }),
  checkForLeadClicked: () => ({}),
  leadChecked: (pick) => ({ lead: pick % 2 ? lead : null }),
  superviseClicked: () => ({ action: 'listen', callId: 50 }),
  superviseSucceeded: () => ({}),
  superviseFailed: () => ({ error }),
  noticeTimedOut: () => ({}),
  awaitedRingTimedOut: () => ({}),
  // a ring
  callIncoming: (_pick, _state, truth) => {
    truth.offers += 1;
    const callKey = `incoming-${truth.offers}`;
    truth.status.set(callKey, 'pending');
    return { callKey, callUserId: truth.offers };
  },
  callUserLoaded: ofLine((pick) => ({ callUser: randomCallUser(pick) })),
  callUserFailed: ofLine(nothing),
  callWithdrawn: (pick, state) => ({
    callUserId: 'conversation' in state.screen.view ? state.screen.view.conversation.callUserId : pick,
    by: pick % 2 ? 'Sam' : null,
  }),
  callUpdated: ofCall(nothing),
  callRefreshed: ofLine((pick) => ({
    call: randomCallUser(pick).call,
    at: 1_000_000 + pick * 1000,
    askedAt: 1_000_000 + pick * 990,
  })),
  callNoticeReceived: ofCall((pick) => ({
    text: 'No agent accepted the transfer. You still have the call.',
    code: pick % 2 ? 'transferMissed' : null,
  })),
  acceptClicked: () => ({}),
  ignoreClicked: () => ({}),
  // on call
  hangUpClicked: () => ({}),
  muteClicked: () => ({}),
  holdClicked: () => ({}),
  holdSucceeded: ofCall((pick) => ({ held: pick % 2 === 0, at: 1_000_000 + pick * 990 })),
  holdFailed: ofCall((pick) => ({ at: 1_000_000 + pick * 990 })),
  recordingClicked: () => ({}),
  parkClicked: () => ({}),
  parkFailed: ofCall(() => ({ error })),
  pickUpClicked: () => ({ callId: 71 }),
  pickUpSucceeded: () => ({}),
  pickUpFailed: () => ({ error }),
  recordingRequested: ofCall((pick) => ({
    recording: randomRecording(pick),
    at: 1_000_000 + pick * 1000,
    askedAt: 1_000_000 + pick * 990,
  })),
  recordingRejected: ofCall((pick) => ({ paused: pick % 2 === 0, error })),
  onCallPanelClicked: (pick) => ({ panel: panels[pick % panels.length] ?? 'keypad' }),
  digitsPressed: (pick) => ({ digits: pick % 2 ? '5' : 'a' }),
  transferChosen: (pick) => ({ to: pick % 2 ? { userId: 9 } : { teamId: 3 } }),
  transferSucceeded: ofCall(nothing),
  transferFailed: ofCall(() => ({ error })),
  conferenceChosen: () => ({ userId: 9 }),
  reasonTyped: (pick) => ({ text: `reason ${pick}` }),
  cancelInvitationClicked: () => ({}),
  inviteAgainClicked: () => ({}),
  invitationCanceled: ofCall((pick) => ({ at: pick * 1000 })),
  invitationCancelFailed: ofCall(() => ({ error })),
  invitationTimedOut: () => ({}),
  consultFirstChosen: (pick) => ({ consultsFirst: pick % 2 === 0 }),
  consultEndClicked: (pick) => ({ how: CONSULT_ENDS[pick % CONSULT_ENDS.length] ?? 'back' }),
  consultationEnded: ofCall(nothing),
  consultEndFailed: ofCall(() => ({ error })),
  conferenceSucceeded: () => ({}),
  conferenceFailed: () => ({ error }),
  addLeadSubmitted: (pick) => ({
    fname: '',
    lname: '',
    phoneNumber: '+1',
    problem: pick % 4 > 0 ? null : 'tooShort',
  }),
  leadAdded: ofCall((pick) => ({ call: randomCallUser(pick).call, lead, at: pick * 1000 })),
  renameClicked: () => ({}),
  renameDeclined: () => ({}),
  leadRenamed: ofCall((pick) => ({ call: randomCallUser(pick).call, lead, at: pick * 1000 })),
  renameFailed: ofCall(() => ({ error })),
  addLeadFailed: ofCall(() => ({ error })),
  lineStatusChanged: ofLine((pick) => ({ status: statuses[pick % statuses.length] ?? 'open' })),
  digitsSent: ofLine(() => ({ digits: '5' })),
  lineAccepted: ofLine((pick) => ({ at: pick * 1000 })),
  lineWarned: ofLine((pick) => ({ warning: pick % 2 ? 'low-mos' : 'high-rtt' })),
  lineCancelled: ofLine(nothing),
  lineDisconnected: ofLine((pick) => ({
    status: pick % 6 === 0 ? 'open' : 'closed',
    at: 1_000_000 + pick * 1000,
  })),
  lineFailed: ofLine((pick) => ({ code: 31000, message: '', at: pick })),
  lineMeasured: ofLine((pick) => ({
    measure: {
      at: pick * 1000,
      packetsReceived: pick % 2,
      packetsSent: pick,
      report: null,
      microphone: pick % 3,
      muted: pick % 5 === 0,
    },
  })),
  callMeasured: () => ({ sid: 'CA1', quality: unmeasured }),
  endedCallChecked: ofLine((pick) => ({ hadCall: [true, false, null][pick % 3] ?? null, by: 'Sam' })),
  // after the call
  resultChosen: (pick) => ({ result: results[pick % results.length] ?? 'missed' }),
  resultSaved: ofCall(nothing),
  resultFailed: ofCall((pick) => ({ error, isAnotherAgentsCall: pick % 3 === 0 })),
  undoClicked: ofGivenResult(() => ({ about: '' })),
  resultUndone: ofGivenResult(() => ({ about: '' })),
  undoFailed: ofGivenResult((pick) => ({ about: '', error, hasResponse: pick % 2 === 0 })),
  undoTimedOut: ofGivenResult(nothing),
  lateResultClicked: ofCall(() => ({ about: 'Lee' })),
  lateNoteClicked: () => ({ callUserId: CALL_USER }),
  pastCallLoaded: () => ({ callUserId: CALL_USER, callUser: callUserOf() }),
  pastCallFailed: () => ({ error }),
  retryClicked: () => ({}),
  retrySucceeded: ofCall(() => ({ lead })),
  retryFailed: ofCall(() => ({ error })),
  tagChosen: () => ({ key: 'hot' }),
  tagSaved: ofCall(nothing),
  tagFailed: ofCall(() => ({ error })),
  tagsSkipped: () => ({}),
  smsClicked: () => ({}),
  smsSubmitted: () => ({ text: 'x' }),
  smsSent: ofCall(nothing),
  smsFailed: ofCall(() => ({ error })),
  smsCancelled: () => ({}),
  addResultClicked: () => ({}),
  addNoteClicked: () => ({}),
  doneClicked: () => ({}),
  noteSubmitted: () => ({ content: 'x' }),
  noteSaved: ofCall((pick) => ({ content: pick % 2 ? 'x' : `words ${pick}` })),
  noteFailed: ofCall(() => ({ error })),
  noteSkipped: () => ({}),
  callNoteStarted: () => ({}),
  callNoteTyped: (pick) => ({ callId: 55 + (pick % 3), text: pick % 4 === 0 ? ' ' : `words ${pick}` }),
  draftTyped: (pick) => ({ text: pick % 4 === 0 ? ' ' : `words ${pick}` }),
  draftOpened: (_, { screen }) => ({ id: screen.drafts[0]?.id ?? 'gone' }),
  draftDiscarded: (_, { screen }) => ({ id: screen.drafts[0]?.id ?? 'gone' }),
  draftsLoaded: (_, { screen }) => ({ userId: user.id, drafts: screen.drafts }),
  thankYouTimedOut: ofLine(nothing),
  feedbackStarted: () => ({}),
  feedbackGiven: () => ({ issue: 'echo' }),
  feedbackDismissed: () => ({}),
  // the outbox
  requestUnsent: (pick, state, truth) => {
    truth.offers += 1;
    return { id: `request-${truth.offers}`, at: truth.offers, order: randomRequest(state, pick) };
  },
  outboxLoaded: (_, state) => ({ userId: user.id, entries: state.outbox.entries }),
  outboxChanged: () => ({}),
  networkReturned: () => ({}),
  outboxResponded: (pick, { outbox }) => ({
    id: pick % 4 > 0 && outbox.sending ? outbox.sending : (outbox.entries[0]?.id ?? 'gone'),
    status: answers[pick % answers.length] ?? null,
    refusal: pick % 3 === 0 ? error : null,
  }),
  countryLookupFailed: (pick) => ({ message: 'unable to fetch the country', at: pick }),
  rejectionRead: (_, { outbox }) => ({
    id: outbox.entries.find(({ refusal }) => refusal !== null)?.id ?? 'gone',
  }),
};

const types = Object.keys(makeEvent) as readonly PhoneEvent['type'][];

/** Events that advance a call are repeated, so that they're picked more often. */
const weightedTypes: readonly PhoneEvent['type'][] = [
  ...types,
  'callIncoming',
  'callIncoming',
  'callUserLoaded',
  'callUserLoaded',
  'acceptClicked',
  'lineAccepted',
  'lineDisconnected',
];

const STATUSES = [ownStatus({ revision: 'r0' }), ownStatus({ revision: 'r1', key: 'break' })] as const;

function eventOfType(
  type: PhoneEvent['type'],
  state: PhoneState,
  truth: DeviceTruth,
  pick: number,
): PhoneEvent {
  const maker: EventMaker<typeof type> = makeEvent[type];
  return { type, ...maker(pick, state, truth) } as PhoneEvent;
}

/** All requests of a signed-in user. */
const REQUESTS: { readonly [T in Exclude<RequestEffect['type'], 'loadUser' | 'logIn' | 'logOut'>]: true } = {
  fetchToken: true,
  loadStatus: true,
  chooseStatus: true,
  endWrapUp: true,
  reportPresence: true,
  leavePresence: true,
  lookUpCall: true,
  refreshCall: true,
  checkEndedCall: true,
  placeCall: true,
  hangUpCall: true,
  undoResult: true,
  lookUpPastCall: true,
  rejectCall: true,
  reportDisconnect: true,
  reportQuality: true,
  checkForLead: true,
  supervise: true,
  parkCall: true,
  pickUpCall: true,
  holdCall: true,
  unholdCall: true,
  pauseRecording: true,
  resumeRecording: true,
  transferCall: true,
  callIntoConference: true,
  cancelInvitation: true,
  endConsultation: true,
  addLead: true,
  renameLead: true,
  saveResult: true,
  retryLead: true,
  saveTag: true,
  sendSms: true,
  saveNote: true,
  sendFromOutbox: true,
};

/** Updates the device before the phone gets the event. */
function deviceReports(truth: DeviceTruth, event: PhoneEvent): void {
  if (!('callKey' in event) || !truth.status.has(event.callKey)) return;
  switch (event.type) {
    case 'lineAccepted':
      truth.status.set(event.callKey, 'accepted');
      break;
    case 'lineStatusChanged':
      truth.status.set(event.callKey, event.status === 'closed' ? 'over' : 'accepted');
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

/** `expect` is 100 times slower, and this runs 100,000 times. */
function assertInvariant(invariant: string, holds: boolean): void {
  if (!holds) throw new Error(`Invariant violated: ${invariant}`);
}

/** A tel: link opened during the call opens New Call after it. */
function linkWaited(phoneNumber: string | null, { panel }: Waiting, { newCall, offered }: Forms): boolean {
  return (
    phoneNumber !== null &&
    panel?.name === 'new_call' &&
    [newCall, offered].some((person) => person?.phoneNumber === phoneNumber)
  );
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
      assertInvariant('only a pending call is rejected', truth.status.get(callKey) === 'pending');
      truth.status.set(callKey, 'over');
      break;
    case 'ignoreLine':
    case 'disconnectLine':
      truth.status.set(callKey, 'over');
      break;
    case 'acceptLine': {
      assertInvariant('only a pending call is accepted', truth.status.get(callKey) === 'pending');
      assertInvariant('a call is accepted once', !truth.accepted.has(callKey));
      truth.accepted.add(callKey);
      truth.status.set(callKey, 'accepted');
      const { view } = after.screen;
      const never = 'conversation' in view && view.conversation.call.profile_id === 7703;
      assertInvariant('profile 7703 is accepted only by a click', !never || event.type === 'acceptClicked');
      break;
    }
    default:
      break;
  }
}

/**
 * A request stays stored until the server has accepted it or the agent has read the error. Only one tab sends them,
 * one at a time.
 */
function checkOutbox({ before, event, after, effects }: Step): void {
  const was = before.outbox;
  const now = after.outbox;
  for (const effect of effects) {
    if (effect.type === 'removeFromOutbox') {
      const accepted = event.type === 'outboxResponded' && event.status === null && event.id === effect.id;
      const read = event.type === 'rejectionRead' && event.id === effect.id;
      const undone = event.type === 'undoClicked';
      assertInvariant(
        'an outbox entry is dropped only when accepted, read or undone',
        accepted || read || undone,
      );
    }
    if (effect.type === 'sendFromOutbox') {
      assertInvariant('only the phone sends', now.phase === 'open' && now.sending === effect.entry.id);
      assertInvariant(
        'one request is sent at a time',
        was.sending === null || event.type === 'outboxResponded' || event.type === 'undoClicked',
      );
      const oldest = now.entries.find(({ refusal }) => refusal === null);
      assertInvariant('the oldest request is sent first', oldest?.id === effect.entry.id);
    }
  }
  if (event.type === 'requestUnsent' && was.owner !== null) {
    const kept = effects.some((effect) => effect.type === 'saveToOutbox' && effect.entry.id === event.id);
    assertInvariant('an unsent request is stored', kept);
    // It may reopen New Call, which shows its own error.
    const possible = [null, banner(before), after.screen.forms.refusal];
    assertInvariant('an unsent request shows no banner', possible.includes(banner(after)));
  }
  assertInvariant('no other user sees stored requests', now.phase !== 'closed' || now.entries.length === 0);
}

/** A loss shows only on the page that is the phone, and only while it lasts. */
function checkReachability({ before, event, after }: Step): void {
  const { offline, lostSince, network, late, backOnlineTicksLeft } = after.reachability;
  const isWatched = canBePhone(after.session) && !isAway(after.session);
  assertInvariant('only the phone shows offline', !offline || isWatched);
  assertInvariant('the start of a loss is known', !offline || lostSince !== null);
  assertInvariant('a loss ends immediately', !(offline && network && !late && isConnected(after)));
  assertInvariant(
    'a loss is first shown at a clock tick',
    !offline || before.reachability.offline || event.type === 'clockTicked',
  );
  assertInvariant('offline and back online never show together', !offline || backOnlineTicksLeft === 0);
}

/** A draft is removed only when it's sent, queued or discarded. */
const DRAFT_ENDS: readonly PhoneEvent['type'][] = [
  'draftTyped',
  'callNoteTyped',
  'draftDiscarded',
  'draftsLoaded',
  'noteSaved',
  'noteSkipped',
  'smsSent',
  'smsCancelled',
  'requestUnsent',
];

function checkDrafts({ before, event, after }: Step): void {
  const [was, now] = [before.screen.drafts, after.screen.drafts];
  const signedOut = after.screen.agent === null;
  const lost = was.some(({ id }) => !now.some((kept) => kept.id === id));
  assertInvariant('drafts are not lost', !lost || signedOut || DRAFT_ENDS.includes(event.type));
  assertInvariant('no other user sees drafts', !signedOut || now.length === 0);
  assertInvariant('the number of drafts is limited', now.length <= MAX_DRAFTS);
}

/** Events that may change or clear the text of New Call. */
const FORM_ENDS: readonly PhoneEvent['type'][] = [
  'newCallTyped',
  'formDiscarded',
  'offeredPersonUsed',
  'callPlaced',
  'logoutClicked',
  'pageLockLost',
];

function checkForms({ before, event, after, effects }: Step): void {
  const [was, now] = [before.screen.forms, after.screen.forms];
  const signedOut = after.screen.agent === null;
  const kept = isDeepStrictEqual(was.newCall, now.newCall);
  const { callerId: _, ...typed } = was.newCall;
  const isOffered = isDeepStrictEqual(now.offered, typed);
  assertInvariant(
    'text typed in New Call stays',
    kept || isOffered || !isTyped(was) || signedOut || FORM_ENDS.includes(event.type),
  );
  const isStored = isDeepStrictEqual(storedForms(was), storedForms(now));
  const last = effects.filter((effect) => effect.type === 'saveForms').at(-1);
  const saved = last !== undefined && isDeepStrictEqual(last.forms, storedForms(now));
  assertInvariant('every change of a form is stored', isStored || saved || !was.loaded || !now.loaded);
  assertInvariant('forms are cleared at sign-out', !signedOut || isDeepStrictEqual(now, emptyForms));
  const { view } = after.screen;
  const asks = asksToDiscard(after);
  const ring = view.name === 'ringing' || ('pendingRing' in view && view.pendingRing !== null);
  const asksAboutShown =
    view.name === 'waiting'
      ? view.panel?.name === 'new_call' && isTyped(now)
      : view.name === 'oncall' && view.panel === 'addLead';
  assertInvariant('no question covers a ring', !asks || !ring);
  assertInvariant('the question is about a form that is shown', !asks || asksAboutShown);
}

function check(step: Step, truth: DeviceTruth): void {
  const { before, event, after, effects } = step;
  const { view } = after.screen;
  const shows = viewName(after);
  assertInvariant(
    'only login and startup show without a user',
    (shows === 'login' || shows === 'startup') === (after.session.name !== 'agent'),
  );

  const timed = statusLine(after)?.name === 'timer';
  assertInvariant(
    'the timer runs only during a call, after the accept',
    !timed || (view.name === 'oncall' && view.phase.name === 'talking'),
  );

  for (const effect of effects) checkEffect(effect, step, truth);
  checkOutbox(step);
  checkDrafts(step);
  checkReachability(step);
  checkForms(step);
  const { poorCall } = after.screen;
  assertInvariant(
    'no feedback is requested about an ended call',
    poorCall === null || 'conversation' in view || 'pendingRing' in view,
  );
  const count = (type: PhoneEffect['type']) => effects.filter((effect) => effect.type === type).length;
  assertInvariant(
    'a reject request is sent only with the reject of a device call',
    count('rejectCall') <= count('rejectLine'),
  );

  if (view.name === 'waiting' && before.screen.view.name !== 'waiting') {
    const kept = {
      lead: event.type === 'retrySucceeded' ? lead : null,
      notice: view.notice,
      pendingRing: view.pendingRing,
      // The message that says who accepted the ring may come after its cancel.
      cancelledRing: view.cancelledRing,
      panel: linkWaited(before.screen.telNumber, view, after.screen.forms) ? view.panel : null,
    };
    assertInvariant(
      'a reset leaves nothing of the call',
      isDeepStrictEqual(view, { ...emptyWaiting, ...kept }),
    );
    assertInvariant(
      'a reset leaves no status text of the call',
      view.notice === null || view.notice === 'Taken by Sam',
    );
    assertInvariant(
      'a reset releases the device call',
      view.pendingRing !== null || after.line.call === null,
    );
    assertInvariant(
      'a reset removes the stored call',
      before.screen.view.name !== 'oncall' || after.screen.storedCall === null,
    );
  }

  const loggedOut =
    after.session.name === 'visitor' && event.type !== 'logoutClicked' && event.type !== 'pageLoaded';
  assertInvariant(
    'no request is sent after logout',
    !loggedOut || !effects.some(({ type }) => type in REQUESTS),
  );

  const quiet = event.type === 'holdFailed' || (event.type === 'deviceErrored' && event.code < 31010);
  const isAlerted = banner(after) !== banner(before) || alertText(after) !== alertText(before);
  assertInvariant('31009, 31005 and a failed hold are only listed or logged', !quiet || !isAlerted);

  assertInvariant(
    'the ring sounds exactly while the ringing view is shown',
    after.audio.ringing === (shows === 'ringing'),
  );
}

/** Likely next events in each view; otherwise most walks end in waiting or at the login. */
const likely: Readonly<Record<string, readonly PhoneEvent['type'][]>> = {
  waiting: [
    'callIncoming',
    'callUserLoaded',
    'callUserLoaded',
    'callNowClicked',
    'callPlaced',
    'navClicked',
    'newCallTyped',
    'panelClosed',
    'presenceResponded',
    'outboxResponded',
  ],
  ringing: ['acceptClicked', 'ignoreClicked'],
  oncall: [
    'lineAccepted',
    'lineAccepted',
    'muteClicked',
    'holdClicked',
    'recordingClicked',
    'onCallPanelClicked',
    'addLeadTyped',
    'callNoteTyped',
    'panelClosed',
    'lineDisconnected',
    'endedCallChecked',
  ],
  disposition: [
    'resultChosen',
    'resultSaved',
    'requestUnsent',
    'retryClicked',
    'retrySucceeded',
    'smsClicked',
  ],
  disposition2: ['tagChosen', 'tagSaved', 'requestUnsent'],
  sms: ['draftTyped', 'smsSubmitted', 'smsSent', 'requestUnsent'],
  thankyou: [
    'addResultClicked',
    'addNoteClicked',
    'callNoteStarted',
    'callIncoming',
    'callUserLoaded',
    'doneClicked',
  ],
  note: ['draftTyped', 'noteSubmitted', 'noteSaved', 'noteSkipped', 'requestUnsent'],
};

/** Two out of three events are likely ones. */
function eventOf(state: PhoneState, truth: DeviceTruth, index: number, pick: number): PhoneEvent {
  const wanted = (index % 3 === 0 ? undefined : likely[viewName(state)]) ?? weightedTypes;
  return eventOfType(wanted[Math.floor(index / 3) % wanted.length] ?? 'panelClosed', state, truth, pick);
}

test(
  `${WALKS} random walks of ${LENGTH} events satisfy the invariants`,
  () => {
    const seen = new Set<string>();
    const seenEvents = new Set<string>();
    const stepChoice = fc.tuple(fc.nat(3 * weightedTypes.length * 60 - 1), fc.nat(59));
    fc.assert(
      fc.property(fc.array(stepChoice, { minLength: LENGTH, maxLength: LENGTH }), (walk) => {
        const truth: DeviceTruth = { status: new Map(), accepted: new Set(), offers: 0 };
        let state = initialPhone;
        for (const event of signedInAs()) state = transition(state, event).state;
        for (const [index, pick] of walk) {
          const event = eventOf(state, truth, index, pick);
          seenEvents.add(event.type);
          deviceReports(truth, event);
          const outcome = transition(state, event);
          check({ before: state, event, after: outcome.state, effects: outcome.effects }, truth);
          seen.add(viewName(outcome.state));
          state = outcome.state;
        }
      }),
      { numRuns: WALKS, ...SEED },
    );
    // Walks that miss events or views prove little.
    expect([...seenEvents].sort()).toEqual([...types].sort());
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
  },
  60_000 + 60 * WALKS,
);
