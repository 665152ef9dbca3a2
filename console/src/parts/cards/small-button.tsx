import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import type { ComponentProps } from 'react';
import styles from './small-button.module.css';

const c = classes(styles);

interface Look {
  /** `primary`: once on a page. `danger`: removes something. `plain`: in a row. */
  readonly variant: 'primary' | 'quiet' | 'danger' | 'plain';
  readonly icon?: string;
}

export function SmallButton({
  variant,
  icon,
  children,
  type = 'button',
  ...rest
}: Look & ComponentProps<'button'>) {
  return (
    <button className={c('button', variant)} type={type} {...rest}>
      {icon && <Icon svg={icon} />}
      {children}
    </button>
  );
}

/** Looks like a button, and loads an address. */
export function SmallLink({ variant, icon, children, ...rest }: Look & ComponentProps<'a'>) {
  return (
    <a className={c('button', 'link', variant)} {...rest}>
      {icon && <Icon svg={icon} />}
      {children}
    </a>
  );
}
