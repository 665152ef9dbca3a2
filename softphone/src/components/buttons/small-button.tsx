import { classes } from '@offhook/design/classes';
import type { ComponentProps } from 'react';
import styles from './small-button.module.css';

const c = classes(styles);

interface Props extends ComponentProps<'button'> {
  /** `plain` stands beside a `quiet` one. */
  readonly variant: 'quiet' | 'plain';
}

/** On cards. */
export function SmallButton({ variant, ...button }: Props) {
  return <button className={c('button', variant)} type="button" {...button} />;
}
