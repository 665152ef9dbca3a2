import { STEP_NAMES } from '@offhook/contract/console/board-entities';

/** Counts of a row of `report_figures`; all can be added up. */
export const COUNTS = [
  'leads',
  'contacted',
  'voicemail',
  'missed',
  'removed',
  'calls',
  'contacted_calls',
  'missed_rings',
  'talk_seconds',
  'hold_ms',
  'wrap_up_ms',
  'dialed',
  'answered',
  'inbound',
  'inbound_taken',
  'browser_minutes',
  'outbound_minutes',
  'inbound_minutes',
  'recording_minutes',
  'texts',
] as const;
export type CountName = (typeof COUNTS)[number];

/**
 * Stored as numbers: the position in this list. Durations are in ms; `attempt` is the attempt in which a lead was
 * contacted; `lost` is the status of a missed lead's last call, by its position in `CALL_STATUSES`.
 */
export const MEASURES = ['speed', ...STEP_NAMES, 'attempt', 'lost'] as const;
export type Measure = (typeof MEASURES)[number];
export const FIRST_VALUE_MEASURE = MEASURES.indexOf('attempt');

export const DIMENSIONS = ['team_id', 'agent_id', 'source', 'number_id', 'hour_of_week'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The bit of `report_figures.shape`. */
export const bitOf = (dimension: Dimension): number => 2 ** DIMENSIONS.indexOf(dimension);
export const shapeOf = (dimensions: readonly Dimension[]): number =>
  dimensions.reduce((shape, dimension) => shape | bitOf(dimension), 0);

/** Attempts from this one on are counted together. */
export const LAST_ATTEMPT = 6;

const FILTERS = ['team_id', 'agent_id', 'source', 'number_id'] as const;
export type FilterDimension = (typeof FILTERS)[number];
/** `team_id`: one of these teams. */
export type Filters = Readonly<
  Partial<Record<Exclude<FilterDimension, 'team_id'>, string | number>> & {
    readonly team_id?: readonly number[];
  }
>;

/** All that buckets store: no filter or one, and for each a total and every breakdown. */
export const STORED_SETS: readonly (readonly Dimension[])[] = [
  [],
  ...DIMENSIONS.map((one) => [one]),
  ...FILTERS.flatMap((one, n) => DIMENSIONS.slice(n + 1).map((other) => [one, other])),
];

/** What a report groups by: a total and each breakdown. */
export function setsOf(
  filter: FilterDimension | null,
  groups: readonly Dimension[],
): readonly (readonly Dimension[])[] {
  const base = filter === null ? [] : [filter];
  return [base, ...groups.filter((one) => one !== filter).map((one) => [...base, one])];
}

/** A set with one dimension is also the total of a report that is filtered by it. Others have only the speed to lead. */
export const hasAllMeasures = (set: readonly Dimension[]): boolean =>
  set.length <= 1 && !set.includes('hour_of_week');
