import type { Disposition } from '@offhook/contract/calls/dispositions';
import type { FarEndState } from '@offhook/contract/calls/far-end';
import type { PhoneState } from '../../core/phone-state.ts';
import { invitationOf, ownStatus } from '../../core/sample-events.ts';
import {
  firstSmsText,
  noteView,
  resultView,
  smsView,
  tagsView,
  thankYouView,
} from '../../core/screen/results/views.ts';
import { type Conversation, emptyWaiting, type View } from '../../core/screen/screen-state.ts';
import { statusLoaded } from '../../core/session/status/status-state.ts';
import {
  agent,
  conversation,
  type GalleryEntry,
  noteRequest,
  stateAt,
  unknownCaller,
  unsent,
} from './gallery-state.ts';
import { call, tags } from './people.ts';

const result = resultView(conversation);
const thanks = thankYouView(conversation);
const available = statusLoaded(null, ownStatus({ key: 'available' }), { at: Date.now(), askedAt: 0 });

const tagged: Conversation = {
  ...conversation,
  call: { ...call, profile: { is_deal_whispertext: true, tags } },
};

const parkedByAgent: Conversation = { ...conversation, call: { ...call, id: 71, parks: true } };

function notReached(state: FarEndState): Conversation {
  return { ...conversation, call: { ...call, far_end: { state, seconds: 45 } } };
}

function withGivenResult(chosen: Disposition, view: View): PhoneState {
  const state = stateAt(view);
  const undo = { callId: 1, about: 'Olga Line', result: chosen, unsent: false, undoing: false };
  return { ...state, screen: { ...state.screen, givenResult: undo } };
}

function permitted(permissions: readonly string[], state: PhoneState): PhoneState {
  const { agent } = state.screen;
  return { ...state, screen: { ...state.screen, agent: agent && { ...agent, permissions } } };
}

function inWrapUp(view: View, ms: number | null): PhoneState {
  const wrapUp = { callId: call.id, endsAt: ms === null ? null : Date.now() + ms };
  return stateAt(view, { session: { ...agent, wrapUp } });
}

function unprompted(state: PhoneState): PhoneState {
  return { ...state, screen: { ...state.screen, unpromptedChanges: 1 } };
}

function withPoorSound(state: PhoneState): PhoneState {
  return { ...state, screen: { ...state.screen, poorCall: { callKey: 'key', issue: 'choppy-audio' } } };
}

const notJoined: Conversation = {
  ...unknownCaller,
  type: 'conference',
  isConference: true,
  call: {
    ...unknownCaller.call,
    type: 'conference',
    direction: 'outbound',
    agents: [],
    invitation: invitationOf({ type: 'conference', state: 'missed' }),
  },
};

const error = 'Something went wrong. Please try again.';

export const afterCallStates = {
  result: stateAt(result, { session: { ...agent, status: available } }),
  'result-parked': { state: stateAt(resultView(parkedByAgent)), parked: true },
  'thankyou-parked': { state: stateAt(thankYouView(parkedByAgent)), parked: true },
  'result-error': stateAt({ ...result, banner: error }),
  'result-sending': stateAt({ ...result, sending: 'contacted' }),
  'result-busy': stateAt(resultView(notReached('busy'))),
  'result-no-answer': stateAt(resultView(notReached('no-answer'))),
  'result-no-number': stateAt(resultView(notReached('no-such-number'))),
  'thankyou-undo': withGivenResult('missed', thanks),
  'waiting-undo': withGivenResult('removed', emptyWaiting),
  'result-wrapup': inWrapUp(result, 83_000),
  'tags-wrapup': inWrapUp(tagsView(tagged), 59_000),
  'note-wrapup': inWrapUp(noteView(conversation, 'Owns two properties.'), 720_000),
  'thankyou-wrapup': inWrapUp(thanks, 720_000),
  'thankyou-until-done': inWrapUp(thanks, null),
  'result-callback': { state: stateAt(result), callbacks: 1 },
  'result-plain': permitted([], stateAt(result)),
  'result-unknown-caller': stateAt(resultView(unknownCaller)),
  'result-not-joined': stateAt(resultView(notJoined)),
  'result-poor': withPoorSound(stateAt(result)),
  'thankyou-poor': withPoorSound(stateAt(thanks)),
  sms: stateAt(smsView(conversation, firstSmsText('en'))),
  'sms-sending': stateAt({ ...smsView(conversation, firstSmsText('en')), sending: true }),
  'sms-error': stateAt({
    ...smsView(conversation, firstSmsText('en')),
    banner: 'The message could not be sent.',
  }),
  tags: stateAt(tagsView(tagged)),
  'tags-sending': stateAt({ ...tagsView(tagged), sending: 'hot' }),
  'tags-none': stateAt(tagsView(conversation)),
  'tags-error': stateAt({ ...tagsView(tagged), banner: error }),
  'note-saving': stateAt({ ...noteView(conversation), sending: true }),
  'note-error': stateAt({
    ...noteView(conversation, 'Owns two properties.'),
    banner: 'The note must be between 1 and 5000 characters.',
  }),
  'note-unsent': stateAt(noteView(conversation), { outbox: unsent }),
  'thankyou-unsent': stateAt(thanks, { outbox: unsent }),
  'note-draft': stateAt(noteView(conversation, noteRequest.content)),
  note: stateAt(noteView(conversation)),
  thankyou: stateAt(thanks),
  'thankyou-owed': stateAt({ ...thanks, owesResult: true }),
  'thankyou-planned': { state: stateAt(thanks), story: 'absent', callbacks: 1 },
  'thankyou-unprompted': unprompted(stateAt(thanks)),
  'thankyou-nolead': stateAt(thankYouView(unknownCaller, true)),
} satisfies Record<string, GalleryEntry>;
