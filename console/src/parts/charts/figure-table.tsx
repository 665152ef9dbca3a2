import { classes } from '@offhook/design/classes';
import type { ReactNode } from 'react';
import styles from './figure-table.module.css';

const c = classes(styles);

export interface FigureRow {
  readonly key: string | number;
  /** The row's header, then a cell for each other column. */
  readonly cells: readonly [ReactNode, ...ReactNode[]];
}

interface Props {
  /** For screen readers. */
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly FigureRow[];
}

/** Figures with a header for each row. It scrolls sideways where it doesn't fit. */
export function FigureTable({ caption, heads, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard.
    <section aria-label={caption} className={c('scroll')} tabIndex={0}>
      <table className={c('table')}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...figures] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {figures.map((figure, at) => (
                <td key={heads[at + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
