import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import type { ComponentProps } from 'react';
import styles from './lamp-icon.module.css';

const c = classes(styles);

interface Props extends ComponentProps<typeof Icon> {
  readonly blinks: boolean;
}

/** Blinks while the lead is on hold. */
export function LampIcon({ blinks, ...icon }: Props) {
  return (
    <span className={c(blinks && 'blinks')}>
      <Icon {...icon} />
    </span>
  );
}
