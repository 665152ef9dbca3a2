import type { BoardState } from '@offhook/contract/console/board-entities';
import { classes } from '@offhook/design/classes';
import available from '@offhook/design/icons/check_circle-fill.svg?raw';
import unavailable from '@offhook/design/icons/do_not_disturb_on.svg?raw';
import wrapup from '@offhook/design/icons/edit_note-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import held from '@offhook/design/icons/pause-fill.svg?raw';
import oncall from '@offhook/design/icons/phone_in_talk-fill.svg?raw';
import ringing from '@offhook/design/icons/ring_volume-fill.svg?raw';
import { stateName } from '../../core/board/board-rows.ts';
import styles from './state-mark.module.css';

const c = classes(styles);

const ICONS: Readonly<Record<BoardState, string>> = {
  ringing,
  held,
  oncall,
  wrapup,
  available,
  unavailable,
};

/** Beside the name of the state. */
export function StateIcon({ state }: { readonly state: BoardState }) {
  return (
    <span className={c('mark', state)}>
      <Icon svg={ICONS[state]} />
    </span>
  );
}

/** An agent's state, as an icon with a name. */
export function StateMark({ state }: { readonly state: BoardState }) {
  const name = stateName(state);
  return (
    <span className={c('mark', state)} title={name}>
      <Icon svg={ICONS[state]} />
      <span className="visually-hidden">{name}</span>
    </span>
  );
}
