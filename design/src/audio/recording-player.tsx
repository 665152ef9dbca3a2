import { t } from '@offhook/i18n/login';
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icons/icon.tsx';
import pause from '../icons/pause-fill.svg?raw';
import play from '../icons/play_arrow-fill.svg?raw';
import { formatDuration } from './clock.ts';
import styles from './recording-player.module.css';
import type { AudioReading } from './use-audio.ts';
import { useRecordingLanes } from './use-recording-lanes.ts';
import { joinPeaks, scaleLanes, strokePath } from './waveform.ts';

const c = classes(styles);

const SEEK_S = 5;
const PITCH = 3;
const LANE = 22;
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

export interface PausedPart {
  readonly from_seconds: number;
  readonly to_seconds: number;
  /** Who paused. */
  readonly user?: { readonly full_name: string };
}

export function togglePlaying(audio: HTMLAudioElement | null): void {
  if (!audio) return;
  // A rejected play shows as 'paused' or 'failed' in the reading.
  if (audio.paused) audio.play().catch(() => {});
  else audio.pause();
}

function pausedText({ from_seconds, to_seconds, user }: PausedPart): string {
  const times = { from: formatDuration(from_seconds), to: formatDuration(to_seconds) };
  return user
    ? t('recording.pausedPartBy', { ...times, name: user.full_name })
    : t('recording.pausedPart', times);
}

/** The agent's bars point up, the lead's down. */
export function RecordingPlayer({ url, agentChannel, audio, reading, seconds, pauses = [] }: Props) {
  const [isPlayed, setPlayed] = useState(false);
  const lanes = useRecordingLanes(url, agentChannel, isPlayed);
  const wave = useRef<HTMLDivElement>(null);
  const [bars, setBars] = useState(80);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);
  const duration = reading.duration || seconds;
  const played = duration > 0 ? Math.min(1, reading.time / duration) : 0;

  useEffect(() => {
    if (reading.playing) setPlayed(true);
  }, [reading.playing]);

  useEffect(() => {
    const element = wave.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setBars(Math.max(10, Math.floor(element.clientWidth / PITCH))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const seek = (time: number) => {
    if (audio.current && duration > 0) audio.current.currentTime = Math.max(0, Math.min(duration, time));
  };
  const seekByKey = (event: KeyboardEvent) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const steps: Record<string, number> = { ArrowLeft: -rtl, ArrowRight: rtl, ArrowDown: -1, ArrowUp: 1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    seek(reading.time + step * SEEK_S);
  };
  const changeSpeed = () => {
    const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  };

  const shown = scaleLanes({ agent: joinPeaks(lanes.agent, bars), lead: joinPeaks(lanes.lead, bars) });
  const agent = strokePath(shown.agent, PITCH, LANE, -1);
  const lead = strokePath(shown.lead, PITCH, LANE, 1);
  const box = `0 ${-LANE} ${bars * PITCH} ${2 * LANE}`;
  return (
    <div className={c('player')}>
      <button
        aria-label={t(reading.playing ? 'recording.pause' : 'recording.play')}
        className={c('play')}
        onClick={() => togglePlaying(audio.current)}
        type="button"
      >
        <Icon size={24} svg={reading.playing ? pause : play} />
      </button>
      <div className={c('wave')} ref={wave} style={{ '--played': played } as CSSProperties}>
        <svg aria-hidden="true" className={c('lanes')} preserveAspectRatio="none" viewBox={box}>
          <path className={c('unplayed')} d={agent + lead} />
        </svg>
        <svg aria-hidden="true" className={c('lanes', 'played')} preserveAspectRatio="none" viewBox={box}>
          <path className={c('agentStroke')} d={agent} />
          <path className={c('leadStroke')} d={lead} />
        </svg>
        {duration > 0 &&
          pauses.map((part) => (
            <span
              className={c('paused')}
              key={part.from_seconds}
              style={
                {
                  '--from': part.from_seconds / duration,
                  '--to': Math.min(1, part.to_seconds / duration),
                } as CSSProperties
              }
              title={pausedText(part)}
            />
          ))}
        <span className={c('head')} />
        <input
          aria-label={t('recording.position')}
          aria-valuetext={t('recording.positionValue', {
            time: formatDuration(reading.time),
            duration: formatDuration(duration),
          })}
          className={c('seek')}
          max={duration || 1}
          min={0}
          onChange={(event) => seek(Number(event.target.value))}
          onKeyDown={seekByKey}
          step="any"
          type="range"
          value={reading.time}
        />
      </div>
      <div className={c('line')}>
        <span className={c('time')} dir="ltr">
          <b>{formatDuration(reading.time)}</b> / {formatDuration(duration)}
        </span>
        {reading.failed ? (
          <span className={c('failed')} role="alert">
            {t('recording.failed')}
          </span>
        ) : (
          <>
            <span className={c('lane', 'agentLane')}>{t('recording.agent')}</span>
            <span className={c('lane', 'leadLane')}>{t('recording.lead')}</span>
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
      {pauses.length > 0 && (
        <ul className={c('pauses')}>
          {pauses.map((part) => (
            <li key={part.from_seconds}>
              <Icon size={18} svg={pause} />
              {pausedText(part)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
