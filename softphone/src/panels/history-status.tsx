import offline from '@material-symbols/svg-400/rounded/bedtime-fill.svg?raw';
import busy from '@material-symbols/svg-400/rounded/hourglass_top-fill.svg?raw';
import inProgress from '@material-symbols/svg-400/rounded/phone_in_talk-fill.svg?raw';
import missed from '@material-symbols/svg-400/rounded/phone_missed-fill.svg?raw';
import ringing from '@material-symbols/svg-400/rounded/ring_volume-fill.svg?raw';
import { Icon } from '../components/icon.tsx';
import { classes } from '../design/classes.ts';
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
