import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { reportFigures } from '../../platform/database/schema.ts';
import { DAY, type HourRange } from './core/buckets.ts';
import {
  bitOf,
  COUNTS,
  type CountName,
  DIMENSIONS,
  type Dimension,
  FIRST_VALUE_MEASURE,
  type FilterDimension,
  type Filters,
  MEASURES,
  type Measure,
  setsOf,
  shapeOf,
} from './core/figure-columns.ts';
import type { Counts, Durations, ValueCount } from './core/figures.ts';
import {
  FIGURE_COLUMNS,
  figuresSettings,
  intArray,
  isFilteredBy,
  liveFigures,
  POOLED_COLUMNS,
} from './live-figures.ts';
import { readCover } from './ready-buckets.ts';

export interface FigureGroup {
  /** null: calls without one. */
  readonly key: string | number | null;
  readonly counts: Counts;
  readonly speed: Durations;
}

export interface Figures {
  readonly total: Counts;
  readonly times: Readonly<Record<Measure, Durations>>;
  readonly groups: Readonly<Record<Dimension, readonly FigureGroup[]>>;
  /** By local day: hours since 1970. */
  readonly days: readonly { readonly day: number; readonly counts: Counts }[];
  readonly attempts: readonly ValueCount[];
  readonly lost: readonly ValueCount[];
}

export interface FiguresQuery {
  readonly accountId: number;
  readonly zone: string;
  readonly range: HourRange;
  readonly filters: Filters;
  /** Besides the totals. All of them: also the days. */
  readonly groups: readonly Dimension[];
  /** Counts all rows, also those of ready buckets. */
  readonly isLive?: boolean;
}

const list = (columns: readonly string[]) => sql.raw(columns.join(', '));
const KEYS = ['shape', ...DIMENSIONS];

interface CountRow extends Readonly<Partial<Record<CountName | 'day', number | null>>> {
  readonly shape: number;
}
type KeyRow = Readonly<Partial<Record<Dimension, string | number | null>>>;
interface TimeRow extends KeyRow {
  readonly shape: number;
  readonly measure: number;
  readonly p50: number;
  readonly p90: number;
  readonly count: number;
}
interface ValueRow extends ValueCount {
  readonly measure: number;
}
interface Parts {
  readonly counts: readonly (CountRow & KeyRow)[] | null;
  readonly days: readonly CountRow[] | null;
  readonly times: readonly TimeRow[] | null;
  readonly values: readonly ValueRow[] | null;
}

/** In a repeatable-read transaction. */
export async function readFigures(tx: Database, query: FiguresQuery): Promise<Figures> {
  const { filters } = query;
  const given = Object.keys(filters) as FilterDimension[];
  const filter = given.length === 1 ? (given[0] ?? null) : null;
  // Buckets have no figures for two filters at once, so the calls are counted.
  const isLive = query.isLive === true || given.length > 1;
  const sets = setsOf(filter, query.groups);
  const base = shapeOf(sets[0] ?? []);
  const isPooled = poolsTeams(filters, filter);
  await tx.execute(figuresSettings);
  const [row] = await queryRows<Parts>(tx, await figuresStatement(tx, query, sets, filter, isLive));
  const counts = row?.counts ?? [];
  const times = row?.times ?? [];
  const durationsOf = (found: TimeRow | undefined): Durations =>
    found ? { p50_ms: found.p50, p90_ms: found.p90, count: found.count } : NO_DURATIONS;
  const timesOf = new Map(times.map((one) => [timeKey(one, one.measure), one]));
  const group = (dimension: Dimension): readonly FigureGroup[] => {
    const shape = base | bitOf(dimension);
    return counts
      .filter((one) => one.shape === shape && !(shape === base && isPooled && one.team_id === null))
      .map((one) => ({
        key: one[dimension] ?? null,
        counts: toCounts(one),
        speed: durationsOf(timesOf.get(timeKey(one, SPEED))),
      }));
  };
  const isTotal = (one: KeyRow & { readonly shape: number }) =>
    one.shape === base && (!isPooled || one.team_id === null);
  const totalTimes = times.filter(isTotal);
  const valuesOf = (measure: Measure) =>
    (row?.values ?? []).filter((one) => one.measure === MEASURES.indexOf(measure));
  return {
    total: toCounts(counts.find(isTotal) ?? {}),
    times: Object.fromEntries(
      MEASURES.map((measure, n) => [measure, durationsOf(totalTimes.find((one) => one.measure === n))]),
    ) as Record<Measure, Durations>,
    groups: {
      team_id: group('team_id'),
      agent_id: group('agent_id'),
      source: group('source'),
      number_id: group('number_id'),
      hour_of_week: group('hour_of_week'),
    },
    days: (row?.days ?? []).map((one) => ({ day: Number(one.day), counts: toCounts(one) })),
    attempts: valuesOf('attempt'),
    lost: valuesOf('lost'),
  };
}

/** Rows of several teams become one, besides each team's own total. */
const poolsTeams = (filters: Filters, filter: FilterDimension | null): boolean =>
  filter === 'team_id' && filters.team_id?.length !== 1;

const SPEED = MEASURES.indexOf('speed');
export const NO_DURATIONS: Durations = { p50_ms: null, p90_ms: null, count: 0 };

const timeKey = (row: KeyRow & { readonly shape: number }, measure: number) =>
  JSON.stringify([row.shape, measure, ...DIMENSIONS.map((one) => row[one] ?? null)]);

export function toCounts(row: Readonly<Partial<Record<CountName, number | null>>>): Counts {
  return Object.fromEntries(COUNTS.map((one) => [one, row[one] ?? 0])) as Record<CountName, number>;
}

async function figuresStatement(
  tx: Database,
  { accountId, zone, range, filters, groups }: FiguresQuery,
  sets: readonly (readonly Dimension[])[],
  filter: FilterDimension | null,
  isLive: boolean,
): Promise<SQL> {
  const cover = isLive ? { buckets: [], rest: [range] } : await readCover(tx, accountId, range);
  const base = shapeOf(sets[0] ?? []);
  const shapes = intArray(sets.map(shapeOf));
  const isFiltered = filter === null ? sql`true` : isFilteredBy(filter, filters[filter]);
  const live = liveFigures({
    accountId,
    zone,
    ranges: cover.rest,
    filters,
    sets,
    isMeasured: (set) => set.length === (sets[0]?.length ?? 0),
  });
  const stored = (starts: readonly { readonly level: number; readonly start: number }[], ofShape: SQL) =>
    sql`select ${FIGURE_COLUMNS} from unnest(${intArray(starts.map(({ level }) => level))}, ${intArray(starts.map(({ start }) => start))})
        as ready(of_level, of_start)
      join ${reportFigures} on account_id = ${accountId} and level = of_level and start = of_start
      where ${ofShape} and ${isFiltered}`;
  // The weeks' figures don't say which day they are of.
  const longer = cover.buckets.filter(({ level }) => level > DAY);
  const days = longer.flatMap(({ level, start }) =>
    Array.from({ length: level / DAY }, (_, n) => ({ level: DAY, start: start + n * DAY })),
  );
  const sums = COUNTS.map((one) => `sum(${one})::float8 as ${one}`);
  const isPooled = poolsTeams(filters, filter);
  const parts = sql`(select json_agg(one) from (select ${list(KEYS)}, ${list(sums)} from pooled
      where measures is null group by ${list(KEYS)}) one) as counts,
    (select json_agg(one) from (select ${list(KEYS)}, measure, min(amount) filter (where upto >= ceil(total * 5 / 10)) as p50,
        min(amount) filter (where upto >= ceil(total * 9 / 10)) as p90, max(total)::float8 as count
      from (select *, sum(count) over (partition by ${list(KEYS)}, measure order by amount) as upto,
          sum(count) over (partition by ${list(KEYS)}, measure) as total from merged where measure < ${FIRST_VALUE_MEASURE}) ranked
      group by ${list(KEYS)}, measure) one) as times,
    (select json_agg(one) from (select measure, amount as value, count::float8 as count from merged
      where shape = ${base} and measure >= ${FIRST_VALUE_MEASURE} ${isPooled ? sql`and team_id is null` : sql``}) one) as values`;
  const byDay = sql`(select json_agg(one order by day) from (select start / ${DAY}::integer * ${DAY}::integer as day, ${list(sums)}
      from (${stored(days, sql`shape = ${base} and measures is null`)}
        union all select * from figures where shape = ${base} and measures is null and level <= ${DAY}::integer) of_day
      group by 1) one) as days`;
  return sql`with ${live}, figures as materialized (
      ${stored(cover.buckets, sql`shape = any (${shapes})`)} union all select * from live
    ), pooled as (${isPooled ? sql`select ${POOLED_COLUMNS} from figures union all select * from figures where shape = ${base}` : sql`select * from figures`}
    ), merged as materialized (
      select ${list(KEYS)}, measure, amount, sum(count) as count
      from pooled, unnest(measures, amounts, counts) as one(measure, amount, count)
      where shape = ${base} or measure = ${SPEED} group by ${list(KEYS)}, measure, amount
    ) select ${parts}${groups.length === DIMENSIONS.length ? sql`, ${byDay}` : sql``}`;
}
