import type { GreetingFile } from '@offhook/contract/console/greeting-entities';
import { useApiFile } from '@offhook/design/api-file';
import { PlayButton, PlayerTime } from '@offhook/design/audio/player-parts.tsx';
import { togglePlaying } from '@offhook/design/audio/recording-player.tsx';
import { useAudio } from '@offhook/design/audio/use-audio';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { useRef } from 'react';
import styles from './greeting-field.module.css';

const c = classes(styles);

/** Plays exactly what callers hear. */
export function GreetingPlayer({ file }: { readonly file: GreetingFile }) {
  const audio = useRef<HTMLAudioElement>(null);
  const reading = useAudio(audio);
  const { src, crossOrigin } = useApiFile(file.url);
  return (
    <div className={c('row')}>
      <PlayButton onClick={() => togglePlaying(audio.current)} playing={reading.playing} />
      <span className={c('name')}>
        <bdi>{file.name ?? t('greeting.recorded')}</bdi>
        {reading.failed ? (
          <span className={c('failed')} role="alert">
            {t('greeting.playFailed')}
          </span>
        ) : (
          <span className={c('time')}>
            <PlayerTime duration={reading.duration || file.seconds} time={reading.time} />
          </span>
        )}
      </span>
      {/* biome-ignore lint/a11y/useMediaCaption: a greeting has no captions */}
      <audio crossOrigin={crossOrigin} preload="none" ref={audio} src={src} />
    </div>
  );
}
