import { classes } from '../design/classes.ts';
import styles from './kbd.module.css';

const c = classes(styles);

/**
 * A key under or in its button, for the eye only: the button itself says it in `aria-keyshortcuts`.
 * Seen where there is a fine pointer, or once a key has been pressed (`data-keys` on the root element).
 */
export function Kbd({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span aria-hidden="true" className={c('keys')}>
      {keys.map((key) => (
        <kbd className={c('key')} key={key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
