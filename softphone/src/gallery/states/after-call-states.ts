/** Pictures of what follows a call. */
import type { Disposition, FarEndState } from '@offhook/contract/entities';
import { FIRST_SMS_TEXT } from '../../core/limits.ts';
import type { PhoneState } from '../../core/phone-state.ts';
import { type Conversation, emptyWaiting, type View } from '../../core/screen/screen-state.ts';
import { at, conversation, type GalleryState, noteOrder, stranger, unsent } from './gallery-state.ts';
import { call, tags } from './people.ts';

const result: View = { name: 'disposition', conversation, sending: null, retrying: false, banner: null };

const tagged: Conversation = {
  ...conversation,
  call: { ...call, profile: { is_deal_whispertext: true, tags } },
};

function unreached(state: FarEndState): Conversation {
  return { ...conversation, call: { ...call, far_end: { state, seconds: 45 } } };
}

function given(chosen: Disposition, view: View): PhoneState {
  const state = at(view);
  const undo = { callId: 1, about: 'Olga Line', result: chosen, unsent: false, undoing: false };
  return { ...state, screen: { ...state.screen, given: undo } };
}

function permitted(permissions: readonly string[], state: PhoneState): PhoneState {
  const { agent } = state.screen;
  return { ...state, screen: { ...state.screen, agent: agent && { ...agent, permissions } } };
}

function poor(state: PhoneState): PhoneState {
  return { ...state, screen: { ...state.screen, poorCall: { callKey: 'key', issue: 'choppy-audio' } } };
}

export const afterCallStates: Readonly<Record<string, GalleryState>> = {
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
  'result-busy': { state: at({ ...result, conversation: unreached('busy') }) },
  'result-no-answer': { state: at({ ...result, conversation: unreached('no-answer') }) },
  'result-no-number': { state: at({ ...result, conversation: unreached('no-such-number') }) },
  'thankyou-undo': { state: given('missed', { name: 'thankyou', conversation, auto: false, offer: null }) },
  'waiting-undo': { state: given('removed', emptyWaiting) },
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
  'note-draft': {
    state: at({ name: 'note', conversation, draft: noteOrder.content, saving: false, banner: null }),
  },
  note: { state: at({ name: 'note', conversation, draft: '', saving: false, banner: null }) },
  thankyou: { state: at({ name: 'thankyou', conversation, auto: false, offer: null }) },
  'thankyou-nolead': { state: at({ name: 'thankyou', conversation: stranger, auto: true, offer: null }) },
};
