import { classes } from '@offhook/design/classes';
import { keyWords } from '@offhook/design/forms/key-words';
import styles from './kbd.module.css';

const c = classes(styles);

/**
 * A key under or in its button, for the eye only: the button itself says it in `aria-keyshortcuts`.
 * Without its box (`bare`) it stands in the corner of a tile. Seen where there is a fine pointer, or once a key has been pressed (`data-keys` on the root element).
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
