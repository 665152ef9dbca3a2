import { classes } from '@offhook/design/classes';
import { keyLabel } from '@offhook/design/forms/key-label';
import { Icon } from '@offhook/design/icons/icon.tsx';
import type { ComponentProps } from 'react';
import styles from './button.module.css';

const c = classes(styles);

interface Props extends ComponentProps<'button'> {
  /**
   * `danger`: Hang Up and buttons that confirm a removal. `inverse`: switched on.
   * `flood`, `outline`: on a colored background.
   */
  readonly variant: 'primary' | 'danger' | 'quiet' | 'inverse' | 'flood' | 'outline';
  readonly icon?: string;
}

export function Button({ variant, icon, children, type = 'button', ...rest }: Props) {
  const shortcut = rest['aria-keyshortcuts'];
  return (
    <button className={c('button', variant)} title={shortcut && keyLabel(shortcut)} type={type} {...rest}>
      {icon && <Icon size={24} svg={icon} />}
      <span className={c('label')}>{children}</span>
    </button>
  );
}
