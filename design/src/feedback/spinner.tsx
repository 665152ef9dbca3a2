import { classes } from '../classes.ts';
import styles from './spinner.module.css';

const c = classes(styles);

export function Spinner({ name }: { readonly name: string }) {
  return (
    <span className={c('spinner')} role="status">
      <span className="visually-hidden">{name}</span>
    </span>
  );
}
