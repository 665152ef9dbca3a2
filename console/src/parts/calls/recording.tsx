import type { ConsoleCallDetail } from '@offhook/contract/console/call-entities';
import { useApiFile } from '@offhook/design/api-file';
import { RecordingPlayer } from '@offhook/design/audio/recording-player.tsx';
import { useAudio } from '@offhook/design/audio/use-audio';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { useRef } from 'react';
import { Moment } from '../cards/moment.tsx';
import styles from './recording.module.css';

const c = classes(styles);

type Entry = ConsoleCallDetail['recordings'][number];

/** A recording with one lane for the agent and one for the lead. */
export function Recording({ recording }: { readonly recording: Entry }) {
  const audio = useRef<HTMLAudioElement>(null);
  const reading = useAudio(audio);
  const file = useApiFile(recording.url ?? '');
  if (recording.url === null) {
    return <p className={c('none')}>{t('call.recordings.noAudio')}</p>;
  }
  return (
    <div className={c('recording')}>
      <span className={c('when')}>
        <Moment at={recording.created_at} />
      </span>
      {/* biome-ignore lint/a11y/useMediaCaption: a telephone call that was recorded has no captions */}
      <audio
        className={c('audio')}
        controls
        crossOrigin={file.crossOrigin}
        inert
        preload="none"
        ref={audio}
        src={file.src}
      />
      <RecordingPlayer
        agentChannel={recording.agent_channel ?? 0}
        audio={audio}
        pauses={recording.pauses ?? []}
        reading={reading}
        seconds={recording.duration_seconds ?? 0}
        url={recording.url}
      />
    </div>
  );
}
