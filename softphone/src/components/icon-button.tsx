import type { ComponentProps } from 'react';
import { classes } from '../design/classes.ts';
import { Icon } from './icon.tsx';
import styles from './icon-button.module.css';

const c = classes(styles);

interface Props extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: string;
  /** An icon alone always has a name, and shows it. */
  readonly name: string;
}

export function IconButton({ icon, name, type = 'button', ...rest }: Props) {
  return (
    <button aria-label={name} className={c('button')} type={type} {...rest}>
      <Icon size={24} svg={icon} />
      <span aria-hidden="true" className={c('tip')}>
        {name}
      </span>
    </button>
  );
}
