import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
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

/** Figures with a header for each row. Where it doesn't fit, it scrolls sideways, and shadows mark the cut edges. */
export function FigureTable({ caption, heads, rows }: Props) {
  const frame = useRef<HTMLElement>(null);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = frame.current;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    const observer = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  // Where it scrolls, the keyboard has to reach it.
  const reached = isCut ? { 'aria-label': t('reports.tableOf', { title: caption }), tabIndex: 0 } : {};
  return (
    <section className={c('scroll')} ref={frame} {...reached}>
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
    </section>
  );
}
