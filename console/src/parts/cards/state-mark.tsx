import type { BoardState } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import available from '@offhook/design/icons/check_circle-fill.svg?raw';
import unavailable from '@offhook/design/icons/do_not_disturb_on.svg?raw';
import wrapup from '@offhook/design/icons/edit_note-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import held from '@offhook/design/icons/pause-fill.svg?raw';
import oncall from '@offhook/design/icons/phone_in_talk-fill.svg?raw';
import ringing from '@offhook/design/icons/ring_volume-fill.svg?raw';
import styles from './state-mark.module.css';

const c = classes(styles);

const MARKS: Readonly<Record<BoardState, readonly [icon: string, words: string]>> = {
  ringing: [ringing, 'Ringing'],
  held: [held, 'On hold'],
  oncall: [oncall, 'On a call'],
  wrapup: [wrapup, 'After a call'],
  available: [available, 'Available'],
  unavailable: [unavailable, 'Unavailable'],
};

/** What an agent is doing, as an icon with a name. */
export function StateMark({ state }: { readonly state: BoardState }) {
  const [icon, words] = MARKS[state];
  return (
    <span className={c('mark', state)} title={words}>
      <Icon svg={icon} />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
