import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import close from '@offhook/design/icons/close.svg?raw';
import type { ReactNode } from 'react';
import { Card } from '../cards/card.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './list-editor.module.css';

const c = classes(styles);

export interface ListEditorProps<R> {
  readonly rows: readonly R[];
  readonly error: string | null;
  readonly onChange: (rows: readonly R[]) => void;
}

interface Props<R> extends ListEditorProps<R> {
  readonly title: string;
  readonly beside?: string;
  /** Above the rows, for sighted users: each field has its own label. */
  readonly head?: ReactNode;
  readonly foot?: string;
  /** Buttons under the rows. */
  readonly under?: ReactNode;
  /** Shown if there are no rows. */
  readonly none: string;
  readonly add: string;
  /** The row that the button adds; undefined disables it. */
  readonly newRow: R | undefined;
  readonly remove: (at: number) => string;
  readonly canRemove?: (row: R) => boolean;
  readonly keyOf?: (row: R, at: number) => number;
  readonly children: (row: R, at: number, change: (fields: Partial<R>) => void) => ReactNode;
}

export function ListEditor<R extends object>({
  rows,
  error,
  onChange,
  newRow,
  children,
  ...texts
}: Props<R>) {
  const { title, beside, none, remove, canRemove = () => true, keyOf = (_, at) => at } = texts;
  return (
    <Card
      beside={beside}
      end={
        <SmallButton
          disabled={!newRow}
          icon={add}
          variant="plain"
          onClick={() => newRow && onChange([...rows, newRow])}
        >
          {texts.add}
        </SmallButton>
      }
      title={title}
    >
      {error !== null && (
        <div className={c('error')}>
          <Banner text={error} />
        </div>
      )}
      {rows.length === 0 && <p className={c('none')}>{none}</p>}
      {rows.length > 0 && texts.head}
      <ul className={c('list')}>
        {rows.map((row, at) => (
          <li className={c('row')} key={keyOf(row, at)}>
            {children(row, at, (fields) =>
              onChange(rows.map((one, index) => (index === at ? { ...one, ...fields } : one))),
            )}
            <IconButton
              disabled={!canRemove(row)}
              icon={close}
              variant="row"
              name={remove(at)}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
      {texts.under && <div className={c('under')}>{texts.under}</div>}
      {texts.foot && <p className={c('foot')}>{texts.foot}</p>}
    </Card>
  );
}
