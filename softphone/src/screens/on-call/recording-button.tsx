import block from '@offhook/design/icons/block.svg?raw';
import record from '@offhook/design/icons/fiber_manual_record-fill.svg?raw';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { StatusBarButton } from '../../components/frame/status-bar.tsx';
import type { RecordingState } from '../../core/screen/on-call/recording.ts';
import { usePhone } from '../../phone-context.tsx';

const LABELS = {
  on: { text: 'callRecording.on', action: 'callRecording.pauseAction' },
  pausing: { text: 'callRecording.pausing', action: 'callRecording.pausing' },
  paused: { text: 'callRecording.paused', action: 'callRecording.resumeAction' },
  resuming: { text: 'callRecording.resuming', action: 'callRecording.resuming' },
  uncertain: { text: 'callRecording.uncertain', action: 'callRecording.resumeAction' },
} as const;

/** Shows whether the call is being recorded, and pauses it. */
export function RecordingButton({ state }: { readonly state: RecordingState }) {
  const { send } = usePhone();
  const toggle = () => send({ type: 'recordingClicked' });
  const isUnconfirmed = state === 'pausing' || state === 'resuming';
  useShortcuts({ R: isUnconfirmed ? null : toggle });
  const { text, action } = LABELS[state];
  return (
    <StatusBarButton
      busy={isUnconfirmed}
      filled={state === 'paused'}
      // Hold has the bars of a pause.
      icon={state === 'paused' ? block : record}
      onClick={toggle}
      shortcut="R"
      title={t(action)}
    >
      {t(text)}
    </StatusBarButton>
  );
}
