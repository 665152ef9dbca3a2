import type { RecordingAnalysis } from '@offhook/contract/console/review-entities';
import { useApiFile } from '@offhook/design/api-file';
import { lanesOf, type SilentPart, SPEEDS, type Speed } from '@offhook/design/audio/playback';
import {
  LaneName,
  PausedParts,
  PlayButton,
  PlayerAudio,
  PlayerCard,
  PlayerError,
  PlayerLine,
  PlayerTime,
} from '@offhook/design/audio/player-parts.tsx';
import { type PausedPart, RecordingWave } from '@offhook/design/audio/recording-wave.tsx';
import type { Playback } from '@offhook/design/audio/use-playback';
import { classes } from '@offhook/design/classes';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { Switch } from '@offhook/design/forms/switch.tsx';
import { t } from '@offhook/i18n/console';
import { t as playerText } from '@offhook/i18n/login';
import { type CSSProperties, useId, useMemo, useState } from 'react';
import { snapToMark } from '../../core/review/playback.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { Choice } from '../forms/choice.tsx';
import styles from './player.module.css';

const c = classes(styles);

/** A click as near to a mark as this share of the recording lands on it. */
const SNAP_SHARE = 0.006;

interface Props {
  readonly url: string;
  readonly playback: Playback;
  readonly analysis: RecordingAnalysis | null;
  readonly isVoicemail: boolean;
  readonly pauses: readonly PausedPart[];
  /** Times of comments, in seconds. */
  readonly marks: readonly number[];
  readonly skipped: readonly SilentPart[];
  readonly skipping: boolean;
  readonly onSkipping: (skips: boolean) => void;
}

export function Player({
  url,
  playback,
  analysis,
  isVoicemail,
  pauses,
  marks,
  skipped,
  skipping,
  ...rest
}: Props) {
  const { audio, reading, speed, time, duration, seek, setSpeed, toggle, retry } = playback;
  const [waiting, setWaiting] = useState(false);
  const file = useApiFile(url);
  const skipId = useId();
  const lanes = useMemo(() => lanesOf(analysis), [analysis]);
  const share = (seconds: number) => (duration > 0 ? Math.min(1, seconds / duration) : 0);
  return (
    <PlayerCard>
      <PlayerAudio
        crossOrigin={file.crossOrigin}
        onPause={() => setWaiting(false)}
        onPlaying={() => setWaiting(false)}
        onWaiting={() => setWaiting(true)}
        ref={audio}
        src={file.src}
      />
      <PlayButton onClick={toggle} playing={reading.playing} shortcut="Space" />
      <RecordingWave
        duration={duration}
        lanes={lanes}
        onSeek={(wanted) => seek(snapToMark(wanted, marks, duration * SNAP_SHARE))}
        pauses={pauses}
        time={time}
      >
        {skipping &&
          skipped.map(({ from, to }) => (
            <span
              className={c('gap')}
              key={from}
              style={{ '--from': share(from), '--to': share(to) } as CSSProperties}
            />
          ))}
        {marks.map((mark) => (
          <span className={c('mark')} key={mark} style={{ '--at': share(mark) } as CSSProperties} />
        ))}
      </RecordingWave>
      <PlayerLine>
        <PlayerTime duration={duration} time={time} />
        {waiting && <Spinner name={t('review.loading')} />}
        {!isVoicemail && <LaneName of="agent" />}
        <LaneName of="lead" />
        <span className={c('controls')}>
          {skipped.length > 0 && (
            <label className={c('skip')} htmlFor={skipId}>
              <Switch id={skipId} on={skipping} onSwitch={rest.onSkipping} />
              {t('review.skipSilence')}
            </label>
          )}
          <Choice
            choices={SPEEDS.map((one) => [one, playerText('recording.speedValue', { speed: one })])}
            filter
            label={t('review.speed')}
            onText={(text) => setSpeed(Number(text) as Speed)}
            value={speed}
          />
        </span>
      </PlayerLine>
      {reading.failed && (
        <PlayerError>
          <SmallButton onClick={retry} variant="quiet">
            {t('action.tryAgain')}
          </SmallButton>
        </PlayerError>
      )}
      <PausedParts pauses={pauses} />
      <span className="visually-hidden" role="status">
        {speed === 1 ? '' : playerText('recording.speed', { speed })}
      </span>
    </PlayerCard>
  );
}
