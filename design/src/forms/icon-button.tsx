import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './icon-button.module.css';
import { keyLabel } from './key-label.ts';

const c = classes(styles);

interface Props extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: string;
  readonly name: string;
  /** `go` starts a call; `row` is for rows of a list. */
  readonly variant?: 'plain' | 'row' | 'go';
}

export function IconButton({ icon, name, variant = 'plain', type = 'button', ...rest }: Props) {
  const shortcut = rest['aria-keyshortcuts'];
  return (
    <button aria-label={name} className={c('button', variant)} type={type} {...rest}>
      <Icon size={variant === 'plain' ? 24 : 20} svg={icon} />
      <span aria-hidden="true" className={c('tip')}>
        {shortcut ? `${name} (${keyLabel(shortcut)})` : name}
      </span>
    </button>
  );
}
