import { t } from '@offhook/i18n/login';
import { type RefObject, useEffect, useState } from 'react';
import { classes } from '../classes.ts';
import { LaneName, PausedParts, PlayButton, PlayerTime } from './player-parts.tsx';
import styles from './recording-player.module.css';
import { type PausedPart, RecordingWave } from './recording-wave.tsx';
import type { AudioReading } from './use-audio.ts';
import { useRecordingLanes } from './use-recording-lanes.ts';

const c = classes(styles);

const SPEEDS = [1, 1.5, 2] as const;

interface Props {
  readonly url: string;
  readonly agentChannel: number;
  readonly audio: RefObject<HTMLAudioElement | null>;
  readonly reading: AudioReading;
  /** Used until the audio file reports its own length. */
  readonly seconds: number;
  /** Silent, because an agent paused the recording. */
  readonly pauses?: readonly PausedPart[];
}

export function togglePlaying(audio: HTMLAudioElement | null): void {
  if (!audio) return;
  // A rejected play shows as 'paused' or 'failed' in the reading.
  if (audio.paused) audio.play().catch(() => {});
  else audio.pause();
}

export function RecordingPlayer({ url, agentChannel, audio, reading, seconds, pauses = [] }: Props) {
  const [isPlayed, setPlayed] = useState(false);
  const lanes = useRecordingLanes(url, agentChannel, isPlayed);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);
  const duration = reading.duration || seconds;

  useEffect(() => {
    if (reading.playing) setPlayed(true);
  }, [reading.playing]);

  const seek = (time: number) => {
    if (audio.current && duration > 0) audio.current.currentTime = Math.max(0, Math.min(duration, time));
  };
  const changeSpeed = () => {
    const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  };

  return (
    <div className={c('player')}>
      <PlayButton onClick={() => togglePlaying(audio.current)} playing={reading.playing} />
      <RecordingWave duration={duration} lanes={lanes} onSeek={seek} pauses={pauses} time={reading.time} />
      <div className={c('line')}>
        <PlayerTime duration={duration} time={reading.time} />
        {reading.failed ? (
          <span className={c('failed')} role="alert">
            {t('recording.failed')}
          </span>
        ) : (
          <>
            <LaneName of="agent" />
            <LaneName of="lead" />
          </>
        )}
        <button
          aria-label={t('recording.speed', { speed })}
          className={c('speed')}
          onClick={changeSpeed}
          type="button"
        >
          {t('recording.speedValue', { speed })}
        </button>
      </div>
      <PausedParts pauses={pauses} />
    </div>
  );
}
