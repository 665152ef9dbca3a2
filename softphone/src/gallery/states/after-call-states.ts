import type { Disposition, FarEndState } from '@offhook/contract/entities';
import type { PhoneState } from '../../core/phone-state.ts';
import {
  firstSmsText,
  noteView,
  resultView,
  smsView,
  tagsView,
  thankYouView,
} from '../../core/screen/results/views.ts';
import { type Conversation, emptyWaiting, type View } from '../../core/screen/screen-state.ts';
import { at, conversation, noteOrder, type Picture, unknownCaller, unsent } from './gallery-state.ts';
import { call, tags } from './people.ts';

const result = resultView(conversation);
const thanks = thankYouView(conversation);

const tagged: Conversation = {
  ...conversation,
  call: { ...call, profile: { is_deal_whispertext: true, tags } },
};

function notReached(state: FarEndState): Conversation {
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

function withPoorSound(state: PhoneState): PhoneState {
  return { ...state, screen: { ...state.screen, poorCall: { callKey: 'key', issue: 'choppy-audio' } } };
}

const error = 'Something went wrong. Please try again.';

export const afterCallStates = {
  result: at(result),
  'result-error': at({ ...result, banner: error }),
  'result-sending': at({ ...result, sending: 'contacted' }),
  'result-busy': at(resultView(notReached('busy'))),
  'result-no-answer': at(resultView(notReached('no-answer'))),
  'result-no-number': at(resultView(notReached('no-such-number'))),
  'thankyou-undo': given('missed', thanks),
  'waiting-undo': given('removed', emptyWaiting),
  'result-plain': permitted([], at(result)),
  'result-stranger': at(resultView(unknownCaller)),
  'result-poor': withPoorSound(at(result)),
  'thankyou-poor': withPoorSound(at(thanks)),
  sms: at(smsView(conversation, firstSmsText('en'))),
  'sms-sending': at({ ...smsView(conversation, firstSmsText('en')), sending: true }),
  'sms-error': at({ ...smsView(conversation, firstSmsText('en')), banner: 'The message could not be sent.' }),
  tags: at(tagsView(tagged)),
  'tags-sending': at({ ...tagsView(tagged), sending: 'hot' }),
  'tags-none': at(tagsView(conversation)),
  'tags-error': at({ ...tagsView(tagged), banner: error }),
  'note-saving': at({ ...noteView(conversation), sending: true }),
  'note-error': at({
    ...noteView(conversation, 'Owns two properties.'),
    banner: 'The note must be between 1 and 5000 characters.',
  }),
  'note-unsent': at(noteView(conversation), { outbox: unsent }),
  'thankyou-unsent': at(thanks, { outbox: unsent }),
  'note-draft': at(noteView(conversation, noteOrder.content)),
  note: at(noteView(conversation)),
  thankyou: at(thanks),
  'thankyou-nolead': at(thankYouView(unknownCaller, true)),
} satisfies Record<string, Picture>;
