/** What the phone's player and the console's review have in common. */
import { t } from '@offhook/i18n/login';
import { classes } from '../classes.ts';
import { Icon } from '../icons/icon.tsx';
import pause from '../icons/pause-fill.svg?raw';
import play from '../icons/play_arrow-fill.svg?raw';
import { formatDuration } from './clock.ts';
import styles from './player-parts.module.css';
import { type PausedPart, pausedText } from './recording-wave.tsx';

const c = classes(styles);

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
