import { classes } from '@offhook/design/classes';
import { rich, t } from '@offhook/i18n/console';
import { formatNumber, zoneForHeading } from '@offhook/i18n/formats';
import type { ReactNode } from 'react';
import { useConsole } from '../../console-context.ts';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import { usePageFits } from '../shell/use-page-fits.ts';
import styles from './data-table.module.css';

const c = classes(styles);

/** On a narrower page, columns break words. */
const COLUMNS_FROM = 720;

export interface Column<R> {
  readonly head: string;
  /** @param inColumn false on a narrow page, where the headers aren't shown */
  readonly cell: (row: R, inColumn: boolean) => ReactNode;
  /** Buttons: at the end of the row, and in their own column even on a narrow page, unless they have a line there. */
  readonly actions?: boolean;
  /** The header names the time zone if it has to be shown. */
  readonly times?: boolean;
  /** Digits of equal width. */
  readonly figures?: boolean;
  /** A count: aligned to the end of its column. */
  readonly count?: boolean;
  /** Never wraps in its column, such as a phone number. */
  readonly whole?: boolean;
  /** Fields or several buttons: on a line of their own on a narrow page, without the header. */
  readonly ownLine?: boolean;
}

interface Props<R> {
  /** For screen readers. */
  readonly caption: string;
  /** The first is the row's header. */
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string | number;
}

/** A table. On a narrow page, each row is one cell with a line for each column. */
export function DataTable<R>({ caption, columns, rows, keyOf }: Props<R>) {
  const { clock } = useConsole();
  const wide = usePageFits(COLUMNS_FROM);
  const zone = zoneForHeading(clock.now());
  const [first, ...others] = columns;
  const hasColumn = ({ actions, ownLine }: Column<R>) => wide || (actions === true && !ownLine);
  const shown = others.filter(hasColumn);
  if (!first) return null;
  const name = ({ head, actions, times }: Column<R>) => {
    if (actions) return <span className="visually-hidden">{head}</span>;
    return times && zone !== null ? <ZonedHead head={head} zone={zone} /> : head;
  };
  return (
    <table className={c('table', !wide && 'narrow')}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{name(first)}</th>
          {shown.map((column) => (
            <th className={c(column.count && 'count')} key={column.head} scope="col">
              {name(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th className={c(first.whole && 'whole')} scope="row">
              {!wide && first.figures && !first.times && (
                <span className={c('columnName')}>{first.head} </span>
              )}
              {first.cell(row, wide)}
              {!wide &&
                others
                  .filter((column) => !hasColumn(column))
                  .map(({ head, cell, actions, figures, count, ownLine }) => (
                    <span
                      className={c(
                        'line',
                        (figures || count) && 'figures',
                        ownLine && 'ownLine',
                        actions && 'buttonLine',
                      )}
                      key={head}
                    >
                      <span className={ownLine ? 'visually-hidden' : c('columnName')}>{head}</span>{' '}
                      <span className={c('value')}>{cell(row, false)}</span>
                    </span>
                  ))}
            </th>
            {shown.map(({ head, cell, actions, figures, count, whole }) => (
              <td
                className={c(
                  actions && 'actions',
                  (figures || count) && 'figures',
                  count && 'count',
                  whole && 'whole',
                )}
                key={head}
              >
                {actions ? <span className={c('buttons')}>{cell(row, true)}</span> : cell(row, true)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function NoRows({ children }: { readonly children: ReactNode }) {
  return <p className={c('none')}>{children}</p>;
}

export function SkeletonRows({ rows = 5 }: { readonly rows?: number }) {
  return (
    <div className={c('skeleton')} role="status">
      <span className="visually-hidden">{t('list.loading')}</span>
      {Array.from({ length: rows }, (_, at) => at).map((at) => (
        <span className={c('bone')} key={at} />
      ))}
    </div>
  );
}

export const momentColumn = <R,>(head: string, of: (row: R) => string): Column<R> => ({
  head,
  figures: true,
  times: true,
  cell: (row, inColumn) => (
    <Muted>
      <Moment at={of(row)} inColumn={inColumn} />
    </Muted>
  ),
});

/** 'Time (PT)'. A long time zone name gets its own line. */
function ZonedHead({ head, zone }: { readonly head: string; readonly zone: string }) {
  return (
    <Rich parts={rich('field.inZone', { field: head, zone: <span className={c('zone')}>{zone}</span> })} />
  );
}

export function Muted({ children }: { readonly children: ReactNode }) {
  return <span className={c('soft')}>{children}</span>;
}

export const countColumn = <R,>(head: string, of: (row: R) => number): Column<R> => ({
  head,
  count: true,
  cell: (row) => <Muted>{formatNumber(of(row))}</Muted>,
});
