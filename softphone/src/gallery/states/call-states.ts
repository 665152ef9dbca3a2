import type { Call } from '@offhook/contract/calls/call';
import type { CallRecording } from '@offhook/contract/calls/recording';
import { callNoteDraft } from '../../core/forms/drafts.ts';
import { unpaused } from '../../core/line/recording-watch.ts';
import { type SoundTrouble, unwatched } from '../../core/line/sound-watch.ts';
import { initialPhone, type PhoneState } from '../../core/phone-state.ts';
import { ownStatus } from '../../core/sample-events.ts';
import { freshCall } from '../../core/screen/on-call/fresh-call.ts';
import { OWN_HOLD } from '../../core/screen/on-call/holding.ts';
import {
  type Conversation,
  emptyForms,
  emptyPerson,
  type LiveConsultation,
  type LiveInvitation,
  type View,
} from '../../core/screen/screen-state.ts';
import { statusLoaded } from '../../core/session/status/status-state.ts';
import agentPicture from './agent.svg?url';
import {
  agent,
  conversation,
  type GalleryEntry,
  type GalleryState,
  inbound,
  stateAt,
  supervising,
  unknownCaller,
} from './gallery-state.ts';
import { call, user } from './people.ts';

const joined = (type: 'listen' | 'whisper' | 'barge'): Conversation => ({
  ...conversation,
  type,
  call: {
    ...call,
    type,
    whispertext: null,
    seconds_since_started_at: 83,
    supervised_agent: 'Bartholomew Okonkwo-Lindquist of the evening shift',
  },
});

const heard = (supervisors: NonNullable<Call['supervisors']>): Conversation => ({
  ...conversation,
  call: { ...call, supervisors },
});

/** With two colleagues; the second one's name is long. */
const shared = (others: Partial<Call> = {}): Conversation => ({
  ...conversation,
  call: {
    ...conversation.call,
    hold: null,
    agents: [{ name: 'Ben Okafor' }, { name: 'Bartholomew Okonkwo-Lindquist of the evening shift' }],
    ...others,
  },
});

const heldByBen = { ...OWN_HOLD, by: 'Ben Okafor' };

const parkable: Conversation = { ...conversation, call: { ...conversation.call, parks: true } };

const parkableCaller: Conversation = { ...unknownCaller, call: { ...unknownCaller.call, parks: true } };

const recorded = (state: CallRecording['state']): Conversation => ({
  ...conversation,
  call: { ...conversation.call, recording: { state, pause_minutes: 10 } },
});

const withheld: Conversation = { ...unknownCaller, call: { ...unknownCaller.call, phone_number: null } };

function undoable(state: PhoneState): PhoneState {
  const givenResult = {
    callId: 1,
    about: 'Mara Sloan',
    result: 'missed',
    unsent: false,
    undoing: false,
  } as const;
  return { ...state, screen: { ...state.screen, givenResult } };
}

const breakNext = statusLoaded(null, ownStatus({ next: 'break' }), { at: Date.now(), askedAt: 0 });

function onCall(
  held: Conversation,
  rest: Partial<View & { name: 'oncall' }> = {},
  muted = false,
): PhoneState {
  const secondsAgo = 277;
  const startedAt = Date.now() - secondsAgo * 1000;
  const state = stateAt({
    ...freshCall,
    conversation: held,
    farEnd: { name: 'answered', at: startedAt + 9_000 },
    phase: { name: 'talking', startedAt, acceptedAt: startedAt },
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

function typedLead(state: PhoneState): PhoneState {
  const addLead = {
    ...emptyPerson,
    callId: unknownCaller.call.id,
    fname: 'Olga',
    lname: 'Line',
    phoneNumber: '(415) 555-0142',
  };
  return { ...state, screen: { ...state.screen, forms: { ...emptyForms, addLead } } };
}

function withTrouble(trouble: SoundTrouble, rest: Partial<View & { name: 'oncall' }> = {}): PhoneState {
  return onCall(conversation, { sound: { ...unwatched, trouble }, ...rest });
}

function withDigits(state: PhoneState, digits: string): PhoneState {
  const { call: deviceCall } = state.line;
  return { ...state, line: { ...state.line, call: deviceCall && { ...deviceCall, digits } } };
}

function noted(state: PhoneState): PhoneState {
  const text = 'Roof resurfaced in 2021. Power bill about $640, will send the July one. Prefers Thursday.';
  return { ...state, screen: { ...state.screen, drafts: [callNoteDraft(conversation, text)] } };
}

const renaming = { fname: 'Bartholomew', lname: 'Okonkwo-Lindquist', sending: false, error: null };

const rings = (fields: Partial<LiveInvitation> = {}): Partial<View & { name: 'oncall' }> => ({
  invitation: {
    type: 'transfer',
    to: { userId: 9 },
    name: 'Marisol Etxeberria Quintana de la Fuente y Mendoza',
    teamName: 'Northern California sales',
    picture: agentPicture,
    reason: '',
    consult: false,
    state: 'ringing',
    since: Date.now() - 8_000,
    canceling: false,
    ...fields,
  },
});
const consults = (fields: Partial<LiveConsultation> = {}): Partial<View & { name: 'oncall' }> => ({
  consultation: {
    role: 'agent',
    name: 'Marisol Etxeberria Quintana de la Fuente y Mendoza',
    picture: agentPicture,
    since: Date.now() - 24_000,
    isConnected: true,
    leadLeft: false,
    ending: null,
    ...fields,
  },
});
const offersConsultation: Conversation = {
  ...conversation,
  call: { ...conversation.call, consultation: null },
};

const team = { to: { teamId: 3 }, name: 'Renewals and retention', teamName: null, picture: null } as const;

const inviter = {
  name: 'Aleksandra Wiśniewska-Kowalczyk',
  reason: 'Wants the yearly price for both properties before Friday',
  note: 'Two houses, the second one in Sacramento. Prefers to be called in the afternoon, and asks about financing.',
};

const talking = { microphone: 2, speaker: 4 };

function withVolume(state: PhoneState, bars: GalleryState['bars'] & object = talking): GalleryState {
  return { state, bars };
}

export const callStates = {
  'oncall-devicegone': {
    state: {
      ...onCall(conversation),
      audio: {
        ...initialPhone.audio,
        notice: {
          text: 'Jabra Evolve2 65 (Bluetooth handsfree) was disconnected. Using MacBook Pro Microphone (Built-in) now.',
          offer: null,
        },
      },
    },
    bars: talking,
  },
  'ringing-lead': stateAt({ name: 'ringing', conversation }),
  'ringing-callback': stateAt({
    name: 'ringing',
    conversation: {
      ...conversation,
      call: {
        ...call,
        callback: { set_by: 'Maria Echeverría-Lindholm', set_at: '2026-11-17T17:00:00.000Z' },
      },
    },
  }),
  'ringing-inbound': stateAt({ name: 'ringing', conversation: inbound }),
  'ringing-unknown-caller': stateAt({ name: 'ringing', conversation: unknownCaller }),
  'ringing-from-colleague': stateAt({
    name: 'ringing',
    conversation: { ...conversation, type: 'transfer', inviter },
  }),
  'ringing-from-colleague-plain': stateAt({
    name: 'ringing',
    conversation: { ...inbound, type: 'transfer', inviter: { ...inviter, reason: null, note: null } },
  }),
  'ringing-consulted': stateAt({
    name: 'ringing',
    conversation: { ...inbound, type: 'transfer', inviter: { ...inviter, consult: true } },
  }),
  'ringing-invited': stateAt({
    name: 'ringing',
    conversation: {
      ...unknownCaller,
      type: 'conference',
      isConference: true,
      inviter: { ...inviter, note: null },
    },
  }),
  'oncall-from-colleague': withVolume(onCall({ ...conversation, type: 'transfer', inviter })),
  oncall: withVolume(onCall(conversation)),
  'oncall-joining': { ...withVolume(onCall(conversation)), refusedOffers: 2 },
  'oncall-status': { ...onCall(conversation), session: { ...agent, status: breakNext } },
  'oncall-inbound': withVolume(onCall(inbound, { farEnd: null }), { microphone: 5, speaker: 1 }),
  'oncall-ringing': withVolume(onCall(conversation, { farEnd: { name: 'ringing' } })),
  'oncall-voicemail': withVolume(onCall(conversation, { farEnd: { name: 'voicemail' } })),
  'oncall-undo': withVolume(undoable(onCall(conversation))),
  'oncall-undo-keypad': undoable(withDigits(onCall(conversation, { panel: 'keypad' }), '')),
  'oncall-ringing-keypad': withDigits(
    onCall(conversation, { farEnd: { name: 'ringing' }, panel: 'keypad' }),
    '',
  ),
  'oncall-dialing': onCall(conversation, { placed: true, phase: { name: 'dialing' }, farEnd: null }),
  'oncall-rename': withVolume(onCall(conversation, { placed: true, rename: renaming })),
  'oncall-rename-dialing': onCall(conversation, {
    placed: true,
    phase: { name: 'dialing' },
    farEnd: null,
    rename: { ...renaming, sending: true },
  }),
  'oncall-rename-error': onCall(conversation, {
    hold: OWN_HOLD,
    rename: { ...renaming, error: 'Something went wrong. Please try again.' },
  }),
  'oncall-rename-transfer': withVolume(onCall(conversation, { panel: 'transfer', rename: renaming })),
  'oncall-recording': withVolume(onCall(recorded('on'))),
  'oncall-recording-pausing': withVolume(onCall(recorded('pausing'))),
  'oncall-recording-paused': withVolume(onCall(recorded('paused'))),
  'oncall-recording-paused-muted': withVolume(onCall(recorded('paused'), {}, true)),
  'oncall-recording-paused-keypad': withDigits(onCall(recorded('paused'), { panel: 'keypad' }), ''),
  'oncall-recording-held': withVolume(onCall(recorded('on'), { hold: OWN_HOLD })),
  'oncall-recording-resuming': withVolume(onCall(recorded('resuming'))),
  'oncall-recording-uncertain': withVolume(
    onCall(recorded('paused'), { recording: { ...unpaused, uncertain: true } }),
  ),
  'oncall-recording-failed': withVolume(onCall(recorded('on'), { recording: { ...unpaused, failed: true } })),
  'oncall-recording-transfer': withVolume(onCall(recorded('on'), { panel: 'transfer' })),
  'oncall-muted': withVolume(onCall(conversation, {}, true)),
  'oncall-held': withVolume(onCall(conversation, { hold: OWN_HOLD }), { microphone: 1, speaker: 0 }),
  'oncall-held-muted': onCall(conversation, { hold: OWN_HOLD }, true),
  'oncall-keypad': withVolume(withDigits(onCall(conversation, { panel: 'keypad' }), '2018#'), {
    microphone: 1,
    speaker: 4,
  }),
  'oncall-keypad-held': withDigits(onCall(conversation, { panel: 'keypad', hold: OWN_HOLD }), ''),
  'oncall-transfer': withVolume(onCall(conversation, { panel: 'transfer' })),
  'oncall-rings': withVolume(onCall(conversation, rings())),
  'oncall-rings-team': withVolume(onCall(conversation, rings({ ...team, canceling: true }))),
  'oncall-rings-missed': withVolume(onCall(conversation, rings({ state: 'missed' }))),
  'oncall-rings-keypad': withDigits(onCall(conversation, { panel: 'keypad', ...rings() }), ''),
  'oncall-transfer-rings': withVolume(onCall(conversation, { panel: 'transfer', ...rings() })),
  'oncall-transfer-missed': withVolume(
    onCall(conversation, {
      panel: 'transfer',
      reason: inviter.reason,
      ...rings({ ...team, state: 'missed' }),
    }),
  ),
  'oncall-conference-missed': supervising(
    onCall(conversation, { panel: 'conference', ...rings({ type: 'conference', state: 'missed' }) }),
  ),
  'oncall-conference-rings': supervising(
    onCall(conversation, { panel: 'conference', ...rings({ type: 'conference', picture: null }) }),
  ),
  'oncall-parkable': withVolume(onCall(parkable)),
  'oncall-parkable-dialing': onCall(parkable, { placed: true, phase: { name: 'dialing' }, farEnd: null }),
  'oncall-parkable-ringing': withVolume(onCall(parkable, { farEnd: { name: 'ringing' } })),
  'oncall-parkable-nolead-ringing': withVolume(onCall(parkableCaller, { farEnd: { name: 'ringing' } })),
  'oncall-parkable-nolead': withVolume(onCall(parkableCaller)),
  'oncall-parkable-keypad': withVolume(onCall(parkable, { panel: 'keypad' })),
  'oncall-parking': withVolume(onCall(parkable, { parking: true })),
  'ringing-parked': stateAt({
    name: 'ringing',
    conversation: { ...inbound, type: 'transfer', inviter: { ...inviter, reason: null, parked: true } },
  }),
  'oncall-consult': withVolume({
    ...onCall(conversation, consults()),
    session: { ...agent, status: breakNext },
  }),
  'oncall-consult-ending': withVolume(onCall(conversation, consults({ ending: 'complete' }))),
  'oncall-consult-interrupted': withVolume(onCall(conversation, consults({ isConnected: false })), {
    microphone: 2,
    speaker: 0,
  }),
  'oncall-consult-left': withVolume(onCall(conversation, consults({ leadLeft: true }))),
  'oncall-consult-colleague': withVolume(onCall(inbound, consults({ role: 'colleague' }), true)),
  'oncall-transfer-choice': withVolume(onCall(offersConsultation, { panel: 'transfer' })),
  'oncall-transfer-consult': withVolume(
    onCall(offersConsultation, { panel: 'transfer', consultsFirst: true, reason: inviter.reason }),
  ),
  'oncall-transfer-muted': withVolume(onCall(conversation, { panel: 'transfer' }, true)),
  'oncall-transfer-error': onCall(conversation, {
    panel: 'transfer',
    banner: 'This agent is not available.',
  }),
  'oncall-transfer-loading': { state: onCall(conversation, { panel: 'transfer' }), people: 'loading' },
  'oncall-transfer-empty': { state: onCall(conversation, { panel: 'transfer' }), people: 'empty' },
  'oncall-transfer-failed': { state: onCall(conversation, { panel: 'transfer' }), people: 'failed' },
  'oncall-transfer-supervisor': supervising(onCall(conversation, { panel: 'transfer' })),
  'oncall-conference': supervising(onCall(conversation, { panel: 'conference' })),
  'oncall-addlead': withVolume(onCall(unknownCaller, { panel: 'addLead' })),
  'oncall-addlead-abroad': {
    ...onCall(withheld, { panel: 'addLead' }),
    session: { ...agent, user: { ...user, country_code: 'GB' } },
  },
  'oncall-addlead-error': onCall(unknownCaller, {
    panel: 'addLead',
    banner: 'This phone number is too short.',
  }),
  'oncall-addlead-discard': withVolume(
    typedLead(onCall(unknownCaller, { panel: 'addLead', asksToDiscard: true })),
  ),
  'oncall-addlead-requesting': onCall(unknownCaller, { panel: 'addLead', requesting: true }),
  'oncall-shared': withVolume(onCall(shared())),
  'oncall-shared-held': withVolume(onCall(shared(), { hold: heldByBen }), { microphone: 1, speaker: 3 }),
  'oncall-shared-held-here': withVolume(onCall(shared(), { hold: OWN_HOLD })),
  'oncall-shared-left': withVolume(onCall(shared({ lead_left: true }))),
  'oncall-barge-held': withVolume(
    supervising(
      onCall(joined('barge'), { farEnd: null, hold: { ...OWN_HOLD, by: 'Ann Reyes', isHeard: true } }),
    ),
  ),
  'oncall-listen': withVolume(supervising(onCall(joined('listen'), { farEnd: null }))),
  'oncall-whisper': withVolume(supervising(onCall(joined('whisper'), { farEnd: null }))),
  'oncall-barge': withVolume(supervising(onCall(joined('barge'), { farEnd: null }))),
  'oncall-whispered': withVolume(onCall(heard([{ name: 'Supervisor Sam', type: 'whisper' }]))),
  'oncall-barged': withVolume(
    onCall(
      heard([
        { name: 'Supervisor Sam', type: 'barge' },
        { name: 'Bartholomew Okonkwo-Lindquist of the evening shift', type: 'whisper' },
      ]),
    ),
  ),
  'oncall-keypad-notice': withVolume(
    onCall(conversation, {
      panel: 'keypad',
      notice: 'No agent accepted the transfer. You still have the call.',
    }),
  ),
  'oncall-notice': withVolume(
    onCall(conversation, { notice: 'No agent accepted the transfer. You still have the call.' }),
  ),
  'oncall-nothearing': withVolume(withTrouble('notHearing'), { microphone: 3, speaker: 0 }),
  'oncall-nothearing-transfer': withVolume(withTrouble('notHearing', { panel: 'transfer' }), {
    microphone: 3,
    speaker: 0,
  }),
  'oncall-notheard': withVolume(withTrouble('notHeard')),
  'oncall-silentmicrophone': withVolume(withTrouble('silentMicrophone'), { microphone: 0, speaker: 4 }),
  'oncall-nolead': withVolume(onCall(unknownCaller)),
  'ringing-story-empty': { state: stateAt({ name: 'ringing', conversation }), story: 'empty' },
  'oncall-story-noted': withVolume(noted(onCall(conversation))),
  'oncall-story-empty': { state: onCall(conversation), story: 'empty' },
  'ringing-story-caller': {
    state: stateAt({ name: 'ringing', conversation: unknownCaller }),
    story: 'caller',
  },
  'oncall-story-planned': { state: onCall(conversation), story: 'planned', callbacks: 1 },
  'oncall-story-caller': { state: onCall(unknownCaller), story: 'caller' },
  'oncall-story-loading': { state: onCall(conversation), story: 'loading' },
  'oncall-story-failed': { state: onCall(conversation), story: 'failed' },
  'oncall-story-absent': { state: onCall(conversation), story: 'absent' },
} satisfies Record<string, GalleryEntry>;
