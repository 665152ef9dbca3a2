/** Every state of the phone that has a picture, as plain data. */
import type { CallerId, User } from '@offhook/contract/entities';
import type { CallableAnswer } from '../core/call-verdict.ts';
import type { Draft } from '../core/drafts.ts';
import { FIRST_SMS_TEXT } from '../core/limits.ts';
import type { OutboxState } from '../core/outbox-state.ts';
import { initialPhone, type PhoneState } from '../core/phone-state.ts';
import type { Conversation, View } from '../core/screen-state.ts';
import { emptyWaiting } from '../core/screen-state.ts';
import type { SessionState } from '../core/session.ts';
import type { SoundTrouble } from '../core/sound-watch.ts';
import { unwatched } from '../core/sound-watch.ts';
import { call, caller, lead, tags, user } from './people.ts';

export interface GalleryState {
  readonly state: PhoneState;
  readonly bars?: { readonly microphone: number; readonly speaker: number };
  /** What the look-up of the visitor's country answers. */
  readonly lookedUp?: string | null;
  readonly callable?: CallableAnswer;
  readonly history?: 'pages' | 'loading' | 'empty' | 'failed';
  /** What the lists of colleagues and teams answer; whole pages when not said. */
  readonly people?: 'loading' | 'empty' | 'failed';
}

const agent: SessionState = {
  name: 'agent',
  user,
  realtime: true,
  place: 'here',
  takingOver: false,
  reachable: true,
};

const conversation: Conversation = {
  callKey: 'key',
  callUserId: 21,
  type: 'lead',
  autoaccept: false,
  call,
  lead,
  isConference: false,
};

const inbound: Conversation = {
  ...conversation,
  type: 'inbound',
  call: { ...call, type: 'inbound', direction: 'inbound', lead: caller, whispertext: null },
  lead: caller,
};

const joined = (type: 'listen' | 'whisper' | 'barge'): Conversation => ({
  ...conversation,
  type,
  call: { ...call, type, whispertext: null, seconds_since_started_at: 83 },
});

/** A user with all three supervisor permissions. */
function supervising({ session, screen, ...rest }: PhoneState): PhoneState {
  const permissions = [...user.permissions, 'listen', 'whisper', 'barge'];
  return {
    ...rest,
    session: session.name === 'agent' ? { ...session, user: { ...user, permissions } } : session,
    screen: { ...screen, agent: screen.agent && { ...screen.agent, permissions } },
  };
}

const stranger: Conversation = { ...inbound, call: { ...inbound.call, lead: null }, lead: null };

function at(view: View, rest: Partial<PhoneState> = {}): PhoneState {
  return {
    ...initialPhone,
    session: agent,
    line: { ...initialPhone.line, device: 'registered' },
    screen: {
      ...initialPhone.screen,
      view,
      agent: { userId: user.id, accountId: user.account_id, permissions: user.permissions },
    },
    ...rest,
  };
}

function onCall(
  held: Conversation,
  rest: Partial<View & { name: 'oncall' }> = {},
  muted = false,
): PhoneState {
  const secondsAgo = 277;
  const startedAt = Date.now() - secondsAgo * 1000;
  const state = at({
    name: 'oncall',
    conversation: held,
    placed: false,
    phase: { name: 'talking', startedAt, acceptedAt: startedAt },
    hangingUp: false,
    held: false,
    holding: false,
    asking: false,
    panel: null,
    banner: null,
    notice: null,
    sound: unwatched,
    ...rest,
  });
  const deviceCall = {
    callKey: 'key',
    callUserId: 21,
    direction: 'INCOMING',
    status: 'open',
    accepted: true,
    muted,
    digits: '',
  } as const;
  return { ...state, line: { ...state.line, call: deviceCall } };
}

/** A call of which one side cannot be heard. */
function troubled(trouble: SoundTrouble, rest: Partial<View & { name: 'oncall' }> = {}): PhoneState {
  return onCall(conversation, { sound: { ...unwatched, trouble }, ...rest });
}

const result: View = { name: 'disposition', conversation, sending: null, retrying: false, banner: null };

const tagged: Conversation = {
  ...conversation,
  call: { ...call, profile: { is_deal_whispertext: true, tags } },
};

function permitted(permissions: readonly string[], state: PhoneState): PhoneState {
  const { agent } = state.screen;
  return { ...state, screen: { ...state.screen, agent: agent && { ...agent, permissions } } };
}

function poor(state: PhoneState): PhoneState {
  return { ...state, screen: { ...state.screen, poorCall: { callKey: 'key', issue: 'choppy-audio' } } };
}

const noteOrder = {
  type: 'saveNote',
  callId: call.id,
  about: lead.label,
  content: 'Owns two properties, the second one in Sausalito has a slate roof.',
} as const;

const unsent: OutboxState = {
  ...initialPhone.outbox,
  phase: 'open',
  owner: user.id,
  entries: [{ id: 'one', at: 1, order: noteOrder, refusal: null }],
};

/** Words that a reload took from the agent, with or without a lead on the card. */
function left(draft: { kind: Draft['kind']; text: string; lead: boolean }): PhoneState {
  const state = at({ ...emptyWaiting, lead: draft.lead ? caller : null });
  const { kind, text } = draft;
  return { ...state, screen: { ...state.screen, drafts: [{ id: `${kind}-1`, kind, conversation, text }] } };
}

const refusedNote: OutboxState = {
  ...unsent,
  entries: [{ id: 'one', at: 1, order: noteOrder, refusal: 'This call has ended.' }],
};

function withDigits(state: PhoneState, digits: string): PhoneState {
  const { call: deviceCall } = state.line;
  return { ...state, line: { ...state.line, call: deviceCall && { ...deviceCall, digits } } };
}

const visitor = (banner: string | null): PhoneState => ({
  ...initialPhone,
  session: { name: 'visitor', submitting: false, marked: { email: false, password: false }, banner },
});

const prefill = { fname: 'Bartholomew', lname: 'Okonkwo-Lindqvist', phoneNumber: '+14155550142' };
const noPrefill = { fname: '', lname: '', phoneNumber: '' };
const talking = { microphone: 2, speaker: 4 };
const waiting = emptyWaiting;

export const callable: CallableAnswer = { allowed: true, reason: null, next: null };

export const callerIds: readonly CallerId[] = [
  { id: 1, name: 'Main line', phone_number_formatted: '(415) 555-0199' },
  { id: 2, name: 'A line whose name is forty-one letters long', phone_number_formatted: '(415) 555-0197' },
];

/** A user of no country. */
const abroad = at(
  { ...waiting, panel: { name: 'new_call', prefill: noPrefill } },
  { session: { ...agent, user: { ...user, country_code: null } } },
);

/** The settings of somebody who has several devices. */
function withDevices(signedIn: User): PhoneState {
  const session: SessionState = {
    name: 'agent',
    user: signedIn,
    realtime: true,
    place: 'here',
    takingOver: false,
    reachable: true,
  };
  const state = at({ ...waiting, panel: { name: 'settings' } }, { session });
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
      agent: { userId: user.id, accountId: user.account_id, permissions },
      autoAcceptSwitch: true,
    },
    audio: { ...state.audio, devices: { inputs, outputs }, settings },
  };
}

export const states: Readonly<Record<string, GalleryState>> = {
  login: { state: visitor(null) },
  'login-error': { state: visitor('Your login credentials are invalid.') },
  waiting: { state: at(waiting) },
  'waiting-lead': { state: at({ ...waiting, lead }) },
  'waiting-notice': { state: at({ ...waiting, notice: 'Taken by Amara Nwachukwu' }) },
  'waiting-locked': { state: at(waiting, { audio: { ...initialPhone.audio, lock: 'locked' } }) },
  'waiting-elsewhere': {
    state: at(waiting, {
      session: { ...agent, place: 'elsewhere', reachable: false },
      line: { ...initialPhone.line, device: 'parked' },
    }),
  },
  'waiting-alert': {
    state: {
      ...at(waiting),
      screen: { ...at(waiting).screen, alerts: ['Connection error code 8'] },
    },
  },
  'waiting-newcall': { state: at({ ...waiting, panel: { name: 'new_call', prefill: noPrefill } }) },
  'waiting-newcall-error': {
    state: at({
      ...waiting,
      panel: { name: 'new_call', prefill: { ...prefill, phoneNumber: '+1 415' } },
      banner: 'Please enter a valid phone number.',
    }),
  },
  'waiting-newcall-placing': {
    state: at({ ...waiting, panel: { name: 'new_call', prefill }, placing: { callerId: '' } }),
  },
  'waiting-newcall-lookedup': { state: abroad, lookedUp: 'FR' },
  'waiting-newcall-notfound': { state: abroad, lookedUp: null },
  'waiting-newcall-later': {
    state: at({ ...waiting, panel: { name: 'new_call', prefill } }),
    callable: {
      allowed: false,
      reason: 'It is 6:12 AM where this number is.',
      next: '2026-11-21T16:00:00.000Z',
    },
  },
  'waiting-newcall-barred': {
    state: at({ ...waiting, panel: { name: 'new_call', prefill } }),
    callable: { allowed: false, reason: 'This number is on the do-not-call list.', next: null },
  },
  settings: { state: withDevices({ ...user, permissions: [...user.permissions, 'app-autoaccept'] }) },
  'settings-noautoaccept': { state: withDevices(user) },
  'settings-nodevices': { state: at({ ...waiting, panel: { name: 'settings' } }) },
  'waiting-devicecame': {
    state: at(waiting, {
      audio: {
        ...initialPhone.audio,
        notice: {
          text: 'Jabra Evolve2 65 (Bluetooth handsfree) is connected.',
          offer: { label: 'Jabra Evolve2 65', microphone: 'jabra-in', speaker: 'jabra-out' },
        },
      },
    }),
  },
  'oncall-devicegone': {
    state: {
      ...onCall(conversation),
      audio: {
        ...initialPhone.audio,
        notice: {
          text: 'Jabra Evolve2 65 (Bluetooth handsfree) is gone. MacBook Pro Microphone (Built-in) is used now.',
          offer: null,
        },
      },
    },
    bars: talking,
  },
  'ringing-lead': { state: at({ name: 'ringing', conversation }) },
  'ringing-inbound': { state: at({ name: 'ringing', conversation: inbound }) },
  'ringing-stranger': { state: at({ name: 'ringing', conversation: stranger }) },
  oncall: { state: onCall(conversation), bars: talking },
  'oncall-inbound': { state: onCall(inbound), bars: { microphone: 5, speaker: 1 } },
  'oncall-dialing': { state: onCall(conversation, { placed: true, phase: { name: 'dialing' } }) },
  'oncall-muted': { state: onCall(conversation, {}, true), bars: talking },
  'oncall-held': { state: onCall(conversation, { held: true }), bars: { microphone: 1, speaker: 0 } },
  'oncall-held-muted': { state: onCall(conversation, { held: true }, true) },
  'oncall-keypad': {
    state: withDigits(onCall(conversation, { panel: 'keypad' }), '2018#'),
    bars: { microphone: 1, speaker: 4 },
  },
  'oncall-keypad-held': { state: withDigits(onCall(conversation, { panel: 'keypad', held: true }), '') },
  'oncall-transfer': { state: onCall(conversation, { panel: 'transfer' }), bars: talking },
  'oncall-transfer-muted': { state: onCall(conversation, { panel: 'transfer' }, true), bars: talking },
  'oncall-transfer-error': {
    state: onCall(conversation, { panel: 'transfer', banner: 'This agent is not available.' }),
  },
  'oncall-transfer-loading': { state: onCall(conversation, { panel: 'transfer' }), people: 'loading' },
  'oncall-transfer-empty': { state: onCall(conversation, { panel: 'transfer' }), people: 'empty' },
  'oncall-transfer-failed': { state: onCall(conversation, { panel: 'transfer' }), people: 'failed' },
  'oncall-transfer-supervisor': { state: supervising(onCall(conversation, { panel: 'transfer' })) },
  'oncall-conference': { state: supervising(onCall(conversation, { panel: 'conference' })) },
  'oncall-addlead': { state: onCall(stranger, { panel: 'addLead' }), bars: talking },
  'oncall-addlead-error': {
    state: onCall(stranger, { panel: 'addLead', banner: 'Please enter a valid phone number.' }),
  },
  'oncall-addlead-asking': { state: onCall(stranger, { panel: 'addLead', asking: true }) },
  'oncall-listen': { state: supervising(onCall(joined('listen'))), bars: talking },
  'oncall-whisper': { state: supervising(onCall(joined('whisper'))), bars: talking },
  'oncall-barge': { state: supervising(onCall(joined('barge'))), bars: talking },
  conference: { state: supervising(at({ ...waiting, panel: { name: 'conference' } })) },
  'conference-error': {
    state: supervising(
      at({ ...waiting, panel: { name: 'conference' }, banner: 'This agent is not available.' }),
    ),
  },
  'conference-empty': {
    state: supervising(at({ ...waiting, panel: { name: 'conference' } })),
    people: 'empty',
  },
  'waiting-supervisor': { state: supervising(at(waiting)) },
  'oncall-notice': {
    state: onCall(conversation, { notice: 'Nobody took the transfer. You still have the call.' }),
    bars: talking,
  },
  'oncall-nothearing': { state: troubled('notHearing'), bars: { microphone: 3, speaker: 0 } },
  'oncall-nothearing-transfer': {
    state: troubled('notHearing', { panel: 'transfer' }),
    bars: { microphone: 3, speaker: 0 },
  },
  'oncall-notheard': { state: troubled('notHeard'), bars: talking },
  'oncall-silentmicrophone': {
    state: troubled('silentMicrophone'),
    bars: { microphone: 0, speaker: 4 },
  },
  'oncall-nolead': { state: onCall(stranger), bars: talking },
  result: { state: at({ name: 'disposition', conversation, sending: null, retrying: false, banner: null }) },
  'result-error': {
    state: at({
      name: 'disposition',
      conversation,
      sending: null,
      retrying: false,
      banner: 'Something went wrong. Please try again.',
    }),
  },
  'result-sending': {
    state: at({ name: 'disposition', conversation, sending: 'contacted', retrying: false, banner: null }),
  },
  'result-plain': { state: permitted([], at(result)) },
  'result-stranger': { state: at({ ...result, conversation: stranger }) },
  'result-poor': { state: poor(at(result)) },
  'thankyou-poor': { state: poor(at({ name: 'thankyou', conversation, auto: false, offer: null })) },
  sms: { state: at({ name: 'sms', conversation, draft: FIRST_SMS_TEXT, sending: false, banner: null }) },
  'sms-sending': {
    state: at({ name: 'sms', conversation, draft: FIRST_SMS_TEXT, sending: true, banner: null }),
  },
  'sms-error': {
    state: at({
      name: 'sms',
      conversation,
      draft: FIRST_SMS_TEXT,
      sending: false,
      banner: 'The message could not be sent.',
    }),
  },
  tags: { state: at({ name: 'disposition2', conversation: tagged, sending: null, banner: null }) },
  'tags-sending': { state: at({ name: 'disposition2', conversation: tagged, sending: 'hot', banner: null }) },
  'tags-none': { state: at({ name: 'disposition2', conversation, sending: null, banner: null }) },
  'tags-error': {
    state: at({
      name: 'disposition2',
      conversation: tagged,
      sending: null,
      banner: 'Something went wrong. Please try again.',
    }),
  },
  'note-saving': { state: at({ name: 'note', conversation, draft: '', saving: true, banner: null }) },
  'note-error': {
    state: at({
      name: 'note',
      conversation,
      draft: 'Owns two properties.',
      saving: false,
      banner: 'The note must be between 1 and 5000 characters.',
    }),
  },
  'note-unsent': {
    state: at({ name: 'note', conversation, draft: '', saving: false, banner: null }, { outbox: unsent }),
  },
  'thankyou-unsent': {
    state: at({ name: 'thankyou', conversation, auto: false, offer: null }, { outbox: unsent }),
  },
  'waiting-unsent': { state: at(waiting, { outbox: unsent }) },
  'waiting-refused': { state: at(waiting, { outbox: refusedNote }) },
  'waiting-draft': { state: left({ kind: 'note', text: noteOrder.content, lead: true }) },
  'waiting-draft-sms': {
    state: left({ kind: 'sms', text: 'Hello, this is Priya. May I call you at four?', lead: false }),
  },
  'note-draft': {
    state: at({ name: 'note', conversation, draft: noteOrder.content, saving: false, banner: null }),
  },
  'waiting-checking': { state: at({ ...waiting, checking: true }) },
  'waiting-crm': { state: at({ ...waiting, lead: { ...lead, phone_number: null, profile_picture: null } }) },
  note: { state: at({ name: 'note', conversation, draft: '', saving: false, banner: null }) },
  thankyou: { state: at({ name: 'thankyou', conversation, auto: false, offer: null }) },
  'thankyou-nolead': { state: at({ name: 'thankyou', conversation: stranger, auto: true, offer: null }) },
  history: { state: at({ ...waiting, panel: { name: 'history', page: 1 } }), history: 'pages' },
  'history-page2': { state: at({ ...waiting, panel: { name: 'history', page: 2 } }), history: 'pages' },
  'history-loading': { state: at({ ...waiting, panel: { name: 'history', page: 1 } }), history: 'loading' },
  'history-empty': { state: at({ ...waiting, panel: { name: 'history', page: 1 } }), history: 'empty' },
  'history-failed': { state: at({ ...waiting, panel: { name: 'history', page: 1 } }), history: 'failed' },
};
