import { classes } from '@offhook/design/classes';
import { keyWords } from '@offhook/design/forms/key-words';
import styles from './kbd.module.css';

const c = classes(styles);

/**
 * A key hint, hidden from assistive technology: the button has `aria-keyshortcuts`. `bare`: without a box, in a tile.
 * Visible with a fine pointer, or once a key was pressed (`data-keys` on the root element).
 */
export function Kbd({ keys, bare }: { readonly keys: readonly string[]; readonly bare?: boolean }) {
  return (
    <span aria-hidden="true" className={c('keys', bare && 'bare')}>
      {keys.map((key) => (
        <kbd className={c('key')} key={key}>
          {keyWords(key)}
        </kbd>
      ))}
    </span>
  );
}
