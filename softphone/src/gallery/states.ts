/** Every state of the phone that has a picture, as plain data. */
import type { CallerId } from '@offhook/contract/entities';
import { initialPhone, type PhoneState } from '../core/phone-state.ts';
import type { Conversation, View } from '../core/screen-state.ts';
import { emptyWaiting } from '../core/screen-state.ts';
import type { SessionState } from '../core/session.ts';
import { call, caller, lead, user } from './people.ts';

export interface GalleryState {
  readonly state: PhoneState;
  readonly bars?: { readonly microphone: number; readonly speaker: number };
  readonly history?: 'pages' | 'loading' | 'empty' | 'failed';
}

const agent: SessionState = { name: 'agent', user, realtime: true, place: 'here', takingOver: false };

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

const visitor = (banner: string | null): PhoneState => ({
  ...initialPhone,
  session: { name: 'visitor', submitting: false, marked: { email: false, password: false }, banner },
});

const prefill = { fname: 'Bartholomew', lname: 'Okonkwo-Lindqvist', phoneNumber: '+14155550142' };
const noPrefill = { fname: '', lname: '', phoneNumber: '' };
const talking = { microphone: 2, speaker: 4 };
const waiting = emptyWaiting;

export const callerIds: readonly CallerId[] = [
  { id: 1, name: 'Main line', phone_number_formatted: '(415) 555-0199' },
  { id: 2, name: 'A line whose name is forty-one letters long', phone_number_formatted: '(415) 555-0197' },
];

export const states: Readonly<Record<string, GalleryState>> = {
  login: { state: visitor(null) },
  'login-error': { state: visitor('Your login credentials are invalid.') },
  waiting: { state: at(waiting) },
  'waiting-lead': { state: at({ ...waiting, lead }) },
  'waiting-notice': { state: at({ ...waiting, notice: 'Taken by Amara Nwachukwu' }) },
  'waiting-locked': { state: at(waiting, { audio: { ...initialPhone.audio, lock: 'locked' } }) },
  'waiting-elsewhere': {
    state: at(waiting, {
      session: { ...agent, place: 'elsewhere' },
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
  'ringing-lead': { state: at({ name: 'ringing', conversation }) },
  'ringing-inbound': { state: at({ name: 'ringing', conversation: inbound }) },
  'ringing-stranger': { state: at({ name: 'ringing', conversation: stranger }) },
  oncall: { state: onCall(conversation), bars: talking },
  'oncall-inbound': { state: onCall(inbound), bars: { microphone: 5, speaker: 1 } },
  'oncall-dialing': { state: onCall(conversation, { placed: true, phase: { name: 'dialing' } }) },
  'oncall-muted': { state: onCall(conversation, {}, true), bars: talking },
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
  note: { state: at({ name: 'note', conversation, saving: false, banner: null }) },
  thankyou: { state: at({ name: 'thankyou', conversation, auto: false, offer: null }) },
  'thankyou-nolead': { state: at({ name: 'thankyou', conversation: stranger, auto: true, offer: null }) },
  history: { state: at({ ...waiting, panel: { name: 'history', page: 1 } }), history: 'pages' },
  'history-page2': { state: at({ ...waiting, panel: { name: 'history', page: 2 } }), history: 'pages' },
  'history-loading': { state: at({ ...waiting, panel: { name: 'history', page: 1 } }), history: 'loading' },
  'history-empty': { state: at({ ...waiting, panel: { name: 'history', page: 1 } }), history: 'empty' },
  'history-failed': { state: at({ ...waiting, panel: { name: 'history', page: 1 } }), history: 'failed' },
};
