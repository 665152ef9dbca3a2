/** The agent pauses the recording, such as for a card number. The server says what the provider has confirmed. */
import type { Call } from '@offhook/contract/calls/call';
import type { CallRecording } from '@offhook/contract/calls/recording';
import { t } from '@offhook/i18n/phone';
import type { PhoneEffect } from '../../effects.ts';
import { type RecordingWatch, unpaused } from '../../line/recording-watch.ts';
import type { OnCall } from '../screen-state.ts';
import { refresh } from './invitation.ts';

export type RecordingState = CallRecording['state'] | 'uncertain';

type Step = { readonly view: OnCall; readonly effects?: readonly PhoneEffect[] };

/** null: not recorded, not yet, or not for this agent to pause. */
export function recordingState(view: OnCall): RecordingState | null {
  const { recording } = view.conversation.call;
  if (!recording || view.phase.name !== 'talking' || view.farEnd?.name === 'ringing') return null;
  const { requested, uncertain } = view.recording;
  if (requested !== null) return requested === 'pause' ? 'pausing' : 'resuming';
  if (recording.state === 'on' && recording.pause_minutes === null) return null;
  return recording.state === 'paused' && uncertain ? 'uncertain' : recording.state;
}

export function recordingClicked(view: OnCall): Step {
  const state = recordingState(view);
  const callId = view.conversation.call.id;
  if (state === 'on') {
    const { askedAt } = view.recording;
    const recording: RecordingWatch = { ...unpaused, askedAt, requested: 'pause' };
    return { view: { ...view, recording }, effects: [{ type: 'pauseRecording', callId }] };
  }
  if (state === 'paused' || state === 'uncertain') {
    const recording: RecordingWatch = { ...view.recording, requested: 'resume', resumedHere: true };
    return { view: { ...view, recording }, effects: [{ type: 'resumeRecording', callId }] };
  }
  return { view };
}

/** The answer may arrive after a newer state. */
export function recordingRequested(view: OnCall, answer: CallRecording, times: Times): Step {
  const before = view.conversation.call.recording?.state;
  const answered = { ...view, recording: { ...view.recording, requested: null } };
  const isOutdated =
    (answer.state === 'pausing' && before !== 'on') || (answer.state === 'resuming' && before !== 'paused');
  if (isOutdated) return { view: answered };
  return withRecording(answered, { ...view.conversation.call, recording: answer }, times);
}

export function recordingRejected(view: OnCall, paused: boolean, error: string): Step {
  const recording = { ...view.recording, requested: null, resumedHere: false, failed: paused };
  return { view: { ...view, recording, notice: error }, effects: [refresh(view.conversation)] };
}

export interface Times {
  readonly at: number;
  readonly askedAt: number;
}

/**
 * The answer to an earlier request may arrive last, and changes nothing.
 * @param call as received from the server; its other fields are used by the caller
 */
export function withRecording(view: OnCall, call: Call, { at, askedAt }: Times): Step {
  if (view.recording.askedAt !== null && askedAt < view.recording.askedAt) return { view };
  const before = view.conversation.call.recording?.state ?? 'on';
  const after = call.recording?.state ?? 'on';
  const conversation = {
    ...view.conversation,
    call: { ...view.conversation.call, recording: call.recording },
  };
  const watch = { ...view.recording, knownAt: at, askedAt, uncertain: false };
  if (before === after) return { view: { ...view, conversation, recording: watch } };
  const isBack = after === 'on' && (before === 'paused' || (before === 'resuming' && !watch.failed));
  const failed =
    before === 'pausing' && after !== 'paused' ? true : after === 'paused' ? false : watch.failed;
  const notice = isBack && !watch.resumedHere ? t('callRecording.onAgain') : view.notice;
  const resumedHere = after === 'on' ? false : watch.resumedHere;
  const requested = watch.requested === 'pause' && after === 'paused' ? null : watch.requested;
  return {
    view: { ...view, conversation, notice, recording: { ...watch, failed, resumedHere, requested } },
    effects: after === 'paused' || isBack ? [{ type: 'playRecordingTone', paused: after === 'paused' }] : [],
  };
}

const UNCONFIRMED_CHECK_MS = 1_000;
const PAUSED_CHECK_MS = 4_000;
export const UNCERTAIN_AFTER_MS = 10_000;

/** Without realtime messages, the phone asks: a pause also ends at the account's limit. */
export function checkRecording(view: OnCall, at: number): Step {
  const state = view.conversation.call.recording?.state ?? 'on';
  if (state === 'on') return { view };
  const { checkedAt, knownAt } = view.recording;
  const watch: RecordingWatch = {
    ...view.recording,
    knownAt: knownAt ?? at,
    uncertain: knownAt !== null && at - knownAt >= UNCERTAIN_AFTER_MS,
  };
  const interval = state === 'paused' ? PAUSED_CHECK_MS : UNCONFIRMED_CHECK_MS;
  if (checkedAt !== null && at - checkedAt < interval) return { view: { ...view, recording: watch } };
  return { view: { ...view, recording: { ...watch, checkedAt: at } }, effects: [refresh(view.conversation)] };
}
