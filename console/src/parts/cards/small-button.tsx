import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import type { ComponentProps } from 'react';
import styles from './small-button.module.css';

const c = classes(styles);

interface Props extends ComponentProps<'button'> {
  /** `primary`: once on a page. `danger`: removes something. `plain`: in a row. */
  readonly variant: 'primary' | 'quiet' | 'danger' | 'plain';
  readonly icon?: string;
}

export function SmallButton({ variant, icon, children, type = 'button', ...rest }: Props) {
  return (
    <button className={c('button', variant)} type={type} {...rest}>
      {icon && <Icon svg={icon} />}
      {children}
    </button>
  );
}
