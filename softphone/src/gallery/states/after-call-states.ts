/** Pictures of what follows a call. */
import type { Disposition, FarEndState } from '@offhook/contract/entities';
import type { PhoneState } from '../../core/phone-state.ts';
import { noteView, resultView, smsView, tagsView, thankYouView } from '../../core/screen/results/views.ts';
import { type Conversation, emptyWaiting, type View } from '../../core/screen/screen-state.ts';
import { at, conversation, type GalleryState, noteOrder, stranger, unsent } from './gallery-state.ts';
import { call, tags } from './people.ts';

const result = resultView(conversation);
const thanks = thankYouView(conversation);

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

const error = 'Something went wrong. Please try again.';

export const afterCallStates: Readonly<Record<string, GalleryState>> = {
  result: { state: at(result) },
  'result-error': { state: at({ ...result, banner: error }) },
  'result-sending': { state: at({ ...result, sending: 'contacted' }) },
  'result-busy': { state: at(resultView(unreached('busy'))) },
  'result-no-answer': { state: at(resultView(unreached('no-answer'))) },
  'result-no-number': { state: at(resultView(unreached('no-such-number'))) },
  'thankyou-undo': { state: given('missed', thanks) },
  'waiting-undo': { state: given('removed', emptyWaiting) },
  'result-plain': { state: permitted([], at(result)) },
  'result-stranger': { state: at(resultView(stranger)) },
  'result-poor': { state: poor(at(result)) },
  'thankyou-poor': { state: poor(at(thanks)) },
  sms: { state: at(smsView(conversation)) },
  'sms-sending': { state: at({ ...smsView(conversation), sending: true }) },
  'sms-error': { state: at({ ...smsView(conversation), banner: 'The message could not be sent.' }) },
  tags: { state: at(tagsView(tagged)) },
  'tags-sending': { state: at({ ...tagsView(tagged), sending: 'hot' }) },
  'tags-none': { state: at(tagsView(conversation)) },
  'tags-error': { state: at({ ...tagsView(tagged), banner: error }) },
  'note-saving': { state: at({ ...noteView(conversation), sending: true }) },
  'note-error': {
    state: at({
      ...noteView(conversation, 'Owns two properties.'),
      banner: 'The note must be between 1 and 5000 characters.',
    }),
  },
  'note-unsent': { state: at(noteView(conversation), { outbox: unsent }) },
  'thankyou-unsent': { state: at(thanks, { outbox: unsent }) },
  'note-draft': { state: at(noteView(conversation, noteOrder.content)) },
  note: { state: at(noteView(conversation)) },
  thankyou: { state: at(thanks) },
  'thankyou-nolead': { state: at(thankYouView(stranger, true)) },
};
