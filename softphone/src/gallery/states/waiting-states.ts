import type { User } from '@offhook/contract/accounts/user';
import type { OwnStatus, StatusChoice } from '@offhook/contract/agent/agent-status';
import type { NotifyPermission } from '../../core/audio/audio-state.ts';
import type { SoundStep } from '../../core/audio/sound-check.ts';
import type { CallableAnswer } from '../../core/forms/call-verdict.ts';
import type { OutboxState } from '../../core/outbox/outbox-state.ts';
import { initialPhone, type PhoneState } from '../../core/phone-state.ts';
import { ownStatus } from '../../core/sample-events.ts';
import { NEW_GUIDE } from '../../core/screen/guide.ts';
import {
  type Draft,
  emptyForm,
  emptyForms,
  emptyPerson,
  emptyWaiting,
  type Forms,
  type Waiting,
} from '../../core/screen/screen-state.ts';
import type { ShownQueue } from '../../core/session/lead-queue.ts';
import { statusLoaded } from '../../core/session/status/status-state.ts';
import {
  agent,
  conversation,
  type GalleryEntry,
  type GalleryState,
  noteRequest,
  stateAt,
  supervising,
  unsent,
} from './gallery-state.ts';
import { caller, lead, user } from './people.ts';

function withUnfinishedDraft(draft: { kind: Draft['kind']; text: string; lead: boolean }): PhoneState {
  const state = stateAt({ ...emptyWaiting, lead: draft.lead ? caller : null });
  const { kind, text } = draft;
  return { ...state, screen: { ...state.screen, drafts: [{ id: `${kind}-1`, kind, conversation, text }] } };
}

function inStatus(status: Partial<OwnStatus>, rest: Partial<Waiting> = {}): PhoneState {
  const at = Date.now();
  const own = ownStatus({ key: 'break', seconds: 760, ...status });
  return stateAt(
    { ...emptyWaiting, ...rest },
    { session: { ...agent, status: statusLoaded(null, own, { at, askedAt: at }) } },
  );
}

function inWrapUp(ms: number | null, rest: Partial<Waiting> = {}): PhoneState {
  const wrapUp = { callId: 1, endsAt: ms === null ? null : Date.now() + ms };
  return stateAt({ ...emptyWaiting, ...rest }, { session: { ...agent, wrapUp } });
}

const coaching: StatusChoice = {
  key: 'coaching',
  name: 'Coaching with the team lead of the northern region',
  icon: 'groups',
  minutes_per_day: 45,
  used_seconds: 0,
};
const used = (seconds: number) =>
  ownStatus().choices.map((one) => (one.key === 'break' ? { ...one, used_seconds: seconds } : one));

const rejectedNote: OutboxState = {
  ...unsent,
  entries: [{ id: 'one', at: 1, order: noteRequest, refusal: 'This call has ended.' }],
};

const unsentResult: OutboxState = {
  ...unsent,
  entries: [
    {
      id: 'one',
      at: 1,
      order: { type: 'saveResult', callId: 1, about: 'Olga Line', result: 'missed' },
      refusal: null,
    },
  ],
};

const visitor = (banner: string | null): PhoneState => ({
  ...initialPhone,
  session: { name: 'visitor', submitting: false, invalidFields: { email: false, password: false }, banner },
});

const bartholomew = {
  ...emptyForm,
  fname: 'Bartholomew',
  lname: 'Okonkwo-Lindqvist',
  phoneNumber: '+14155550142',
};

const waiting = emptyWaiting;

function typed(forms: Partial<Forms>, rest: Partial<Waiting> = {}): PhoneState {
  const state = stateAt({ ...waiting, panel: { name: 'new_call' }, ...rest });
  return { ...state, screen: { ...state.screen, forms: { ...emptyForms, loaded: true, ...forms } } };
}

const withoutCountry = stateAt(
  { ...waiting, panel: { name: 'new_call' } },
  { session: { ...agent, user: { ...user, country_code: null } } },
);

function notifying(notify: NotifyPermission, state: PhoneState, notifyNotNow = false): PhoneState {
  const settings = { ...state.audio.settings, notifyNotNow };
  return { ...state, audio: { ...state.audio, notify, settings } };
}

function withDevices(signedIn: User): PhoneState {
  const state = stateAt(
    { ...waiting, panel: { name: 'settings' } },
    { session: { ...agent, user: signedIn } },
  );
  const inputs = [
    { id: 'jabra-in', label: 'Jabra Evolve2 65 (Bluetooth handsfree)', group: 'jabra' },
    { id: 'mac-in', label: 'MacBook Pro Microphone (Built-in)', group: 'mac' },
  ];
  const outputs = [
    { id: 'jabra-out', label: 'Jabra Evolve2 65 (Bluetooth handsfree)', group: 'jabra' },
    { id: 'mac-out', label: 'MacBook Pro Speakers (Built-in)', group: 'mac' },
  ];
  const settings = {
    ...initialPhone.audio.settings,
    microphone: 'jabra-in',
    speaker: 'jabra-out',
    ringer: 'mac-out',
  };
  const { permissions } = signedIn;
  return {
    ...state,
    screen: {
      ...state.screen,
      agent: {
        userId: user.id,
        accountId: user.account_id,
        language: 'en',
        permissions,
        supervisedTeamIds: null,
      },
      autoAcceptSwitch: true,
    },
    audio: { ...state.audio, devices: { inputs, outputs }, settings },
  };
}

function history(shown: GalleryState['history'] & string, page = 1): GalleryState {
  return { state: stateAt({ ...waiting, panel: { name: 'history', page } }), history: shown };
}

function checking(step: SoundStep, level?: number): GalleryState {
  return { state: withDevices(user), soundCheck: { step, ...(level !== undefined && { level }) } };
}

function notCallable(answer: Omit<CallableAnswer, 'allowed'>): GalleryState {
  return { state: typed({ newCall: bartholomew }), callable: { allowed: false, ...answer } };
}

function queueOf(fields: Partial<ShownQueue>): ShownQueue {
  return {
    at: 0,
    waiting: 28,
    nextDueAt: null,
    isAfterMissedRing: false,
    offShiftUntil: null,
    secondsLeft: null,
    ...fields,
  };
}

export const waitingStates = {
  login: visitor(null),
  'login-error': visitor('Your login credentials are invalid.'),
  waiting: stateAt(waiting),
  'waiting-lead': stateAt({ ...waiting, lead }),
  'waiting-queue': stateAt(waiting, { queue: queueOf({ secondsLeft: 3 }) }),
  'waiting-queue-one': stateAt(waiting, { queue: queueOf({ waiting: 1 }) }),
  'waiting-queue-connecting': stateAt(waiting, { queue: queueOf({ secondsLeft: 0 }) }),
  'waiting-queue-missed': stateAt(waiting, { queue: queueOf({ secondsLeft: 43, isAfterMissedRing: true }) }),
  'waiting-queue-empty': stateAt(waiting, { queue: queueOf({ waiting: 0 }) }),
  'waiting-offshift': stateAt(waiting, {
    queue: queueOf({ at: Date.UTC(2026, 10, 23, 17), offShiftUntil: Date.UTC(2026, 10, 23, 21) }),
  }),
  'waiting-notice': stateAt({ ...waiting, notice: 'Taken by Amara Nwachukwu' }),
  'waiting-locked': stateAt(waiting, { audio: { ...initialPhone.audio, lock: 'locked' } }),
  'waiting-elsewhere': stateAt(waiting, {
    session: { ...agent, place: 'elsewhere', reachable: false },
    line: { ...initialPhone.line, device: 'parked' },
  }),
  'waiting-status': inStatus({ key: 'available', seconds: 6_128 }),
  'waiting-break': inStatus({}),
  'waiting-break-over': inStatus({ choices: used(2_030) }),
  'waiting-break-lead': inStatus({}, { lead }),
  'waiting-lunch': { state: inStatus({ key: 'lunch', seconds: 4_000 }), missing: 1 },
  'waiting-coaching': inStatus({ key: 'coaching', choices: [...ownStatus().choices, coaching] }),
  'waiting-day': {
    state: stateAt(waiting, { queue: queueOf({ secondsLeft: 3 }) }),
    missing: 1,
    day: {
      date: '2026-11-23',
      calls_made: 1_117,
      calls_taken: 12,
      talk_seconds: 14_451,
      leads_reached: 409,
      missed_rings: 3,
      break_seconds: 1_199,
      results: [
        { result: 'contacted', count: 409 },
        { result: 'voicemail', count: 304 },
        { result: 'missed', count: 403 },
        { result: 'removed', count: 1 },
      ],
    },
  },
  'waiting-guide': { state: stateAt(waiting), guide: NEW_GUIDE },
  'waiting-guide-notify': {
    state: notifying('default', stateAt(waiting)),
    guide: { ...NEW_GUIDE, at: 'notify', done: ['sound'] },
  },
  'waiting-guide-notify-later': {
    state: notifying('default', stateAt(waiting), true),
    guide: { ...NEW_GUIDE, at: 'notify', done: ['sound'] },
  },
  'waiting-guide-available': { state: stateAt(waiting), guide: { ...NEW_GUIDE, at: 'available' } },
  'waiting-guide-call': { state: stateAt(waiting), guide: { ...NEW_GUIDE, at: 'call' } },
  'waiting-guide-help': { state: stateAt(waiting), guide: { ...NEW_GUIDE, at: 'help' } },
  'waiting-wrapup': inWrapUp(720_000),
  'waiting-wrapup-until-done': { state: inWrapUp(null), missing: 1 },
  'waiting-wrapup-lead': inWrapUp(720_000, { lead }),
  'waiting-donotdisturb': inStatus({ key: 'do_not_disturb' }),
  'waiting-alert': {
    ...stateAt(waiting),
    screen: { ...stateAt(waiting).screen, alerts: ['Connection error code 8'] },
  },
  'waiting-newcall': typed({}),
  'waiting-newcall-error': typed({
    newCall: { ...bartholomew, phoneNumber: '+1 415' },
    refusal: 'This phone number is too short.',
  }),
  'waiting-newcall-extension': typed({
    newCall: { ...bartholomew, phoneNumber: '+14155550142 ext. 12a' },
    refusal: 'An extension can contain only digits, such as 12 in x12.',
  }),
  'waiting-newcall-placing': typed(
    { newCall: bartholomew },
    { placing: { ...bartholomew, callerNumber: null } },
  ),
  'waiting-newcall-discard': typed({ newCall: bartholomew }, { asksToDiscard: true }),
  'waiting-newcall-offered': typed({
    newCall: { ...bartholomew, phoneNumber: '' },
    offered: { ...emptyPerson, phoneNumber: '+14155550143' },
  }),
  'waiting-newcall-offered-lead': typed({
    newCall: { ...emptyForm, fname: 'Olga', phoneNumber: '(415) 55' },
    offered: { ...bartholomew, lname: 'Okonkwo-Lindqvist of the Harbour Trust' },
  }),
  'waiting-unfinished': typed({ newCall: bartholomew }, { panel: null, lead }),
  'waiting-unfinished-draft': {
    state: {
      ...typed({}, { panel: null }),
      screen: {
        ...typed({ newCall: bartholomew }, { panel: null, lead: caller }).screen,
        drafts: [{ id: 'note-1', kind: 'note', conversation, text: noteRequest.content }],
      },
    },
    missing: 1,
  },
  'waiting-unfinished-rejected': typed(
    { newCall: { ...emptyForm, phoneNumber: '(415) 555-0143' }, refusal: 'This lead must not be called.' },
    { panel: null },
  ),
  'waiting-newcall-lookedup': { state: withoutCountry, lookedUp: 'FR' },
  'waiting-newcall-notfound': { state: withoutCountry, lookedUp: null },
  'waiting-newcall-later': notCallable({
    reason: 'It is 6:12 AM where this number is.',
    next: '2026-11-21T16:00:00.000Z',
  }),
  'waiting-newcall-busy': notCallable({
    reason: 'This lead is ringing on the phones of Amara Nwachukwu, Benedikt Schwarzenberger and 2 others.',
    next: null,
    busy: true,
  }),
  'waiting-newcall-barred': notCallable({ reason: 'This number is on the do-not-call list.', next: null }),
  settings: withDevices({ ...user, permissions: [...user.permissions, 'app-autoaccept'] }),
  'settings-check-listening': checking({ name: 'listening', seconds: 2, heard: true }, 3),
  'settings-check-silent': checking({ name: 'listening', seconds: 4, heard: false }),
  'settings-check-recording': checking({ name: 'recording', seconds: 2, heard: true, speaker: '' }, 4),
  'settings-check-playing': checking({ name: 'playing' }),
  'settings-check-ringing': checking({ name: 'ringing' }),
  'settings-check-refused': checking({ name: 'failed', reason: 'refused' }),
  'settings-notify': notifying('default', withDevices(user)),
  'settings-notify-blocked': notifying('denied', withDevices(user)),
  'waiting-notify': notifying('default', stateAt(waiting)),
  'waiting-notify-missing': { state: notifying('default', stateAt(waiting)), missing: 1 },
  'settings-notcopied': {
    ...withDevices(user),
    screen: {
      ...withDevices(user).screen,
      alerts: [
        {
          text: 'Couldn’t copy the error logs. Select the text below and copy it.',
          details:
            '{\n  "version": "1.9.9",\n  "browser": "Mozilla/5.0",\n  "last_call": null,\n  "errors": []\n}',
        },
      ],
    },
  },
  'settings-noautoaccept': withDevices(user),
  'settings-nodevices': stateAt({ ...waiting, panel: { name: 'settings' } }),
  'waiting-devicecame': stateAt(waiting, {
    audio: {
      ...initialPhone.audio,
      notice: {
        text: 'Jabra Evolve2 65 (Bluetooth handsfree) is connected.',
        offer: { label: 'Jabra Evolve2 65', microphone: 'jabra-in', speaker: 'jabra-out' },
      },
    },
  }),
  conference: supervising(stateAt({ ...waiting, panel: { name: 'conference' } })),
  'conference-error': supervising(
    stateAt({ ...waiting, panel: { name: 'conference' }, banner: 'This agent is not available.' }),
  ),
  'conference-empty': {
    state: supervising(stateAt({ ...waiting, panel: { name: 'conference' } })),
    people: 'empty',
  },
  'waiting-supervisor': supervising(stateAt(waiting)),
  'waiting-unsent': stateAt(waiting, { outbox: unsent }),
  'waiting-rejected': stateAt(waiting, { outbox: rejectedNote }),
  'waiting-draft': withUnfinishedDraft({ kind: 'note', text: noteRequest.content, lead: true }),
  'waiting-draft-sms': withUnfinishedDraft({
    kind: 'sms',
    text: 'Hello, this is Priya. May I call you at four?',
    lead: false,
  }),
  'waiting-callbacks': { state: stateAt(waiting), callbacks: 3 },
  'history-callback': { ...history('pages'), callbacks: 3 },
  'waiting-missing': { state: stateAt(waiting), missing: 1 },
  'waiting-search-failed': { state: stateAt(waiting), leadSearch: 'failed' },
  'waiting-search-absent': { state: stateAt(waiting), leadSearch: 'absent' },
  'waiting-parked': { state: stateAt(waiting), parked: true },
  'waiting-parked-settings': { state: stateAt({ ...waiting, panel: { name: 'settings' } }), parked: true },
  'history-parked': { ...history('pages'), parked: true },
  'waiting-parked-result': { state: stateAt(waiting), parked: true, missing: 1 },
  'waiting-parked-missing': { state: stateAt({ ...waiting, lead }), parked: true, missing: 1 },
  'waiting-missing-unsent': { state: stateAt(waiting, { outbox: unsentResult }), missing: 1 },
  'waiting-missing-two': { state: stateAt({ ...waiting, lead }), missing: 2 },
  'waiting-result': stateAt({
    ...waiting,
    panel: { name: 'result', callId: 1, about: 'Olga Line', sending: null },
  }),
  'waiting-checking': stateAt({ ...waiting, checking: true }),
  'waiting-crm': stateAt({ ...waiting, lead: { ...lead, phone_number: null, profile_picture: null } }),
  history: history('pages'),
  'history-page2': history('pages', 2),
  'history-labels': history('labeled'),
  'history-names': {
    state: stateAt(
      { ...waiting, panel: { name: 'history', page: 1 } },
      { session: { ...agent, user: { ...user, account_id: 6671 } } },
    ),
    history: 'labeled',
  },
  'history-loading': history('loading'),
  'history-empty': history('empty'),
  'history-failed': history('failed'),
} satisfies Record<string, GalleryEntry>;
