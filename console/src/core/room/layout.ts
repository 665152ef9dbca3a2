/** Where the dense board's groups are. They stay there while their tiles fit, so that a change moves no other group. */
import {
  columnsFor,
  DENSITIES,
  type Fit,
  fitRoom,
  headSpan,
  heightOf,
  layOut,
  type Size,
  WIDE,
} from './columns.ts';

/** Lengths are CSS px. */
export interface Space {
  readonly width: number;
  /** What the window shows below the figures. */
  readonly height: number;
}

/** A folded group is a head alone: it needs no seats. */
export interface GroupSize {
  readonly key: string;
  readonly isFolded: boolean;
  /** Seats up to the last tile. */
  readonly needed: number;
  /** With the free ones. */
  readonly capacity: number;
  /** Limits in the group's head. */
  readonly overs: number;
}

export interface Spot {
  /** Of the groups, from 1. */
  readonly band: number;
  readonly column: number;
  readonly span: number;
  /** Of tiles. */
  readonly rows: number;
}

export interface Layout {
  readonly fit: Fit;
  /** By group. */
  readonly spots: readonly Spot[];
  /** What it was made for. */
  readonly space: Space;
  readonly round: number;
  readonly keys: string;
}

export interface Wanted {
  readonly space: Space;
  readonly groups: readonly GroupSize[];
  /** A new round of seats may be laid out anew. */
  readonly round: number;
  /** The pointer or the focus is on the room. */
  readonly isHeld: boolean;
}

export function layOutRoom(before: Layout | null, { space, groups, round, isHeld }: Wanted): Layout {
  const keys = groups.map(({ key, isFolded }) => (isFolded ? `${key} folded` : key)).join();
  if (before?.keys === keys && before.round === round && before.space.width === space.width) {
    const fits = groups.every((group, at) => hasSpace(group, before.spots[at], before.fit.columns, isHeld));
    // Something above the room has come or gone.
    const isAsHigh = isHeld || before.space.height === space.height;
    if (fits && isAsHigh) return before;
  }
  const sizes = sizesIn(space, groups);
  const fit = fitRoom({ ...space, sizes }, before?.fit ?? null);
  const spots = layOut(sizes, fit.columns, DENSITIES[fit.density]).flatMap(({ spans, rows }, band) =>
    spans.map((span, at) => ({
      band: band + 1,
      column: 1 + spans.slice(0, at).reduce((sum, one) => sum + one, 0),
      span,
      rows,
    })),
  );
  return { fit, spots, space, round, keys };
}

/** With the free seats of as many groups as fit the window, the most urgent group first. */
function sizesIn({ width, height }: Space, groups: readonly GroupSize[]): readonly Size[] {
  const sizeOf = (group: GroupSize, seats: 'needed' | 'capacity'): Size => ({
    tiles: group.isFolded ? 0 : group[seats],
    overs: group.overs,
  });
  const bare = groups.map((group) => sizeOf(group, 'needed'));
  // On a phone, free seats would be empty lines.
  if (columnsFor(width) === 1) return bare;
  const fits = (sizes: readonly Size[]) =>
    width < WIDE || heightOf(sizes, fitRoom({ width, height, sizes })) <= height;
  if (!fits(bare)) return groups.map((group) => sizeOf(group, 'capacity'));
  return groups.reduce((sizes, group, at) => {
    const more = sizes.with(at, sizeOf(group, 'capacity'));
    return fits(more) ? more : sizes;
  }, bare);
}

function hasSpace(
  { isFolded, needed, overs }: GroupSize,
  spot: Spot | undefined,
  columns: number,
  isHeld: boolean,
): boolean {
  if (!spot || (!isFolded && needed > spot.span * spot.rows)) return false;
  // Beside another group, a head with a new limit may be cut off.
  const isAlone = spot.span === columns;
  return isHeld || isAlone || headSpan({ tiles: needed, overs }) <= spot.span;
}
