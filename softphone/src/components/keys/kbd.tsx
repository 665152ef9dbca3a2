import { classes } from '@offhook/design/classes';
import { keyLabel } from '@offhook/design/forms/key-label';
import styles from './kbd.module.css';

const c = classes(styles);

/** Hidden from assistive technology: the button has `aria-keyshortcuts`. */
export function Kbd({ keys, bare }: { readonly keys: readonly string[]; readonly bare?: boolean }) {
  return (
    <span aria-hidden="true" className={c('keys', bare && 'bare')}>
      {keys.map((key) => (
        <kbd className={c('key')} key={key}>
          {keyLabel(key)}
        </kbd>
      ))}
    </span>
  );
}
