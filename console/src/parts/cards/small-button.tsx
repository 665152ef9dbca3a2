import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import type { ComponentProps } from 'react';
import styles from './small-button.module.css';

const c = classes(styles);

interface Props extends ComponentProps<'button'> {
  /** `primary` once on a page; `danger` only for what takes something away; `plain` stands in a row. */
  readonly look: 'primary' | 'quiet' | 'danger' | 'plain';
  readonly icon?: string;
}

/** A button of a page, 38 px high; as wide as its words. */
export function SmallButton({ look, icon, children, type = 'button', ...rest }: Props) {
  return (
    <button className={c('button', look)} type={type} {...rest}>
      {icon && <Icon svg={icon} />}
      {children}
    </button>
  );
}
