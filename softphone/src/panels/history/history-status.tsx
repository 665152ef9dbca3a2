import { classes } from '@offhook/design/classes';
import offline from '@offhook/design/icons/bedtime-fill.svg?raw';
import busy from '@offhook/design/icons/hourglass_top-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import inProgress from '@offhook/design/icons/phone_in_talk-fill.svg?raw';
import missed from '@offhook/design/icons/phone_missed-fill.svg?raw';
import ringing from '@offhook/design/icons/ring_volume-fill.svg?raw';
import styles from './history.module.css';

const c = classes(styles);

interface Look {
  readonly icon: string;
  readonly tone: 'missed' | 'busy' | 'offline' | 'inProgress' | 'ringing';
}

/** By the text of the row. 'No Answer' and a duration without a recording are plain. */
const looks: ReadonlyMap<string, Look> = new Map([
  ['Missed', { icon: missed, tone: 'missed' }],
  ['Busy', { icon: busy, tone: 'busy' }],
  ['Offline', { icon: offline, tone: 'offline' }],
  ['In Progress', { icon: inProgress, tone: 'inProgress' }],
  ['Ringing', { icon: ringing, tone: 'ringing' }],
]);

export function HistoryStatus({ status }: { readonly status: string }) {
  const look = looks.get(status);
  return (
    <span className={c('status', look?.tone)}>
      {look && <Icon svg={look.icon} />}
      {status}
    </span>
  );
}
