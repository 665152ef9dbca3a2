import { t } from '@offhook/i18n/phone';
import { doNotDisturb, statusTitle } from '../components/status/status-texts.ts';
import { soundTrouble } from '../core/line/call-sound.ts';
import { supervisorText } from '../core/line/heard-supervisors.ts';
import { hasUnsentRequest } from '../core/outbox/unsent.ts';
import type { PhoneState } from '../core/phone-state.ts';
import { callStatus } from '../core/screen/on-call/call-controls.ts';
import { holdText } from '../core/screen/on-call/holding.ts';
import { invitationText } from '../core/screen/on-call/invitation.ts';
import { leadLeftText, otherAgentsText } from '../core/screen/on-call/others-in-call.ts';
import { recordingState } from '../core/screen/on-call/recording.ts';
import type { OnCall } from '../core/screen/screen-state.ts';
import { otherStatus } from '../core/session/status/own-status.ts';
import { shownWrapUp } from '../core/session/status/wrap-up.ts';
import { renameQuestion } from './on-call/rename-offer.tsx';

/** Texts that are read one after another. A ring is an alert dialog, which screen readers announce by themselves. */
export function announcement(state: PhoneState): readonly string[] {
  const { view } = state.screen;
  switch (view.name) {
    case 'waiting':
      return view.placing ? [t('call.dialing')] : waitingTexts(state);
    case 'ringing':
      return [];
    case 'oncall':
      return [...troubleTexts(state), ...callTexts(view, state)];
    case 'disposition':
    case 'thankyou':
      return [t('call.ended'), ...unsentTexts(state)];
    case 'disposition2':
    case 'sms':
    case 'note':
      return unsentTexts(state);
    default:
      return view satisfies never;
  }
}

function waitingTexts(state: PhoneState): readonly string[] {
  const status = otherStatus(state);
  if (status === null && shownWrapUp(state) !== null) return [t('wrapUp.title'), t('wrapUp.noCalls')];
  if (status === null) return [t('announcement.waiting')];
  return [statusTitle(status.choice ?? doNotDisturb), t('status.noCalls')];
}

function unsentTexts(state: PhoneState): readonly string[] {
  return hasUnsentRequest(state) ? [t('afterCall.unsent')] : [];
}

function callTexts(view: OnCall, state: PhoneState): readonly string[] {
  const {
    line,
    screen: { agent: viewer },
  } = state;
  if (view.phase.name === 'dialing') return [t('call.dialing'), ...questionTexts(view)];
  if (view.farEnd?.name === 'ringing') return [t('call.onCall'), t('call.ringing'), ...questionTexts(view)];
  const { supervisors = [] } = view.conversation.call;
  const { joined = null, agent = null } = callStatus(state) ?? {};
  return [
    ...(view.invitation ? [invitationText(view.invitation)] : []),
    ...recordingTroubleTexts(view),
    callText(view, line.call?.muted ?? false),
    ...recordingTexts(view),
    ...(joined ? [joined.hint] : []),
    ...(agent === null ? [] : [agent]),
    ...[leadLeftText(view, viewer), holdText(view), otherAgentsText(view)].filter((text) => text !== null),
    ...supervisors.map(supervisorText),
  ];
}

function callText({ hold, farEnd, consultation }: OnCall, muted: boolean): string {
  if (consultation) {
    const { name, leadLeft } = consultation;
    return t(leadLeft ? 'announcement.consultingAlone' : 'announcement.consulting', { name });
  }
  if (hold !== null) return t(muted ? 'announcement.onHoldMuted' : 'call.onHold');
  if (farEnd?.name === 'voicemail') return t('call.voicemailReached');
  if (farEnd?.name === 'answered') return t(muted ? 'announcement.connectedMuted' : 'announcement.connected');
  return t(muted ? 'announcement.onCallMuted' : 'call.onCall');
}

function recordingTroubleTexts({ recording }: OnCall): readonly string[] {
  return recording.failed ? [t('callRecording.notPaused'), t('callRecording.notPausedAdvice')] : [];
}

function recordingTexts(view: OnCall): readonly string[] {
  const recording = recordingState(view);
  const isShown = recording === 'paused' || recording === 'uncertain';
  return isShown && !view.recording.failed ? [t(`callRecording.${recording}`)] : [];
}

/** Only until the lead answers. */
function questionTexts({ rename, conversation: { lead } }: OnCall): readonly string[] {
  return rename && lead ? [renameQuestion(rename, lead)] : [];
}

function troubleTexts(state: PhoneState): readonly string[] {
  const trouble = soundTrouble(state);
  return trouble ? [trouble.text, trouble.advice] : [];
}
