import { classes } from '../classes.ts';
import { Icon } from '../icons/icon.tsx';
import pause from '../icons/pause-fill.svg?raw';
import play from '../icons/play_arrow-fill.svg?raw';
import styles from './play-pill.module.css';

const c = classes(styles);

interface Props {
  readonly duration: string;
  /** With the duration. */
  readonly name: string;
  readonly playing: boolean;
  /** The recording's player is open. */
  readonly open: boolean;
  readonly onClick: () => void;
}

/** Plays and pauses a recording in a list. */
export function PlayPill({ duration, name, playing, open, onClick }: Props) {
  return (
    <button
      aria-expanded={open}
      aria-label={name}
      className={c('pill', open && 'open')}
      onClick={onClick}
      type="button"
    >
      <Icon svg={playing ? pause : play} />
      {duration}
    </button>
  );
}
