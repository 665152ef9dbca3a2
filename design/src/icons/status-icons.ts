import { AVAILABLE, DO_NOT_DISTURB, type StatusIcon } from '@offhook/contract/agent/agent-status';
import build from './build.svg?raw';
import check from './check_circle-fill.svg?raw';
import coffee from './coffee.svg?raw';
import walk from './directions_walk.svg?raw';
import minus from './do_not_disturb_on.svg?raw';
import editNote from './edit_note.svg?raw';
import groups from './groups.svg?raw';
import headphones from './headphones.svg?raw';
import restaurant from './restaurant.svg?raw';
import school from './school.svg?raw';

const ICONS: Readonly<Record<StatusIcon, string>> = {
  coffee,
  restaurant,
  school,
  groups,
  headphones,
  edit_note: editNote,
  build,
  directions_walk: walk,
};

export function statusIcon({ key, icon }: { readonly key: string; readonly icon: StatusIcon }): string {
  if (key === AVAILABLE) return check;
  return key === DO_NOT_DISTURB ? minus : ICONS[icon];
}
