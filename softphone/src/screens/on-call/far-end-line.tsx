import { formatDuration } from '@offhook/design/audio/clock';
import phoneInTalk from '@offhook/design/icons/phone_in_talk-fill.svg?raw';
import ringIcon from '@offhook/design/icons/ring_volume-fill.svg?raw';
import voicemail from '@offhook/design/icons/voicemail.svg?raw';
import { t } from '@offhook/i18n/phone';
import { StatusBarDetail } from '../../components/frame/status-bar.tsx';
import { useNow } from '../../components/time/use-now.ts';
import { invitationText } from '../../core/screen/on-call/invitation.ts';
import type { LiveFarEnd, LiveInvitation } from '../../core/screen/screen-state.ts';

interface Props {
  readonly farEnd: LiveFarEnd | null;
  readonly invitation: LiveInvitation | null;
}

/** A colleague who rings comes first. Shows nothing if the server doesn't report the far end. */
export function FarEndLine({ farEnd, invitation }: Props) {
  const now = useNow(farEnd?.name === 'answered');
  if (invitation?.state === 'ringing')
    return <StatusBarDetail icon={ringIcon} part="far-end" text={invitationText(invitation)} />;
  if (farEnd === null) return null;
  if (farEnd.name === 'ringing')
    return <StatusBarDetail icon={ringIcon} part="far-end" text={t('call.ringing')} />;
  if (farEnd.name === 'voicemail')
    return <StatusBarDetail icon={voicemail} part="far-end" text={t('call.voicemailReached')} />;
  return (
    <StatusBarDetail
      icon={phoneInTalk}
      part="far-end"
      text={t('call.answered', { time: formatDuration((now - farEnd.at) / 1_000) })}
    />
  );
}
