/** How the dense board fills its width and height. Lengths are CSS px. */

const TILE_WIDTH = 190;
/** A name of about ten letters still fits. */
const MIN_TILE_WIDTH = 150;
const COLUMN_GAP = 6;
/** Wider pages get more columns if the room doesn't fit otherwise. */
export const WIDE = 1_240;

export interface Density {
  readonly tile: number;
  readonly gap: number;
  readonly head: number;
}
export const DENSITIES: Readonly<Record<'normal' | 'tight', Density>> = {
  normal: { tile: 35, gap: 6, head: 34 },
  tight: { tile: 30, gap: 4, head: 28 },
};

export interface Fit {
  readonly columns: number;
  readonly density: keyof typeof DENSITIES;
}

/** @param width of the page beside the navigation */
export function columnsFor(width: number): number {
  if (width < 560) return 1;
  if (width < 700) return 3;
  if (width < 1_000) return 4;
  return Math.max(6, Math.floor((width + COLUMN_GAP) / (TILE_WIDTH + COLUMN_GAP)));
}

export interface Size {
  readonly tiles: number;
  /** Limits in the group's head. */
  readonly overs: number;
}

/** Columns for a head with its limits, beside other groups. */
export const headSpan = ({ tiles, overs }: Size) =>
  overs > 0 ? 1 + overs : Math.min(2, Math.ceil(tiles / 2)) || 1;

/** Groups side by side. */
export interface Band {
  /** Columns of each group. */
  readonly spans: readonly number[];
  readonly rows: number;
}

/**
 * Puts neighboring groups side by side where that saves height.
 * @param sizes by group, in the board's order
 */
export function layOut(sizes: readonly Size[], columns: number, { tile, gap, head }: Density): Band[] {
  const height = ({ rows }: Band) => head + rows * (tile + gap);
  // best[n]: the bands of the first n groups.
  const best: { readonly height: number; readonly bands: readonly Band[] }[] = [{ height: 0, bands: [] }];
  for (let end = 1; end <= sizes.length; end += 1) {
    for (let start = end - 1; start >= 0 && end - start <= columns; start -= 1) {
      const before = best[start];
      if (!before) continue;
      const band = bandOf(sizes.slice(start, end), columns);
      if (band === null) continue;
      const total = before.height + height(band);
      // Alone in its band, a group stays where it is when its neighbors change.
      if (total < (best[end]?.height ?? Number.POSITIVE_INFINITY))
        best[end] = { height: total, bands: [...before.bands, band] };
    }
  }
  return [...(best[sizes.length]?.bands ?? [])];
}

/** @returns null if the heads don't fit side by side */
function bandOf(sizes: readonly Size[], columns: number): Band | null {
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  const least = sizes.map((size) => (sizes.length === 1 ? 1 : headSpan(size)));
  if (sum(least) > columns) return null;
  const tiles = sum(sizes.map((size) => size.tiles));
  const spansAt = (rows: number) =>
    sizes.map((size, at) => Math.max(least[at] ?? 1, rows === 0 ? 0 : Math.ceil(size.tiles / rows)));
  let rows = Math.ceil(tiles / columns);
  while (sum(spansAt(rows)) > columns) rows += 1;
  const spans = spansAt(rows);
  // The last group takes what is left, so that a band is as wide as the page.
  const rest = columns - sum(spans);
  return { spans: spans.map((span, at) => (at === spans.length - 1 ? span + rest : span)), rows };
}

export function heightOf(sizes: readonly Size[], { columns, density }: Fit): number {
  const { tile, gap, head } = DENSITIES[density];
  return layOut(sizes, columns, DENSITIES[density]).reduce(
    (sum, { rows }) => sum + head + rows * (tile + gap),
    0,
  );
}

export interface Room {
  readonly width: number;
  /** What the window shows below the counters. */
  readonly height: number;
  readonly sizes: readonly Size[];
}

/** Rows that must be free before the tiles grow again; otherwise, a single agent changes the whole page back and forth. */
const SLACK_ROWS = 2;

/** The largest tiles with which the room fits; the smallest if it doesn't. Narrow pages scroll. */
export function fitRoom({ width, height, sizes }: Room, before: Fit | null = null): Fit {
  const base: Fit = { columns: columnsFor(width), density: 'normal' };
  if (width < WIDE) return base;
  const most = Math.max(base.columns, Math.floor((width + COLUMN_GAP) / (MIN_TILE_WIDTH + COLUMN_GAP)));
  const candidates: Fit[] = [];
  for (let columns = base.columns; columns <= most; columns += 1)
    candidates.push({ columns, density: 'normal' }, { columns, density: 'tight' });
  const fits = (fit: Fit, free: number) => heightOf(sizes, fit) <= height - free;
  const at = candidates.findIndex((fit) => isSame(fit, before));
  const slack = SLACK_ROWS * (DENSITIES.normal.tile + DENSITIES.normal.gap);
  const found = candidates.find((fit, index) => fits(fit, index < at ? slack : 0));
  return found ?? candidates.at(-1) ?? base;
}

const isSame = (one: Fit, other: Fit | null): boolean =>
  other !== null && one.columns === other.columns && one.density === other.density;
