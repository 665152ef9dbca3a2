import { t } from '@offhook/i18n/voice-page';
import type { ObservedRecording } from '../../src/inspector/core/observations.ts';
import { CopyButton } from '../copy-button.tsx';
import { formatDuration } from '../times.ts';
import { StatusChip } from './status.tsx';

export function RecordingRow({ recording }: { readonly recording: ObservedRecording }) {
  const { sid, status, durationMs, source } = recording;
  return (
    <>
      {t('timeline.recording')} <StatusChip status={status} /> <span class="soft">{source}</span>
      {durationMs !== null && <span class="soft number"> {formatDuration(durationMs)}</span>}
      {status === 'completed' && (
        <div class="row">
          {/* biome-ignore lint/a11y/useMediaCaption: recordings have no captions */}
          <audio
            controls
            preload="none"
            src={`/inspector/recordings/${sid}`}
            aria-label={t('timeline.recording.play')}
          />
          <CopyButton label={t('copy.sid')} text={sid} />
        </div>
      )}
    </>
  );
}
