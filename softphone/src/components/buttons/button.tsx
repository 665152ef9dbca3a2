import { classes } from '@offhook/design/classes';
import { keyWords } from '@offhook/design/forms/key-words';
import { Icon } from '@offhook/design/icons/icon.tsx';
import type { ComponentProps } from 'react';
import styles from './button.module.css';

const c = classes(styles);

interface Props extends ComponentProps<'button'> {
  /**
   * `primary` is the one way on of a view, `danger` only Hang Up, `inverse` a thing that is switched on and must
   * not be forgotten; `flood` and `outline` stand on a lit lamp.
   */
  readonly look: 'primary' | 'danger' | 'quiet' | 'inverse' | 'flood' | 'outline';
  readonly icon?: string;
}

/** A button of the dock: 56 px high, as wide as its place. */
export function Button({ look, icon, children, type = 'button', ...rest }: Props) {
  const shortcut = rest['aria-keyshortcuts'];
  return (
    <button className={c('button', look)} title={shortcut && keyWords(shortcut)} type={type} {...rest}>
      {icon && <Icon size={24} svg={icon} />}
      <span className={c('label')}>{children}</span>
    </button>
  );
}
