/** Calls by weekday and hour, as the cells of a grid. */
export interface HeatCount {
  /** 1 (Monday) to 7. */
  readonly weekday: number;
  readonly hour: number;
  readonly calls: number;
  readonly contacted: number;
}

export interface HeatCell extends HeatCount {
  /** 0: none; 1 to 5: up to the highest cell. */
  readonly level: number;
}

export interface Heat {
  readonly hours: readonly number[];
  /** Monday to Sunday, each with a cell for every hour. */
  readonly rows: readonly (readonly HeatCell[])[];
  readonly highest: number;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const LEVELS = 5;
/** Shown even without calls. */
const FIRST_HOUR = 8;
const LAST_HOUR = 19;

export function toHeat(counts: readonly HeatCount[]): Heat {
  const used = counts.filter(({ calls }) => calls > 0);
  const first = Math.min(FIRST_HOUR, ...used.map(({ hour }) => hour));
  const last = Math.max(LAST_HOUR, ...used.map(({ hour }) => hour));
  const hours = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const highest = Math.max(0, ...used.map(({ calls }) => calls));
  const found = new Map(used.map((one) => [`${one.weekday} ${one.hour}`, one]));
  return {
    hours,
    highest,
    rows: WEEKDAYS.map((weekday) =>
      hours.map((hour) => {
        const { calls, contacted } = found.get(`${weekday} ${hour}`) ?? { calls: 0, contacted: 0 };
        return { weekday, hour, calls, contacted, level: level(calls, highest) };
      }),
    ),
  };
}

const level = (calls: number, highest: number): number =>
  calls === 0 ? 0 : Math.ceil((calls / highest) * LEVELS);

/** Where a key moves from a cell; null: it isn't a key of the grid. */
export function moveInGrid(
  key: string,
  { row, column }: { readonly row: number; readonly column: number },
  { rows, columns }: { readonly rows: number; readonly columns: number },
  {
    toEdgeOfGrid = false,
    rightToLeft = false,
  }: { readonly toEdgeOfGrid?: boolean; readonly rightToLeft?: boolean } = {},
): { readonly row: number; readonly column: number } | null {
  const within = (at: number, count: number) => Math.min(count - 1, Math.max(0, at));
  const forward = rightToLeft ? -1 : 1;
  switch (key) {
    case 'ArrowUp':
      return { row: within(row - 1, rows), column };
    case 'ArrowDown':
      return { row: within(row + 1, rows), column };
    case 'ArrowLeft':
      return { row, column: within(column - forward, columns) };
    case 'ArrowRight':
      return { row, column: within(column + forward, columns) };
    case 'Home':
      return { row: toEdgeOfGrid ? 0 : row, column: 0 };
    case 'End':
      return { row: toEdgeOfGrid ? rows - 1 : row, column: columns - 1 };
    default:
      return null;
  }
}
