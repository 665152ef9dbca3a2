import { t } from '@offhook/i18n/login';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { formatDuration } from './clock.ts';
import styles from './recording-wave.module.css';
import { joinPeaks, type Lanes, scaleLanes, strokePath } from './waveform.ts';

const c = classes(styles);

const SEEK_S = 5;
const PITCH = 3;
const LANE = 22;

interface Props {
  readonly lanes: Lanes;
  /** Seconds. */
  readonly time: number;
  readonly duration: number;
  readonly pauses: readonly PausedPart[];
  readonly onSeek: (time: number) => void;
  /** Laid over the lanes. */
  readonly children?: ReactNode;
}

export interface PausedPart {
  readonly from_seconds: number;
  readonly to_seconds: number;
  /** Who paused. */
  readonly user?: { readonly full_name: string };
}

export function pausedText({ from_seconds, to_seconds, user }: PausedPart): string {
  const times = { from: formatDuration(from_seconds), to: formatDuration(to_seconds) };
  return user
    ? t('recording.pausedPartBy', { ...times, name: user.full_name })
    : t('recording.pausedPart', times);
}

/** The agent's bars point up, the lead's down; the slider over them seeks. */
export function RecordingWave({ lanes, time, duration, pauses, onSeek, children }: Props) {
  const wave = useRef<HTMLDivElement>(null);
  const [bars, setBars] = useState(80);
  const played = duration > 0 ? Math.min(1, time / duration) : 0;

  useEffect(() => {
    const element = wave.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setBars(Math.max(10, Math.floor(element.clientWidth / PITCH))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const seekByKey = (event: KeyboardEvent) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const steps: Record<string, number> = { ArrowLeft: -rtl, ArrowRight: rtl, ArrowDown: -1, ArrowUp: 1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onSeek(time + step * SEEK_S);
  };

  const shown = scaleLanes({ agent: joinPeaks(lanes.agent, bars), lead: joinPeaks(lanes.lead, bars) });
  const agent = strokePath(shown.agent, PITCH, LANE, -1);
  const lead = strokePath(shown.lead, PITCH, LANE, 1);
  const box = `0 ${-LANE} ${bars * PITCH} ${2 * LANE}`;
  return (
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
      {children}
      <span className={c('head')} />
      <input
        aria-label={t('recording.position')}
        aria-valuetext={t('recording.positionValue', {
          time: formatDuration(time),
          duration: formatDuration(duration),
        })}
        className={c('seek')}
        max={duration || 1}
        min={0}
        onChange={(event) => onSeek(Number(event.target.value))}
        onKeyDown={seekByKey}
        step="any"
        type="range"
        value={time}
      />
    </div>
  );
}
