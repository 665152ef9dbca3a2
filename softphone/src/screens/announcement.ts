import { t } from '@offhook/i18n/phone';
import { doNotDisturb, statusTitle } from '../components/status/status-texts.ts';
import { soundTrouble } from '../core/line/call-sound.ts';
import { supervisorText } from '../core/line/heard-supervisors.ts';
import { hasUnsentRequest } from '../core/outbox/unsent.ts';
import type { PhoneState } from '../core/phone-state.ts';
import { invitationText } from '../core/screen/on-call/invitation.ts';
import { recordingState } from '../core/screen/on-call/recording.ts';
import type { OnCall } from '../core/screen/screen-state.ts';
import { otherStatus } from '../core/session/own-status.ts';
import { renameQuestion } from './on-call/rename-offer.tsx';

/** A ring is an alert dialog, which screen readers announce by themselves. */
export function announcement(state: PhoneState): string {
  const { view } = state.screen;
  switch (view.name) {
    case 'waiting':
      return view.placing ? t('call.dialing') : waitingText(state);
    case 'ringing':
      return '';
    case 'oncall':
      if (view.phase.name === 'dialing') return withQuestion(t('call.dialing'), view);
      if (view.farEnd?.name === 'ringing')
        return withTrouble(withQuestion(t('announcement.onCallRinging'), view), state);
      return withTrouble(
        withInvitation(
          withSupervisors(withRecording(callText(view, state.line.call?.muted ?? false), view), view),
          view,
        ),
        state,
      );
    case 'disposition':
    case 'thankyou':
      return t(hasUnsentRequest(state) ? 'announcement.endedUnsent' : 'call.ended');
    case 'disposition2':
    case 'sms':
    case 'note':
      return hasUnsentRequest(state) ? t('afterCall.unsent') : '';
    default:
      return view satisfies never;
  }
}

function waitingText(state: PhoneState): string {
  const status = otherStatus(state);
  if (status === null) return t('announcement.waiting');
  return t('announcement.otherStatus', { status: statusTitle(status.choice ?? doNotDisturb) });
}

function callText({ held, farEnd, consultation }: OnCall, muted: boolean): string {
  if (consultation) {
    const { name, leadLeft } = consultation;
    return t(leadLeft ? 'announcement.consultingAlone' : 'announcement.consulting', { name });
  }
  if (held) return t(muted ? 'announcement.onHoldMuted' : 'call.onHold');
  if (farEnd?.name === 'voicemail') return t('call.voicemailReached');
  if (farEnd?.name === 'answered') return t(muted ? 'announcement.connectedMuted' : 'announcement.connected');
  return t(muted ? 'announcement.onCallMuted' : 'call.onCall');
}

function withInvitation(text: string, { invitation }: OnCall): string {
  if (invitation === null) return text;
  return t('announcement.withInvitation', { state: text, invitation: invitationText(invitation) });
}

function withRecording(text: string, view: OnCall): string {
  if (view.recording.failed)
    return t('announcement.withTrouble', {
      state: text,
      trouble: t('callRecording.notPaused'),
      advice: t('callRecording.notPausedAdvice'),
    });
  const recording = recordingState(view);
  if (recording !== 'paused' && recording !== 'uncertain') return text;
  return t('announcement.withRecording', { state: text, recording: t(`callRecording.${recording}`) });
}

/** Only until the lead answers. */
function withQuestion(text: string, { rename, conversation: { lead } }: OnCall): string {
  if (!rename || !lead) return text;
  return t('announcement.withQuestion', { state: text, question: renameQuestion(rename, lead) });
}

function withSupervisors(text: string, { conversation: { call } }: OnCall): string {
  return (call.supervisors ?? []).reduce(
    (state, supervisor) =>
      t('announcement.withSupervisor', { state, supervisor: supervisorText(supervisor) }),
    text,
  );
}

function withTrouble(text: string, state: PhoneState): string {
  const trouble = soundTrouble(state);
  if (!trouble) return text;
  return t('announcement.withTrouble', { state: text, trouble: trouble.text, advice: trouble.advice });
}
