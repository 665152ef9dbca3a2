import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './small-button.module.css';

const c = classes(styles);

interface Props {
  readonly to: string;
  readonly icon: string;
  readonly children: ReactNode;
}

/** Opens another page, and looks like a button. */
export function LinkButton({ to, icon, children }: Props) {
  return (
    <Link className={c('button', 'quiet', 'link')} to={to}>
      <Icon svg={icon} />
      {children}
    </Link>
  );
}
