import info from '@material-symbols/svg-400/rounded/info-fill.svg?raw';
import { classes } from '../design/classes.ts';
import { Icon } from './icon.tsx';
import styles from './toast.module.css';

const c = classes(styles);

/** A word in passing, above the dock; how long it stands is the state's business. Never for errors. */
export function Toast({ text }: { readonly text: string | null }) {
  return (
    <div className={c('place')} role="status">
      {text !== null && (
        <div className={c('toast')}>
          <Icon svg={info} />
          <span>{text}</span>
        </div>
      )}
    </div>
  );
}
