import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import type { ReactNode } from 'react';
import { Kbd } from '../keys/kbd.tsx';
import styles from './tiles.module.css';

const c = classes(styles);

export function Tiles({ slim, children }: { readonly slim: boolean; readonly children: ReactNode }) {
  return (
    <div className={c('tiles', slim && 'slim')} data-tiles={slim ? 'slim' : 'whole'}>
      {children}
    </div>
  );
}

interface TileProps {
  readonly icon: string;
  readonly label: string;
  readonly shortcut: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly panel?: { readonly name: string; readonly open: boolean };
  readonly held?: boolean;
  /** The main way on. */
  readonly filled?: boolean;
}

export function Tile({ icon, label, shortcut, disabled, onClick, panel, held, filled }: TileProps) {
  return (
    <button
      aria-expanded={panel?.open}
      aria-keyshortcuts={shortcut}
      className={c('tile', panel?.open && 'pressed', held && 'held', filled && 'filled')}
      data-tile={panel?.name}
      disabled={disabled}
      onClick={onClick}
      title={shortcut}
      type="button"
    >
      <Icon size={24} svg={icon} />
      <span className={c('label')}>{label}</span>
      {!disabled && (
        <span className={c('key')}>
          <Kbd bare keys={[shortcut]} />
        </span>
      )}
    </button>
  );
}
