import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatTimeOfDay, formatWeekday } from '@offhook/i18n/formats';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Heat, type HeatCell, moveInGrid } from '../../core/reports/charts/heat.ts';
import { heatCellText, hourText, shortWeekday } from '../../core/reports/charts/heat-text.ts';
import styles from './heat-grid.module.css';
import { Tip, type Tipped } from './tip.tsx';

const c = classes(styles);

interface Props {
  readonly caption: string;
  readonly heat: Heat;
  readonly to: (cell: HeatCell) => string;
}

/** One tab stop; arrows move. */
export function HeatGrid({ caption, heat, to }: Props) {
  const { hours, rows } = heat;
  const grid = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState({ row: 0, column: 0 });
  const [tipped, setTipped] = useState<Tipped | null>(null);
  // A change of the report can leave fewer hours.
  const column = Math.min(current.column, hours.length - 1);
  const tip = (cell: HeatCell, element: Element) =>
    setTipped({
      title: t('reports.heat.hour', { weekday: formatWeekday(cell.weekday), hours: hourText(cell.hour) }),
      text: heatCellText(cell),
      element,
    });
  const press = (event: KeyboardEvent) => {
    const size = { rows: rows.length, columns: hours.length };
    const next = moveInGrid(event.key, { row: current.row, column }, size, {
      toEdgeOfGrid: event.ctrlKey,
      rightToLeft: document.documentElement.dir === 'rtl',
    });
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    grid.current
      ?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)
      ?.focus({ preventScroll: false });
  };
  return (
    <div className={c('around')}>
      <table
        aria-label={caption}
        className={c('grid')}
        onBlur={() => setTipped(null)}
        onKeyDown={press}
        onPointerLeave={() => setTipped(null)}
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of links that the arrows reach.
        role="grid"
      >
        <tbody>
          {rows.map((cells, row) => (
            <tr key={cells[0]?.weekday}>
              <th scope="row">{shortWeekday(row + 1)}</th>
              {cells.map((cell, at) => {
                const isCurrent = row === current.row && at === column;
                const name = t('reports.heat.cell', {
                  weekday: formatWeekday(cell.weekday),
                  hours: hourText(cell.hour),
                  text: heatCellText(cell),
                });
                return (
                  // biome-ignore lint/a11y/useFocusableInteractive: its link has the focus.
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid.
                  <td key={cell.hour} role="gridcell">
                    <Link
                      aria-label={name}
                      className={c('cell', `level${cell.level}`)}
                      data-cell={`${row} ${at}`}
                      onFocus={({ currentTarget }) => {
                        setCurrent({ row, column: at });
                        tip(cell, currentTarget);
                      }}
                      onPointerEnter={({ currentTarget }) => tip(cell, currentTarget)}
                      tabIndex={isCurrent ? 0 : -1}
                      to={to(cell)}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot aria-hidden="true">
          <tr>
            <td />
            {hours.map((hour, at) => (
              <td className={c('hour')} key={hour}>
                {at % 3 === 0 && at < hours.length - 1 && <span>{formatTimeOfDay(hour * 60)}</span>}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      {tipped && <Tip {...tipped} />}
    </div>
  );
}

/** From no calls to the highest cell. */
export function HeatScale({ highest }: { readonly highest: string }) {
  return (
    <span className={c('scale')}>
      <span>{t('reports.heat.none')}</span>
      <span aria-hidden="true" className={c('steps')}>
        {[0, 1, 2, 3, 4, 5].map((level) => (
          <span className={c('step', `level${level}`)} key={level} />
        ))}
      </span>
      <span>{highest}</span>
    </span>
  );
}
