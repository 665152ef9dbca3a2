/** What the phone's player and the console's review have in common. */
import { t } from '@offhook/i18n/login';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icons/icon.tsx';
import pause from '../icons/pause-fill.svg?raw';
import play from '../icons/play_arrow-fill.svg?raw';
import { formatDuration } from './clock.ts';
import styles from './player-parts.module.css';
import { type PausedPart, pausedText } from './recording-wave.tsx';

const c = classes(styles);

export function PlayerCard({ children }: { readonly children: ReactNode }) {
  return <div className={c('card')}>{children}</div>;
}

/** The waveform is what users see; this element only plays. */
export function PlayerAudio(
  props: Pick<ComponentProps<'audio'>, 'crossOrigin' | 'onPause' | 'onPlaying' | 'onWaiting' | 'ref' | 'src'>,
) {
  return <audio className={c('audio')} controls inert preload="none" {...props} />;
}

/** Below the waveform: time, lanes, controls. */
export function PlayerLine({ children }: { readonly children: ReactNode }) {
  return <div className={c('line')}>{children}</div>;
}

/** `children`: a button to try again. */
export function PlayerError({ children }: { readonly children: ReactNode }) {
  return (
    <div className={c('error')} role="alert">
      {t('recording.failed')}
      {children}
    </div>
  );
}

interface PlayButtonProps {
  readonly playing: boolean;
  readonly onClick: () => void;
  readonly shortcut?: string;
}

export function PlayButton({ playing, onClick, shortcut }: PlayButtonProps) {
  return (
    <button
      aria-keyshortcuts={shortcut}
      aria-label={t(playing ? 'recording.pause' : 'recording.play')}
      className={c('play')}
      onClick={onClick}
      type="button"
    >
      <Icon size={24} svg={playing ? pause : play} />
    </button>
  );
}

/** In seconds. */
export function PlayerTime({ time, duration }: { readonly time: number; readonly duration: number }) {
  return (
    <span className={c('time')} dir="ltr">
      <b>{formatDuration(time)}</b> / {formatDuration(duration)}
    </span>
  );
}

export function LaneName({ of }: { readonly of: 'agent' | 'lead' }) {
  return (
    <span className={c('lane', of === 'agent' ? 'agentLane' : 'leadLane')}>
      {t(of === 'agent' ? 'recording.agent' : 'recording.lead')}
    </span>
  );
}

export function PausedParts({ pauses }: { readonly pauses: readonly PausedPart[] }) {
  if (pauses.length === 0) return null;
  return (
    <ul className={c('pauses')}>
      {pauses.map((part) => (
        <li key={part.from_seconds}>
          <Icon size={18} svg={pause} />
          {pausedText(part)}
        </li>
      ))}
    </ul>
  );
}
