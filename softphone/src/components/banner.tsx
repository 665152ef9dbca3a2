import { classes } from '../design/classes.ts';
import error from '../design/icons/error-fill.svg?raw';
import styles from './banner.module.css';
import { Icon } from './icon.tsx';

const c = classes(styles);

/** What went wrong, in the server's words, on top of what failed. Renders nothing without a text. */
export function Banner({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <div className={c('banner')} role="alert">
      <Icon svg={error} />
      <strong className={c('text')}>{text}</strong>
    </div>
  );
}
