import { classes } from '@offhook/design/classes';
import type { ReactNode } from 'react';
import { usePageFits } from '../shell/use-page-fits.ts';
import styles from './figure-table.module.css';

const c = classes(styles);

interface FigureRow {
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

/** Every table fits a page of this width. */
const ALWAYS_FITS = 1200;

/** Figures with a header for each row. It scrolls sideways where it doesn't fit. */
export function FigureTable({ caption, heads, rows }: Props) {
  // Where it can scroll sideways, the keyboard has to reach it.
  const scrolls = !usePageFits(ALWAYS_FITS);
  return (
    <div className={c('scroll')} tabIndex={scrolls ? 0 : undefined}>
      <table className={c('table')}>
        <caption className="visually-hidden">{caption}</caption>
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
    </div>
  );
}
