import { classes } from '@offhook/design/classes';
import down from '@offhook/design/icons/arrow_downward.svg?raw';
import up from '@offhook/design/icons/arrow_upward.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import { formatNumber } from '@offhook/i18n/formats';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CallsFilter } from '../../core/reports/calls-address.ts';
import {
  type AgentRow,
  type AgentSort,
  firstSort,
  missedOutliers,
  nextSort,
  type SortKey,
} from '../../core/reports/charts/agent-rows.ts';
import { hoursMinutes, percentText, reportTime } from '../../core/reports/figures.ts';
import { Choice } from '../../parts/forms/choice.tsx';
import { usePageFits } from '../../parts/shell/use-page-fits.ts';
import styles from './agents-table.module.css';

const c = classes(styles);

/** On a narrower page, each agent is a row of lines. */
const COLUMNS_FROM = 620;

interface Column {
  readonly key: SortKey;
  readonly head: string;
  readonly cell: (row: AgentRow) => ReactNode;
}

interface Props {
  /** In order. */
  readonly rows: readonly AgentRow[];
  /** All agents of the report. */
  readonly all: readonly AgentRow[];
  readonly sort: AgentSort;
  readonly onSort: (sort: AgentSort) => void;
  readonly to: (filter: CallsFilter) => string;
}

export function AgentsTable({ rows, all, sort, onSort, to }: Props) {
  const isWide = usePageFits(COLUMNS_FROM);
  const outliers = missedOutliers(all);
  const columns: readonly Column[] = [
    {
      key: 'contacted',
      head: t('result.contacted'),
      cell: ({ id, contacted }) => (
        <Link className={c('strong')} to={to({ agent: id, outcome: 'contacted' })}>
          {formatNumber(contacted)}
        </Link>
      ),
    },
    {
      key: 'rate',
      head: t('reports.rate.short'),
      cell: ({ rate }) => (
        <span className={c('rate')}>
          <span aria-hidden="true" className={c('bar')}>
            <span className={c('fill')} style={{ inlineSize: `${(rate ?? 0) * 100}%` }} />
          </span>
          {percentText(rate)}
        </span>
      ),
    },
    {
      key: 'calls',
      head: t('calls.title'),
      cell: ({ id, calls }) => <Link to={to({ agent: id })}>{formatNumber(calls)}</Link>,
    },
    {
      key: 'talk',
      head: t('reports.talkTime.short'),
      cell: ({ talkSeconds }) => hoursMinutes(talkSeconds),
    },
    { key: 'speed', head: t('reports.speed'), cell: ({ speedMs }) => reportTime(speedMs) },
    {
      key: 'missed',
      head: t('reports.missed'),
      cell: ({ id, missed }) => (
        <Link className={c(outliers.has(id) && 'outlier')} to={to({ missed: id })}>
          {formatNumber(missed)}
        </Link>
      ),
    },
  ];
  const head = (key: SortKey, text: string) => {
    const isSorted = sort.key === key;
    return (
      <button
        className={c('sort', isSorted && 'sorted')}
        onClick={() => onSort(nextSort(sort, key))}
        type="button"
      >
        {isSorted && <Icon size={16} svg={sort.descending ? down : up} />}
        {text}
      </button>
    );
  };
  const direction = (key: SortKey) =>
    sort.key === key ? (sort.descending ? 'descending' : 'ascending') : undefined;
  const name = ({ id, name: text }: AgentRow) => (
    <Link to={to({ agent: id })}>
      <bdi>{text}</bdi>
    </Link>
  );
  return (
    <table className={c('table', !isWide && 'narrow')}>
      <caption className="visually-hidden">{t('agents.title')}</caption>
      <thead>
        <tr>
          <th aria-sort={direction('name')} scope="col">
            {isWide ? (
              head('name', t('field.agent'))
            ) : (
              <Choice
                choices={[
                  ['name', t('field.agent')],
                  ...columns.map(({ key, head: text }) => [key, text] as const),
                ]}
                filter
                label={t('reports.agents.sort')}
                onText={(key) => onSort(firstSort(key as SortKey))}
                value={sort.key}
              />
            )}
          </th>
          {isWide &&
            columns.map(({ key, head: text }) => (
              <th aria-sort={direction(key)} key={key} scope="col">
                {head(key, text)}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {name(row)}
              {!isWide && (
                <span className={c('lines')}>
                  {columns.map(({ key, head: text, cell }) => (
                    <span key={key}>
                      <span className={c('columnName')}>{text}</span> {cell(row)}
                    </span>
                  ))}
                </span>
              )}
            </th>
            {isWide && columns.map(({ key, cell }) => <td key={key}>{cell(row)}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
