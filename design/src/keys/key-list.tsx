import { classes } from '../classes.ts';
import styles from './key-list.module.css';

const c = classes(styles);

export interface ListedKeys {
  readonly name: string;
  /** As shown, each in its own box. */
  readonly keys: readonly string[];
}

interface Props {
  readonly entries: readonly ListedKeys[];
  /** In the space that its parent leaves. */
  readonly scrolls?: boolean;
}

export function KeyList({ entries, scrolls }: Props) {
  return (
    <dl className={c('list', scrolls && 'scrolls')} {...(scrolls && { tabIndex: 0 })}>
      {entries.map(({ name, keys }) => (
        <div className={c('row')} key={name}>
          <dt className={c('name')}>{name}</dt>
          <dd className={c('keys')}>
            {keys.map((key) => (
              <kbd className={c('key')} key={key}>
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
