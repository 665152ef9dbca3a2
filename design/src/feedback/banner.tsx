import { classes } from '../classes.ts';
import error from '../icons/error-fill.svg?raw';
import { Icon } from '../icons/icon.tsx';
import styles from './banner.module.css';

const c = classes(styles);

export function Banner({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <div className={c('banner')} role="alert">
      <Icon svg={error} />
      <strong className={c('text')}>{text}</strong>
    </div>
  );
}
