import { classes } from '@offhook/design/classes';
import offline from '@offhook/design/icons/bedtime-fill.svg?raw';
import busy from '@offhook/design/icons/hourglass_top-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import inProgress from '@offhook/design/icons/phone_in_talk-fill.svg?raw';
import missed from '@offhook/design/icons/phone_missed-fill.svg?raw';
import ringing from '@offhook/design/icons/ring_volume-fill.svg?raw';
import type { HistoryStatusIcon } from '../../core/lists/history-rows.ts';
import styles from './history.module.css';

const c = classes(styles);

const ICONS = { missed, busy, offline, inProgress, ringing } as const satisfies Record<
  HistoryStatusIcon,
  string
>;

interface Props {
  /** Null: plain text. */
  readonly icon: HistoryStatusIcon | null;
  readonly text: string;
}

export function HistoryStatus({ icon, text }: Props) {
  return (
    <span className={c('status', icon)}>
      {icon && <Icon svg={ICONS[icon]} />}
      {text}
    </span>
  );
}
