/** The only module that loads the chart library. */
import { classes } from '@offhook/design/classes';
import { formatNumber } from '@offhook/i18n/formats';
import { scaleBand, scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import styles from './columns-chart.module.css';
import { Tip, type Tipped } from './tip.tsx';

const c = classes(styles);

export interface ChartColumn {
  readonly key: string;
  /** On the axis. */
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly value: number;
  /** The lower part of the column in the accent color. */
  readonly part: number;
  /** A point of the line; null: none. */
  readonly before: number | null;
  readonly to: string | null;
}

interface Props {
  readonly caption: string;
  readonly columns: readonly ChartColumn[];
}

const HEIGHT = 208;
const TOP = 10;
const BOTTOM = 26;
const TICKS = 4;
/** Room for the longest tick and each label. */
const LETTER_WIDTH = 8;
const LABEL_GAP = 12;

/** Columns, and a line for the period before. One tab stop; arrows move along the columns. */
export default function ColumnsChart({ caption, columns }: Props) {
  const figure = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  const [current, setCurrent] = useState(0);
  const [tipped, setTipped] = useState<Tipped | null>(null);
  useEffect(() => {
    const element = figure.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const highest = Math.max(1, ...columns.flatMap(({ value, before }) => [value, before ?? 0]));
  const y = scaleLinear<number>({ domain: [0, highest], range: [HEIGHT - BOTTOM, TOP], nice: TICKS });
  const ticks = y.ticks(TICKS).filter(Number.isInteger);
  const start = formatNumber(ticks.at(-1) ?? 0).length * LETTER_WIDTH + 10;
  const x = scaleBand<string>({
    domain: columns.map(({ key }) => key),
    range: [start, Math.max(start, width)],
    paddingInner: 0.25,
    paddingOuter: 0.12,
  });
  const bar = x.bandwidth();
  const longest = Math.max(0, ...columns.map(({ label }) => label.length));
  const every = Math.max(1, Math.ceil((longest * LETTER_WIDTH + LABEL_GAP) / Math.max(1, x.step())));
  const focusable = Math.min(current, columns.length - 1);
  const press = (event: KeyboardEvent) => {
    const target = { ArrowLeft: focusable - 1, ArrowRight: focusable + 1, Home: 0, End: columns.length - 1 }[
      event.key
    ];
    if (target === undefined) return;
    event.preventDefault();
    const next = Math.min(columns.length - 1, Math.max(0, target));
    setCurrent(next);
    figure.current?.querySelector<SVGElement>(`[data-column="${next}"]`)?.focus();
  };
  const line = columns.filter(({ before }) => before !== null);
  return (
    <figure className={c('figure')} dir="ltr" onBlur={() => setTipped(null)} ref={figure}>
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a drawing holds no fieldset.
        <svg
          aria-label={caption}
          height={HEIGHT}
          onKeyDown={press}
          onPointerLeave={() => setTipped(null)}
          role="group"
          width={width}
        >
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it has the focus. */}
          <g aria-hidden="true">
            {ticks.map((tick) => (
              <g className={c('tick')} key={tick}>
                <line x1={start} x2={width} y1={y(tick)} y2={y(tick)} />
                <text dy="0.32em" textAnchor="end" x={start - 8} y={y(tick)}>
                  {formatNumber(tick)}
                </text>
              </g>
            ))}
            {columns.map(({ key, label }, at) =>
              at % every === 0 ? (
                <text
                  className={c('label')}
                  key={key}
                  textAnchor="middle"
                  x={(x(key) ?? 0) + bar / 2}
                  y={HEIGHT - 6}
                >
                  {label}
                </text>
              ) : null,
            )}
          </g>
          {columns.map((column, at) => {
            const { key, title, text, value, part, to } = column;
            const left = x(key) ?? 0;
            const show = ({ currentTarget }: { readonly currentTarget: Element }) =>
              setTipped({ title, text, element: currentTarget.querySelector('[data-bar]') ?? currentTarget });
            const shapes = (
              <>
                <rect className={c('reach')} height={HEIGHT - BOTTOM - TOP} width={bar} x={left} y={TOP} />
                <rect
                  className={c('bar')}
                  data-bar
                  height={Math.max(0, y(0) - y(value))}
                  rx={2}
                  width={bar}
                  x={left}
                  y={y(value)}
                />
                {part > 0 && (
                  <rect
                    className={c('part')}
                    height={y(0) - y(part)}
                    rx={2}
                    width={bar}
                    x={left}
                    y={y(part)}
                  />
                )}
              </>
            );
            const props = {
              'data-column': at,
              onFocus: (event: { readonly currentTarget: Element }) => {
                setCurrent(at);
                show(event);
              },
              onPointerEnter: show,
              tabIndex: at === focusable ? 0 : -1,
            };
            const name = `${title}: ${text}`;
            return to === null ? (
              // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: an image that the arrows reach.
              <g aria-label={name} key={key} role="img" {...props}>
                {shapes}
              </g>
            ) : (
              <Link aria-label={name} key={key} to={to} {...props}>
                {shapes}
              </Link>
            );
          })}
          {line.length > 1 && (
            <LinePath
              aria-hidden="true"
              className={c('line')}
              data={line}
              x={({ key }) => (x(key) ?? 0) + bar / 2}
              y={({ before }) => y(before ?? 0)}
            />
          )}
        </svg>
      )}
      {tipped && <Tip {...tipped} />}
    </figure>
  );
}
